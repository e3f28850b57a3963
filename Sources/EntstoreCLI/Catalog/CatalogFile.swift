import Entstore
import EntstoreRails
import Foundation

/// A catalog as people write it: entstore's own JSON, or the StoreKit configuration file that they have already.
enum CatalogFile {
  /// Reads either form; which one is told by its members.
  static func catalog(in bytes: [UInt8]) throws(CatalogFileError) -> Catalog {
    do { try StrictJSON.check(bytes) } catch { throw .notJSON("\(error)") }
    guard let document = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
      throw .wrongType("the document", expected: "an object")
    }
    return isStoreKit(document) ? try StoreKitFile.catalog(in: document) : try own(document)
  }

  private static func isStoreKit(_ document: [String: Any]) -> Bool {
    // With these it is neither: what it says of a key would not be read.
    if document["entitlements"] != nil { return false }
    return document["subscriptionGroups"] != nil || document["nonRenewingSubscriptions"] != nil
      || (document["version"] is [String: Any] && document["products"] is [Any])
  }

  private static func own(_ document: [String: Any]) throws(CatalogFileError) -> Catalog {
    try refuseUnknown(document, known: ["entitlements", "products"], at: "")
    var catalog = Catalog()
    for (key, value) in try object(document["entitlements"] ?? [:], "entitlements") {
      let path = "entitlements.\(key)"
      catalog.entitlements[try name(key, path)] = try offer(object(value, path), path)
    }
    for (product, value) in try object(document["products"] ?? [:], "products") {
      let path = "products.\(product)"
      let members = try object(value, path)
      try refuseUnknown(members, known: ["duration", "stacks"], at: path)
      guard let text = members["duration"] as? String else {
        throw .wrongType("\(path).duration", expected: "a text such as \"P30D\"")
      }
      let product: ProductID = try name(product, path)
      catalog.terms[product] = try Term.span(text, at: "\(path).duration")
      if try flag(members["stacks"] ?? false, "\(path).stacks") { catalog.stacking.insert(product) }
    }
    for (key, offer) in catalog.entitlements {
      for lower in offer.includes where catalog.entitlements[lower] == nil {
        throw .unknownKey(lower.text, at: "entitlements.\(key).includes")
      }
    }
    return catalog
  }

  private static func offer(_ members: [String: Any], _ path: String) throws(CatalogFileError)
    -> Catalog.Offer
  {
    let rails: [(String, Rail)] = [("appStore", .appStore), ("stripe", .stripe), ("playStore", .playStore)]
    if members["grant"] != nil { throw .grantedProducts("\(path).grant") }
    try refuseUnknown(members, known: rails.map(\.0) + ["includes"], at: path)
    var offer = Catalog.Offer()
    for (member, rail) in rails {
      guard let value = members[member] else { continue }
      offer.products[rail] = try names(value, "\(path).\(member)")
    }
    if let value = members["includes"] { offer.includes = try names(value, "\(path).includes") }
    return offer
  }

  private static func names<Kind>(_ value: Any, _ path: String) throws(CatalogFileError) -> [Identifier<Kind>]
  {
    guard let texts = value as? [String] else { throw .wrongType(path, expected: "a list of texts") }
    var names: [Identifier<Kind>] = []
    for text in texts { names.append(try name(text, path)) }
    return names
  }

  static func name<Kind>(_ text: String, _ path: String) throws(CatalogFileError) -> Identifier<Kind> {
    do {
      return try Identifier(text)
    } catch {
      throw .badName(error, at: path)
    }
  }

  static func object(_ value: Any, _ path: String) throws(CatalogFileError) -> [String: Any] {
    guard let object = value as? [String: Any] else { throw .wrongType(path, expected: "an object") }
    return object
  }

  private static func flag(_ value: Any, _ path: String) throws(CatalogFileError) -> Bool {
    // To Foundation 1 is true as well; only its own type for it tells them apart.
    guard let flag = value as? NSNumber, unsafe String(cString: flag.objCType) == "c" else {
      throw .wrongType(path, expected: "true or false")
    }
    return flag.boolValue
  }

  /// A member that nobody reads is a decision that nobody takes: most often a slip of the pen.
  private static func refuseUnknown(
    _ members: [String: Any], known: [String], at path: String
  ) throws(CatalogFileError) {
    if let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
      throw .unknownMember(path.isEmpty ? unknown : "\(path).\(unknown)", known: known)
    }
  }
}

/// Why a file is no catalog.
enum CatalogFileError: Error {
  case notJSON(String)
  case repeatedKey(String)
  case wrongType(String, expected: String)
  case unknownMember(String, known: [String])
  case unknownKey(String, at: String)
  case badName(IdentifierError, at: String)
  case badDuration(String, at: String)
  case grantedProducts(String)
}

extension CatalogFileError: CustomStringConvertible {
  var description: String {
    switch self {
    case .notJSON(let reason): reason
    case .repeatedKey(let name):
      "\(quoted(name)) is the name of two groups or products, and each is a key of its own; rename one"
    case .wrongType(let path, let expected): "\(path) must be \(expected)"
    case .unknownMember(let path, let known): "\(path) is unknown; known are \(known.joined(separator: ", "))"
    case .unknownKey(let key, let path): "\(path) names \(key), which is no key of the catalog"
    case .badName(let error, let path): "\(path): \(error)"
    case .grantedProducts(let path):
      "\(path) cannot be set: a grant names the key itself, and so opens it and what it includes"
    case .badDuration(let text, let path):
      "\(path) is \"\(text)\"; write days, weeks or hours, such as P30D, P2W or PT12H (months and years differ in length)"
    }
  }
}
