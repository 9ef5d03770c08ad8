import Foundation
import ModelgenExporting
import Testing

@testable import ModelgenParsing

@Suite("The JSON Schema for editors")
struct EditorSchemaTests {
    @Test(
        "it is valid JSON, every reference has a definition, and it has the keys of the reader") func schema() throws
    {
        let text = editorSchema(FileKey.keyTable)
        let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let definitions = try #require(root["definitions"] as? [String: Any])
        var references: Set<String> = []
        for part in text.split(separator: "\"#/definitions/").dropFirst() {
            references.insert(String(part.prefix { $0 != "\"" }).replacing("%20", with: " "))
        }
        #expect(references.sorted() == definitions.keys.sorted())
        let field = try #require(definitions["field"] as? [String: Any])
        #expect((field["properties"] as? [String: Any])?.keys.sorted() == FieldKey.allCases.map(\.rawValue).sorted())
        #expect(field["required"] as? [String] == ["type"])
        #expect((root["properties"] as? [String: Any])?.count == FileKey.allCases.count)
    }

    @Test("the configuration has one, too") func configuration() throws {
        let text = editorSchema(ConfigurationKey.keyTable)
        let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect((root["properties"] as? [String: Any])?.count == ConfigurationKey.allCases.count)
    }

    @Test("each kind of mapping has a unique title, and every form of a string is that of some key, by the same noun")
    func titles() {
        var nouns: Set<String> = []
        var keys: [String: [String]] = [:]
        func visit(_ kind: ValueKind) {
            switch kind {
            case .text(let noun): nouns.insert(noun)
            case .list(let element), .set(let element): visit(element)
            case .map(let keys, let value):
                nouns.insert(keys)
                visit(value)
            case .object(let table):
                let names = table.keys.map(\.name)
                if let known = keys[table.title] {
                    #expect(known == names, "\(table.title)")
                } else {
                    keys[table.title] = names
                    #expect(table.keys.allSatisfy { $0.doc.hasSuffix(".") }, "\(table.title)")
                    for key in table.keys { visit(key.kind) }
                }
            case .either(let kinds): for kind in kinds { visit(kind) }
            case .boolean, .no, .integer, .number, .choice, .type, .literal: break
            }
        }
        visit(.object(FileKey.keyTable))
        visit(.object(ConfigurationKey.keyTable))
        #expect(keys.count > 40)
        #expect(Set(TextForm.nouns).subtracting(nouns).isEmpty)
    }
}
