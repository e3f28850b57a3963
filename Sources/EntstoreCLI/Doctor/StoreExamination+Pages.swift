import Entstore

/// The file's pages.
extension StoreExamination {
  func map(_ condition: StoreCondition) -> [Finding] {
    let (file, map) = (condition.counts.fileBytes, condition.mapBytes)
    let values = ["mapBytes": Int64(clamping: map), "fileBytes": Int64(clamping: file)]
    let text = "\(byteText(Int(clamping: map))) of addresses for \(byteText(Int(clamping: file)))"
    let isTight = file > map / 5 * 4
    let freeBytes = Int64(clamping: condition.freeBytes)
    let paysOff = condition.freeBytes > 1 << 20 && condition.freeBytes > file / 2
    return [
      Finding(
        isTight ? .warning : .ok, "map", text,
        remedy: isTight
          ? "Let processes have more addresses ('ulimit -v'); the map grows where it can." : nil,
        values: values),
      Finding(
        paysOff ? .note : .ok, "pages",
        "\(byteText(Int(freeBytes))) of \(byteText(Int(clamping: file))) hold nothing, and are used before the file grows",
        remedy: paysOff ? "'entstore compact' would give them back, while nobody has the store open." : nil,
        values: ["freeBytes": freeBytes]),
    ]
  }
}
