import ModelgenDatabase
import ModelgenSchema
import SeededNumbers

/// A JSON value, as a column or a part of it contains it.
indirect enum StoredDocument: Hashable {
    case null
    case number(Int)
    case text(String)
    case list([StoredDocument])
    case object([String: StoredDocument])

    subscript(path: [String]) -> StoredDocument? {
        get {
            guard let key = path.first else { return self == .null ? nil : self }
            guard case .object(let members) = self else { return nil }
            return members[key]?[Array(path.dropFirst())]
        }
        set {
            guard let key = path.first, let newValue else { return self = newValue ?? .null }
            var members: [String: StoredDocument] = [:]
            if case .object(let all) = self { members = all }
            var inner = members[key] ?? .null
            inner[Array(path.dropFirst())] = newValue
            members[key] = inner
            self = .object(members)
        }
    }
}

/// What a value means to a program, whatever the program calls its parts.
indirect enum StoredMeaning: Hashable {
    case number(Int)
    case text(String)
    case list([StoredMeaning])
    /// By field.
    case object([SwiftName: StoredMeaning])
    /// A field that is nil or has its default.
    case nothing
    /// With the part of the case's name before `_`.
    case union(String, StoredMeaning)
    case unknown(StoredDocument)

    /// Whether a later program that reads this understands the same. It may know more fields.
    func isKept(in later: StoredMeaning) -> Bool {
        switch (self, later) {
        case (.list(let old), .list(let new)): old.count == new.count && zip(old, new).allSatisfy { $0.isKept(in: $1) }
        case (.object(let old), .object(let new)):
            old.allSatisfy { name, value in new[name].map { value.isKept(in: $0) } ?? false }
        case (.union(let old, let value), .union(let new, let other)): old == new && value.isKept(in: other)
        default: self == later
        }
    }
}

/// Writes and reads values of a schema's types as generated code does.
struct StoredProgram {
    var schema: Schema

    private struct Unreadable: Error {}

    private func model(_ name: SwiftName) -> Model? { schema.models.first { $0.name == name } }
    private func enumeration(_ name: SwiftName) -> Enumeration? { schema.enumerations.first { $0.name == name } }

    private static func text(_ literal: Literal) -> String { if case .string(let text) = literal { text } else { "" } }

    // MARK: Writing

    func written(_ type: FieldType, _ random: inout SeededNumbers, depth: Int = 0) -> StoredDocument {
        switch type {
        case .scalar(.int8): .number(random.below(100))
        case .scalar(.int): .number([7, 500][random.below(2)])
        case .scalar(.uuid): .text("uuid")
        case .scalar(.date): .text("date")
        case .scalar: .text(["uuid", "date", "a", "other"][random.below(4)])
        case .optional(let wrapped): random.below(2) == 0 ? .null : written(wrapped, &random, depth: depth)
        case .list(let element): .list((0..<random.below(3)).map { _ in written(element, &random, depth: depth) })
        case .enumeration(let name):
            .text(random.element(of: enumeration(name)?.cases ?? []).map { Self.text($0.rawValue) } ?? "")
        case .model(let name): written(name, &random, depth: depth + 1)
        case .geometry, .external, .set, .dictionary: .null
        }
    }

    private func written(_ name: SwiftName, _ random: inout SeededNumbers, depth: Int) -> StoredDocument {
        guard let model = model(name) else { return .null }
        if let each = random.element(of: model.oneOf) {
            if each.mark == .others { return .object([model.json.discriminator ?? "": .text("strange")]) }
            var document = written(each.type, &random, depth: depth)
            if let key = model.json.discriminator {
                document[[key]] = .text(each.text)
                return document
            }
            // A case that is only written has no meaning that could change.
            guard case .union(let read, _)? = meaning(of: document, as: .model(name)), each.text.hasPrefix(read) else {
                return .null
            }
            return document
        }
        var document = StoredDocument.object([:])
        for field in model.fields {
            let value = written(field.type, &random, depth: depth)
            if value != .null, let path = field.json?.paths.first?.keys { document[path] = value }
        }
        return document
    }

    // MARK: Reading

    func meaning(of document: StoredDocument, as type: FieldType) -> StoredMeaning? {
        try? read(document, type)
    }

    private func read(_ document: StoredDocument, _ type: FieldType) throws -> StoredMeaning {
        switch (type, document) {
        case (.scalar(.int8), .number(let number)) where number < 128: return .number(number)
        case (.scalar(.int), .number(let number)): return .number(number)
        case (.scalar(.uuid), .text("uuid")), (.scalar(.date), .text("date")), (.scalar(.string), .text):
            if case .text(let text) = document { return .text(text) }
        case (.optional(let wrapped), _): return try read(document, wrapped)
        case (.list(let element), .list(let list)): return .list(try list.map { try read($0, element) })
        case (.enumeration(let name), .text(let text)):
            let cases = enumeration(name)?.cases ?? []
            if cases.contains(where: { Self.text($0.rawValue) == text }) { return .text(text) }
            switch enumeration(name)?.unknown {
            case .keep: return .text(text)
            case .fallback(let other):
                if let raw = cases.first(where: { $0.name == other })?.rawValue { return .text(Self.text(raw)) }
            case .fail, nil: break
            }
        case (.model(let name), _):
            if let model = model(name) {
                return try model.oneOf.isEmpty ? object(document, model) : union(document, model)
            }
        default: break
        }
        throw Unreadable()
    }

    private func object(_ document: StoredDocument, _ model: Model) throws -> StoredMeaning {
        guard case .object = document else { throw Unreadable() }
        var values: [SwiftName: StoredMeaning] = [:]
        for field in model.fields {
            let found = field.json?.paths.lazy.compactMap { document[$0.keys] }.first
            if let found {
                values[field.name] = try read(found, field.type)
            } else if !field.type.isOptional, field.defaultValue == nil {
                throw Unreadable()
            } else {
                values[field.name] = .nothing
            }
        }
        return .object(values)
    }

    private func union(_ document: StoredDocument, _ model: Model) throws -> StoredMeaning {
        if let key = model.json.discriminator {
            guard case .text(let text)? = document[[key]] else { throw Unreadable() }
            guard let each = model.oneOf.first(where: { $0.mark == .value(text) }) else {
                if model.oneOf.contains(where: { $0.mark == .others }) { return .unknown(document) }
                throw Unreadable()
            }
            return .union(text, try read(document, each.type))
        }
        let choices = model.choices(StoredForms(schema)).filter { $0.kind == document.kind }
        let choice = choices.first { choice in
            let value = choice.condition?.value.map { value in
                if case .text(let text)? = document[[value.key]] { value.texts.contains(text) } else { false }
            }
            return value ?? true && choice.condition?.presentKey.map { document[[$0]] != nil } ?? true
        }
        for each in choice?.cases ?? [] {
            if let value = try? read(document, each.type) {
                return .union(String(each.text.prefix { $0 != "_" }), value)
            }
        }
        throw Unreadable()
    }
}

extension StoredDocument {
    fileprivate var kind: Choice.Kind? {
        switch self {
        case .null: nil
        case .number: .number
        case .text: .string
        case .list: .array
        case .object: .object
        }
    }
}

extension JSONPath {
    fileprivate var keys: [String] { components.compactMap { if case .key(let key) = $0 { key } else { nil } } }
}
