/// One property of a model, and everything that is derived from it.
package struct Field: Hashable, Sendable, Codable {
    package var name: SwiftName
    package var type: FieldType
    package var documentation: String?
    package var deprecated: String?
    package var json: JSONMapping?
    package var column: Column?
    package var defaultValue: DefaultValue?
    /// The version of the database that added it.
    package var since: Int
    /// What rows older than ``since`` get, where that is not the default.
    package var fill: DefaultValue?
    package var transformer: FieldTransformer?
    package var onInvalid: InvalidValuePolicy
    package var reference: Reference?
    package var assigned: KeyAssignment?
    package var isSensitive: Bool
    package var access: FieldAccess

    package init(
        name: SwiftName, type: FieldType, documentation: String? = nil, deprecated: String? = nil,
        json: JSONMapping? = nil, column: Column? = nil, defaultValue: DefaultValue? = nil, since: Int = 1,
        fill: DefaultValue? = nil, transformer: FieldTransformer? = nil, onInvalid: InvalidValuePolicy = .fail,
        reference: Reference? = nil, assigned: KeyAssignment? = nil, isSensitive: Bool = false,
        access: FieldAccess = .readWrite
    ) {
        self.name = name
        self.type = type
        self.documentation = documentation
        self.deprecated = deprecated
        self.json = json
        self.column = column
        self.defaultValue = defaultValue
        self.since = since
        self.fill = fill
        self.transformer = transformer
        self.onInvalid = onInvalid
        self.reference = reference
        self.assigned = assigned
        self.isSensitive = isSensitive
        self.access = access
    }

    /// Whether a new object is without it.
    package var isFilledByOthers: Bool { isAssigned || column?.generated != nil }

    /// Whether the database or the server gives it its value.
    package var isAssigned: Bool {
        switch assigned {
        case .database, .server: true
        case .caller, nil: false
        }
    }
}

/// Where a field stands in JSON. A field that is not in JSON has none.
package struct JSONMapping: Hashable, Sendable, Codable {
    /// The first that is present and not null is read; the first is written. Never empty.
    package var paths: [JSONPath]
    package var direction: JSONDirection

    package init(paths: [JSONPath], direction: JSONDirection = .both) {
        self.paths = paths
        self.direction = direction
    }
}

/// A way to a value in a JSON document: `user.avatar_image.url`, `related.tags[0]`.
package struct JSONPath: Hashable, Sendable, Codable {
    package var components: [JSONPathComponent]

    package init(_ components: [JSONPathComponent]) { self.components = components }
}

package enum JSONPathComponent: Hashable, Sendable, Codable {
    case key(String)
    case index(Int)
}

package enum JSONDirection: String, Hashable, Sendable, Codable {
    case both
    case decodeOnly
    case encodeOnly
}

/// What happens to a value of JSON that the field cannot hold.
package enum InvalidValuePolicy: String, Hashable, Sendable, Codable, CaseIterable {
    case fail
    case `default`
    case skipElement
}

package enum FieldAccess: String, Hashable, Sendable, Codable {
    case readWrite
    /// Left out of what is sent.
    case readOnly
    /// Left out of what is read.
    case writeOnly
}

/// Who gives a key its value.
package enum KeyAssignment: Hashable, Sendable, Codable {
    case caller
    case server
    case database(autoincrement: Autoincrement)
}

/// Whether a key that was given once may be given again after its row is deleted
/// (https://www.sqlite.org/autoinc.html).
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

/// https://www.sqlite.org/foreignkeys.html#fk_actions, as the schema spells them.
package enum ReferenceAction: String, Hashable, Sendable, Codable, CaseIterable {
    case noAction
    case restrict
    case setNull
    case setDefault
    case cascade

    /// The action as SQL spells it.
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

/// Where a field stands in its table. A field that is not stored has none.
package struct Column: Hashable, Sendable, Codable {
    package var name: SQLName
    /// The type as the user declares it, instead of the one that follows from the field's.
    package var declaredType: String?
    package var collation: String?
    package var check: String?
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

    package var expression: String
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
                (index == 0 ? "" : ".")
                    + key.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.")
            case .index(let index): "[\(index)]"
            }
        }.joined()
    }
}
