@_exported import ModelStoredForms

extension ExactText: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// Optional text, which only equals text with the same bytes.
@propertyWrapper package struct ExactIfPresent: Hashable, Sendable, Codable {
    private var text: ExactText?
    package var wrappedValue: String? {
        get { text?.text }
        set { text = newValue.map(ExactText.init(_:)) }
    }

    package init(wrappedValue: String?) { text = wrappedValue.map(ExactText.init(_:)) }
}
