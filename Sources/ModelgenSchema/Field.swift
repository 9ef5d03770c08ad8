/// A property of a model, and everything that is derived from it.
package struct Field: Hashable, Sendable, Codable {
    private struct Contents: Hashable, Sendable, Codable {
        var name: SwiftName
        var type: FieldType
        var documentation: String?
        var deprecated: String?
        var json: JSONMapping?
        var column: Column?
        var defaultValue: DefaultValue?
        var since: Int
        var fill: DefaultValue?
        var transformer: FieldTransformer?
        var onInvalid = InvalidValuePolicy.fail
        var reference: Reference?
        var assigned: KeyAssignment?
        var isSetByServer = false
        var isSensitive = false
        var access = FieldAccess.readWrite
        var isStoredNested = false
    }

    private var contents: Shared<Contents>

    package var name: SwiftName {
        get { contents.value.name }
        set { contents.value.name = newValue }
    }
    package var type: FieldType {
        get { contents.value.type }
        set { contents.value.type = newValue }
    }
    package var documentation: String? {
        get { contents.value.documentation }
        set { contents.value.documentation = newValue }
    }
    package var deprecated: String? {
        get { contents.value.deprecated }
        set { contents.value.deprecated = newValue }
    }
    package var json: JSONMapping? {
        get { contents.value.json }
        set { contents.value.json = newValue }
    }
    package var column: Column? {
        get { contents.value.column }
        set { contents.value.column = newValue }
    }
    package var defaultValue: DefaultValue? {
        get { contents.value.defaultValue }
        set { contents.value.defaultValue = newValue }
    }
    /// The version of the database that added it.
    package var since: Int {
        get { contents.value.since }
        set { contents.value.since = newValue }
    }
    /// The value for rows older than ``since``, if it is not the default.
    package var fill: DefaultValue? {
        get { contents.value.fill }
        set { contents.value.fill = newValue }
    }
    package var transformer: FieldTransformer? {
        get { contents.value.transformer }
        set { contents.value.transformer = newValue }
    }
    package var onInvalid: InvalidValuePolicy {
        get { contents.value.onInvalid }
        set { contents.value.onInvalid = newValue }
    }
    package var reference: Reference? {
        get { contents.value.reference }
        set { contents.value.reference = newValue }
    }
    package var assigned: KeyAssignment? {
        get { contents.value.assigned }
        set { contents.value.assigned = newValue }
    }
    /// Whether the schema says that the server assigns it. For a field that is not a key, this has no further
    /// consequence.
    package var isSetByServer: Bool {
        get { contents.value.isSetByServer }
        set { contents.value.isSetByServer = newValue }
    }
    package var isSensitive: Bool {
        get { contents.value.isSensitive }
        set { contents.value.isSensitive = newValue }
    }
    package var access: FieldAccess {
        get { contents.value.access }
        set { contents.value.access = newValue }
    }
    /// Whether a repository stores its objects in the table of their own model.
    package var isStoredNested: Bool {
        get { contents.value.isStoredNested }
        set { contents.value.isStoredNested = newValue }
    }

    package init(
        name: SwiftName, type: FieldType, documentation: String? = nil, json: JSONMapping? = nil,
        column: Column? = nil, defaultValue: DefaultValue? = nil, since: Int = 1, fill: DefaultValue? = nil,
        transformer: FieldTransformer? = nil, reference: Reference? = nil, assigned: KeyAssignment? = nil
    ) {
        contents = Shared(
            Contents(
                name: name, type: type, documentation: documentation, json: json, column: column,
                defaultValue: defaultValue, since: since, fill: fill, transformer: transformer, reference: reference,
                assigned: assigned))
    }

    /// Whether a new object lacks it.
    package var isFilledByOthers: Bool { isAssigned || isSetByServer || column?.generated != nil }

    /// Whether the database or the server assigns it as a key.
    package var isAssigned: Bool {
        switch assigned {
        case .database, .server: true
        case .caller, nil: false
        }
    }

    package var isAssignedByServer: Bool { assigned == .server || isSetByServer }

    package var isAssignedByDatabase: Bool {
        if case .database = assigned { return true }
        return false
    }

    /// Whether reading JSON sets it.
    package var isRead: Bool { json != nil && json?.direction != .encodeOnly && access != .writeOnly }

    /// Whether JSON that is written contains it.
    package var isWritten: Bool { json != nil && json?.direction != .decodeOnly && access != .readOnly }
}

/// The position of a field in JSON. A field that is not in JSON has no mapping.
package struct JSONMapping: Hashable, Sendable, Codable {
    /// The paths. The first one that is present and not null is read, and the first one is written. Never empty.
    package var paths: [JSONPath]
    package var direction: JSONDirection
    /// Whether nil is omitted instead of written as null; nil if the model decides for all fields.
    package var omitsNil: Bool?

    package init(paths: [JSONPath], direction: JSONDirection = .both, omitsNil: Bool? = nil) {
        self.paths = paths
        self.direction = direction
        self.omitsNil = omitsNil
    }
}

/// The path to a value in a JSON document: `user.avatar_image.url`, `related.tags[0]`.
package struct JSONPath: Hashable, Sendable, Codable {
    package var components: [JSONPathComponent]

    package init(_ components: [JSONPathComponent]) { self.components = components }
}

package enum JSONPathComponent: Hashable, Sendable, Codable {
    case key(String)
    case index(Int)

    package static func == (left: JSONPathComponent, right: JSONPathComponent) -> Bool {
        switch (left, right) {
        case (.key(let left), .key(let right)): left.isExactly(right)
        case (.index(let left), .index(let right)): left == right
        case (.key, .index), (.index, .key): false
        }
    }
}

package enum JSONDirection: String, Hashable, Sendable, Codable {
    case both
    case decodeOnly
    case encodeOnly
}

/// What happens if a JSON value does not match the field.
package enum InvalidValuePolicy: String, Hashable, Sendable, Codable, CaseIterable {
    case fail
    case `default`
    case skipElement
}

package enum FieldAccess: String, Hashable, Sendable, Codable {
    case readWrite
    /// Not part of requests.
    case readOnly
    /// Not part of responses.
    case writeOnly
}

/// Who assigns the value of a key.
package enum KeyAssignment: Hashable, Sendable, Codable {
    case caller
    case server
    case database(autoincrement: Autoincrement)
}

/// Whether a key may be reused after its row is deleted (https://www.sqlite.org/autoinc.html).
package enum Autoincrement: String, Hashable, Sendable, Codable {
    case reusesKeys
    case neverReusesKeys
}

/// A foreign key.
package struct Reference: Hashable, Sendable, Codable {
    package var model: SwiftName
    package var field: SwiftName
    package var onDelete: ReferenceAction?
    package var onUpdate: ReferenceAction?

    package init(
        model: SwiftName, field: SwiftName, onDelete: ReferenceAction? = nil, onUpdate: ReferenceAction? = nil
    ) {
        self.model = model
        self.field = field
        self.onDelete = onDelete
        self.onUpdate = onUpdate
    }
}

/// https://www.sqlite.org/foreignkeys.html#fk_actions, in the schema's spelling.
package enum ReferenceAction: String, Hashable, Sendable, Codable, CaseIterable {
    case noAction
    case restrict
    case setNull
    case setDefault
    case cascade

    /// The action in SQL.
    package var sql: String {
        switch self {
        case .noAction: "NO ACTION"
        case .restrict: "RESTRICT"
        case .setNull: "SET NULL"
        case .setDefault: "SET DEFAULT"
        case .cascade: "CASCADE"
        }
    }
}

/// The column of a field. A field that is not stored has none.
package struct Column: Hashable, Sendable, Codable {
    package var name: SQLName
    /// The type that the user declares instead of the one that is derived from the field's type.
    package var declaredType: String?
    package var collation: String?
    @ExactIfPresent package var check: String?
    package var generated: GeneratedColumn?

    package init(
        name: SQLName, declaredType: String? = nil, collation: String? = nil, check: String? = nil,
        generated: GeneratedColumn? = nil
    ) {
        self.name = name
        self.declaredType = declaredType
        self.collation = collation
        self.check = check
        self.generated = generated
    }
}

/// https://www.sqlite.org/gencol.html
package struct GeneratedColumn: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case virtual
        case stored
    }

    @ExactText package var expression: String
    package var kind: Kind

    package init(expression: String, kind: Kind = .virtual) {
        self.expression = expression
        self.kind = kind
    }
}

extension JSONPath {
    /// `user.tags[0]`
    package var text: String {
        components.enumerated().map { index, component in
            switch component {
            case .key(let key):
                key.unicodeScalars.reduce(into: index == 0 ? "" : ".") { text, scalar in
                    if ".[]\\".unicodeScalars.contains(scalar) { text += "\\" }
                    text.unicodeScalars.append(scalar)
                }
            case .index(let index): "[\(index)]"
            }
        }.joined()
    }
}
