import ModelStoredForms

/// A field of a model: its property, and its position in JSON.
public final class JSONField: Sendable, ExpressibleByStringLiteral {
    // A class, so that a list holds one reference for each field instead of seven words, which generated code would
    // have to copy.

    /// Special characteristics of a field.
    public struct Traits: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Traits of these bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The field is read and never written.
        public static let decodeOnly = Traits(rawValue: 1)
        /// The field is written and never read.
        public static let encodeOnly = Traits(rawValue: 2)
        /// The field's value never appears in an error.
        public static let sensitive = Traits(rawValue: 4)
        /// The server or the database assigns the field; a draft of the model does not have it.
        public static let assigned = Traits(rawValue: 8)

        static let oneWay: Traits = [.decodeOnly, .encodeOnly]

        /// The field is only read or only written.
        var isOneWay: Bool { contains(.decodeOnly) != contains(.encodeOnly) }
    }

    /// The name of the property.
    public let name: String
    /// The field's paths: the first one present and not null is read, the first one is written.
    public let paths: [JSONPath]
    /// The name of the field's column, if the model is stored in a table with its JSON fields.
    public let column: String
    /// Special characteristics of the field.
    public let traits: Traits

    /// A field whose key is its name: `"title"`.
    public convenience init(stringLiteral name: String) {
        self.init(name, traits: [])
    }

    /// A field named `name` at `path` (by default the key `name`), or else at the first of `alternatives` that has a
    /// value; and in the column `column` (by default `name`).
    public convenience init(
        _ name: String,
        _ path: JSONPath? = nil,
        or alternatives: JSONPath...,
        column: String? = nil,
        traits: Traits = []
    ) {
        self.init(name, [path ?? JSONPath(stringLiteral: name)] + alternatives, column ?? name, traits)
    }

    private init(_ name: String, _ paths: [JSONPath], _ column: String, _ traits: Traits) {
        self.name = name
        self.paths = paths
        self.column = column
        self.traits = traits
    }

    /// The same field with other traits.
    func with(_ traits: Traits) -> JSONField { JSONField(name, paths, column, traits) }

    /// The same field at the key that is its property name.
    package var underName: JSONField { JSONField(name, traits: traits) }

    /// The path where the field is written.
    public var path: JSONPath { paths[0] }
}

/// The fields of a model, compiled once into the tables that reading and writing use.
///
/// Fields are identified by their index in the list. A field can be at a key path or at an index of an array, and one
/// key can hold a field and begin the path of another. A field is absent if its path leads through anything but an
/// object or an array.
public final class JSONFields: @unchecked Sendable {
    // Unchecked: everything is immutable after the initializer; the tables are raw memory that lives as long as this.

    package let type: any JSONModel.Type
    /// The fields; generated code refers to them by their index.
    public let fields: [JSONField]
    /// How values of another kind and unknown keys are handled; nil if such values are errors and unknown keys are
    /// ignored.
    let reading: JSONReading?
    /// The model's position in a document when it is decoded on its own.
    public let root: JSONPath

    let table: Table
    let output: OutputTable
    let codable: CodableKeys
    /// Whether Codable's containers can hold the fields. Otherwise an object is converted to JSON as a whole.
    package let isCodedDirectly: Bool
    private let storage: KeyTableStorage
    /// The fields as storages and columns keep them, all of them both read and written; nil if that is this list.
    let kept: JSONFields?
    /// The fields of a draft: assigned fields are neither read nor written. Nil if there are no assigned fields.
    private let drafted: JSONFields?
    /// Whether this is the list of a draft.
    let isDraft: Bool

    /// The model's name, for messages.
    public var model: String { shortName(of: type) }
    /// The fields of the model's draft, with the same indexes.
    var ofDraft: JSONFields { drafted ?? self }

    /// The fields of `model`, in the order in which generated code reads and writes them.
    ///
    ///     JSONFields(Post.self, [JSONField("id", traits: .assigned), "title", JSONField("createdAt", "created_at")])
    public init(
        _ model: any JSONModel.Type, _ fields: [JSONField] = [], reading: JSONReading? = nil, root: JSONPath = []
    ) {
        type = model
        self.fields = fields
        self.reading = reading
        self.root = root
        isDraft = fields.contains { $0.traits.isSuperset(of: .oneWay) }
        storage = KeyTableStorage()
        table = storage.compile(FieldTree(fields.map { $0.traits.contains(.encodeOnly) ? [] : $0.paths }))
        output = OutputTable(fields, in: storage)
        codable = CodableKeys(fields, writing: output, in: storage)
        isCodedDirectly = reading == nil && codable.areAll
        func list(_ fields: [JSONField]) -> JSONFields { JSONFields(model, fields, reading: reading, root: root) }
        kept = fields.contains(where: \.traits.isOneWay) ? list(Self.kept(fields)) : nil
        drafted =
            !isDraft && fields.contains { $0.traits.contains(.assigned) }
            ? list(fields.map { $0.traits.contains(.assigned) ? $0.with($0.traits.union(.oneWay)) : $0 }) : nil
    }
}

extension JSONFields {
    /// The fields, all of them both read and written: at their own paths, or under their property names if two paths
    /// conflict.
    private static func kept(_ fields: [JSONField]) -> [JSONField] {
        let both = fields.map { $0.traits.isOneWay ? $0.with($0.traits.subtracting(.oneWay)) : $0 }
        return isKept(byName: fields.map { ($0.paths.map(\.components), $0.traits.isOneWay ? .one : .both) })
            ? both.map(\.underName) : both
    }
}

/// The name of a type without its module: `Post.Patch`.
package func shortName(of type: Any.Type) -> String {
    let full = String(reflecting: type)
    guard let dot = full.firstIndex(of: "."), !full.contains("(") else { return String(describing: type) }
    return String(full[full.index(after: dot)...])
}

/// The paths of fields as a tree of keys and indexes.
struct FieldTree {
    struct Member {
        var step: JSONPath.Component
        /// The fields at this path, usually one, with their ranks among their alternatives (-1 if there is only one path).
        var fields: [(index: Int, rank: Int)] = []
        /// The tree below this key or index.
        var child = FieldTree([])
        /// `"key":`, or nothing for an index.
        let text: [UInt8]

        init(_ step: JSONPath.Component) {
            self.step = step
            text = step.key.map(quotedKey) ?? []
        }

        /// Compares bytes, because Swift considers strings equal that compose a letter differently.
        func isAlike(_ other: Member) -> Bool { text == other.text && step.index == other.step.index }
    }

    /// One member for each key and index, in the order of the fields.
    var members: [Member] = []

    /// The tree of the paths of each field.
    init(_ fields: [[JSONPath]]) {
        for (index, paths) in fields.enumerated() {
            for (rank, path) in paths.enumerated() {
                add(path.components[...], field: index, rank: paths.count > 1 ? rank : -1)
            }
        }
    }

    private mutating func add(_ path: ArraySlice<JSONPath.Component>, field: Int, rank: Int) {
        guard let step = path.first else { return }
        let position = place(of: step)
        if path.count == 1 {
            members[position].fields.append((field, rank))
        } else {
            members[position].child.add(path.dropFirst(), field: field, rank: rank)
        }
    }

    /// The index of the member for a key or index, which is added if it is new.
    private mutating func place(of step: JSONPath.Component) -> Int {
        let member = Member(step)
        if let position = members.firstIndex(where: member.isAlike) { return position }
        members.append(member)
        return members.count - 1
    }
}
