/// Every decoder of bytes from outside.
let targets: [String: Target] = [
  "arguments": arguments, "catalog": catalog, "jws": jws, "keys": keys, "pages": pages, "payload": payload,
  "record": record,
  "sealed": sealed, "stream": stream, "verdict": verdict,
]
