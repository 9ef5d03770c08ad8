import Testing

/// The compiler checks each patch field and each entry of a list, but not that there is one for the other.
@Suite("Patched fields")
struct PatchedFieldsTests {
    /// The names of patch fields and the properties that they change.
    private func declared(in text: String) -> [(name: Substring, property: Substring)] {
        text.matches(of: /var (\S+): (?:\w+\.)?PatchField<.+> \{\s+(?:\w+\.)?PatchField\(\s*\\\.([^\s,)]+)/)
            .map { ($0.1, $0.2) }
    }

    /// The names of fields in lists and their patch fields: `title` for `"title": \.title`.
    private func listed(in text: String) -> [(name: Substring, field: Substring)] {
        text.matches(of: /KeyValuePairs<.+\{\n((?:.*\n)+?)    \}\n/).flatMap { list in
            list.1.matches(of: /"([^"]+)"(?s:.*?): (?:nil|\\\.([^\s,\]]+))[,\]]/)
                .compactMap { entry in entry.2.map { (entry.1, $0) } }
        }
    }

    @Test("a list of fields has each patch field of its model under the name of its property, and no other")
    func areListed() throws {
        var count = 0
        for golden in GoldenCase.all {
            for (file, text) in try golden.expected() {
                let (declared, listed) = (declared(in: text), listed(in: text))
                #expect(declared.map(\.name) == listed.map(\.field), "\(golden.testDescription)/\(file)")
                #expect(declared.map(\.name) == declared.map(\.property), "\(golden.testDescription)/\(file)")
                for entry in listed {
                    #expect(entry.name == entry.field.filter { $0 != "`" }, "\(golden.testDescription)/\(file)")
                }
                count += declared.count
            }
        }
        #expect(count > 250)
    }
}
