import ModelStoredForms
import ModelgenSchema

extension StoredForm {
    /// The lines of the form in the lock: `stored posts.state⇥enum String`, `holds posts.state⇥…`,
    /// `holds posts.address city⇥String`.
    func facts(of column: String) -> [Fact] {
        [Fact(.stored, column, type)]
            + parts.map { place, part in Fact(.holds, place.isEmpty ? column : "\(column) \(place.text)", part.text) }
    }

    /// How the form differs from another one: in its type, or in some of its parts.
    func text(unlike other: StoredForm) -> String {
        guard type == other.type else { return type }
        return parts.filter { other.parts[$0.key] != $0.value }.sorted { $0.key < $1.key }
            .map { $0.key.isEmpty ? $0.value.text : "\($0.key.text) \($0.value.text)" }.joined(separator: ", ")
    }

    /// The forms in facts, by column.
    static func all(_ facts: [Fact]) -> [ExactText: StoredForm] {
        // A quoted name may contain spaces.
        let parts = Dictionary(grouping: facts.filter { $0.kind.isForm }) { fact in
            ExactText(sqlTokens(fact.subject).prefix(3).map(\.text).joined())
        }
        return parts.compactMapValues { StoredForm($0, of: $0.first { $0.kind == .stored }?.subject ?? "") }
    }

    /// Creates the form of a column from the facts about it. Nil if the lock is older than stored forms.
    init?(_ facts: [Fact], of column: String) {
        guard let own = facts.first(where: { $0.kind == .stored && $0.subject == column }) else { return nil }
        self.init(type: own.value)
        for fact in facts where fact.kind == .holds && (fact.subject == column || fact.subject.hasPrefix(column + " "))
        {
            parts[ExactText(String(fact.subject.dropFirst(column.count + 1)))] = Part(fact.value)
        }
    }
}
