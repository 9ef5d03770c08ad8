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

    @Test("each kind of mapping has a unique title, by which it is defined") func titles() {
        let tables = [
            FileKey.keyTable, DatabaseKey.keyTable, DatabaseStepKey.keyTable, EnumKey.keyTable, CaseKey.keyTable,
            TransformerKey.keyTable, ExternalTypeKey.keyTable, APIKey.keyTable, EnvelopeKey.keyTable,
            FailureKey.keyTable, PaginationKey.keyTable, OffsetKey.keyTable, PageKey.keyTable, CursorKey.keyTable,
            AuthenticationKey.keyTable, ModelKey.keyTable, IndexKey.keyTable, TermKey.keyTable, CheckKey.keyTable,
            JSONKey.keyTable, StepKey.keyTable, ChangeKey.keyTable, EarlierKey.keyTable, RelationKey.keyTable,
            QueryKey.keyTable, FieldKey.keyTable, FieldJSONKey.keyTable, FieldIndexKey.keyTable,
            GeneratedKey.keyTable, FieldTransformerKey.keyTable, KindKey.keyTable, ConfigurationKey.keyTable,
            NamingKey.keyTable, RestKey.keyTable,
            RequestKey.keyTable, ParameterKey.keyTable, NestedKey.keyTable, ActionKey.keyTable,
        ]
        #expect(Set(tables.map(\.title)).count == tables.count)
        for table in tables { #expect(table.keys.allSatisfy { $0.doc.hasSuffix(".") }, "\(table.title)") }
    }

    @Test("every form of a string is that of some key, by the same noun") func forms() {
        var nouns: Set<String> = []
        var titles: Set<String> = []
        func visit(_ kind: ValueKind) {
            switch kind {
            case .text(let noun): nouns.insert(noun)
            case .list(let element): visit(element)
            case .map(let keys, let value):
                nouns.insert(keys)
                visit(value)
            case .object(let table):
                if titles.insert(table.title).inserted { for key in table.keys { visit(key.kind) } }
            case .either(let kinds): for kind in kinds { visit(kind) }
            case .boolean, .no, .integer, .number, .choice, .type, .literal: break
            }
        }
        visit(.object(FileKey.keyTable))
        visit(.object(ConfigurationKey.keyTable))
        #expect(Set(TextForm.nouns).subtracting(nouns).isEmpty)
    }
}
