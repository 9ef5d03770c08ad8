/// How a re-exported document compares with the one that was imported.
package struct Proof: Sendable {
    /// How a schema or an operation differs, as a sentence for a summary.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        case open = "is `JSON`, while the document is more specific"
        case missing = "is missing, or lacks a part"
        case type = "has another type"
        case presence = "differs in whether it may be absent"
        case values = "has other values"
        case defaultValue = "lacks a default"
        case access = "differs in whether it is read or written"
        case style = "is written in another style"
        case body = "sends another body"
        case answer = "has another response"
        case credential = "is sent with another credential"
        case server = "is sent to another server"
    }

    package struct Count: Sendable {
        package var equal = 0
        package var all = 0
        /// The names of those that differ, with the first reason found in each.
        package var different: [(name: String, place: String, reason: Reason)] = []

        /// In percent, rounded down.
        package var share: Int { all == 0 ? 100 : equal * 100 / all }
    }

    package var schemas = Count()
    package var operations = Count()
    /// Schemas that no operation uses, which are not imported.
    package var unused = 0

    /// A few lines for the terminal.
    package func summary(examples: Int = 3) -> String {
        var lines = [
            "Exported again, \(operations.equal) of \(operations.all) operations (\(operations.share) %) and "
                + "\(schemas.equal) of \(schemas.all) schemas (\(schemas.share) %) mean the same as in the document."
        ]
        for (what, count) in [("operation", operations), ("schema", schemas)] {
            for reason in Reason.allCases {
                let names = count.different.filter { $0.reason == reason }
                guard !names.isEmpty else { continue }
                let shown = names.prefix(examples).map { $0.place.isEmpty ? $0.name : "\($0.name) (\($0.place))" }
                let more = names.count > examples ? ", …" : ""
                let subject = "\(names.count) \(what)\(names.count == 1 ? "" : "s")"
                lines.append("  \(subject): something \(reason.rawValue): \(shown.joined(separator: ", "))\(more)")
            }
        }
        if unused == 1 { lines.append("  1 schema is left out, since no operation uses it.") }
        if unused > 1 { lines.append("  \(unused) schemas are left out, since no operation uses them.") }
        return lines.joined(separator: "\n") + "\n"
    }
}
