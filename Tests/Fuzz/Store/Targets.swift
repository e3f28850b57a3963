/// What is done to a store, as the bytes choose.
let targets: [String: Target] = ["operations": operations, "orders": orders]
