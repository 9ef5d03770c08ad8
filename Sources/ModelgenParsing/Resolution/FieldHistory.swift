import ModelgenSchema

/// The names of a model's fields in one version, while its steps are undone from the newest backwards.
struct FieldHistory {
    /// The names in this version, each with the name that the field has today; nil for one that was dropped since.
    private var names: [String: String?] = [:]
    private let versions: [String: Int]

    init(_ subject: ModelSubject) {
        for name in subject.names { names[name] = .some(name) }
        versions = Dictionary(
            subject.fields.map { ($0.field.name.text, $0.field.since) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Whether there is a field of that name in this version.
    func contains(_ name: String) -> Bool { names[name] != nil }

    /// The name that the field has today.
    func present(_ name: String) -> String? { names[name] ?? nil }

    /// The version that added the field which has this name now.
    func version(_ name: String) -> Int { present(name).flatMap { versions[$0] } ?? 1 }

    /// All names, sorted.
    var all: [String] { names.keys.sorted() }

    /// Goes back before the renames of a version, all at once, and before its drops.
    mutating func undo(_ renames: [(old: String, new: String)], dropped: [String]) {
        let presents = renames.map { names[$0.new] ?? nil }
        for rename in renames { names[rename.new] = nil }
        for (rename, present) in zip(renames, presents) { names[rename.old] = .some(present) }
        for name in dropped { names[name] = .some(nil) }
    }

    /// Leaves out the fields that were added after this version.
    mutating func forget(fieldsAfter version: Int) {
        for (name, present) in names {
            if let present, versions[present, default: 1] > version { names[name] = nil }
        }
    }
}
