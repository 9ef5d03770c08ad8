/// A value of a document that preserves the order of members.
package indirect enum DocumentValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// A number as it is written.
    case number(String)
    case string(String)
    case array([DocumentValue])
    case object([DocumentMember])
}

package struct DocumentMember: Equatable, Sendable {
    package var key: String
    package var value: DocumentValue

    package init(_ key: String, _ value: DocumentValue) {
        self.key = key
        self.value = value
    }
}

extension DocumentValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
    package init(stringLiteral text: String) { self = .string(text) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(arrayLiteral elements: DocumentValue...) { self = .array(elements) }
    package init(dictionaryLiteral members: (String, DocumentValue)...) {
        self = .object(members.map { DocumentMember($0, $1) })
    }

    /// The member of an object.
    subscript(key: String) -> DocumentValue? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.first { $0.key == key }?.value
        }
        set {
            guard case .object(var members) = self else { return }
            let index = members.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(DocumentMember(key, value))
            case (nil, nil): break
            }
            self = .object(members)
        }
    }

    static func strings(_ texts: some Sequence<String>) -> DocumentValue { .array(texts.map { .string($0) }) }
}
