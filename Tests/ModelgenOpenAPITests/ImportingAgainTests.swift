import ModelgenDiagnostics
import ModelgenOpenAPI
import ModelgenParsing
import SeededNumbers
import Testing

/// An in-memory folder into which documents are imported one after another.
private struct Folder {
    var files: [String: String] = [:]
    var record = ImportRecord()
    var notes: [String] = []
    /// What the last import wrote or removed.
    var changed: [String] = []
    var foreign: [String] = []

    mutating func load(_ document: String, _ given: OpenAPISelection = OpenAPISelection()) throws {
        let (imported, _) = importOpenAPI(
            SourceFile(path: "api.yaml", text: document), load: { _ in nil },
            selection: { [record] in given.filled(from: record.services[$0]?.selection) }, options: ParsingOptions())
        let fresh = try #require(imported)
        var diagnostics: [Diagnostic] = []
        let texts = fresh.files.map { (name: $0.name + ".model.yaml", text: $0.text) }
        let result = MergedImport(
            texts, over: record.services[fresh.service],
            read: { [files] name in files[name].map { SourceFile(path: name, text: $0) } }, &diagnostics)
        let merged = try #require(result, "\(diagnostics)")
        (notes, foreign, changed) = (merged.notes, merged.foreign, merged.files.map(\.name))
        guard foreign.isEmpty else { return }
        for file in merged.files { files[file.name] = file.text }
        record.services[fresh.service] = ImportRecord.Service(
            document: "api.yaml", selection: fresh.selection, hashes: merged.hashes)
        // What was written is what is read next time.
        let text = SourceFile(path: ImportRecord.fileName, text: record.text)
        let read = try #require(ImportRecord(text, &diagnostics))
        #expect(read == record)
    }

    /// The folder after an import into an empty one.
    static func fresh(_ document: String) throws -> Folder {
        var folder = Folder()
        try folder.load(document)
        return folder
    }

    mutating func edit(_ name: String, _ old: String, _ new: String) throws {
        let text = try #require(files[name])
        try #require(text.contains(old), "\(text)")
        files[name] = text.replacing(old, with: new)
    }
}

/// A document with some schemas, each with a list and a get operation under a tag.
private struct Service {
    struct Resource {
        var name: String
        var tag: String
        var fields: [String]
    }

    var resources: [Resource]

    static let shop = Service(resources: [
        Resource(name: "Book", tag: "books", fields: ["title", "price"]),
        Resource(name: "Author", tag: "books", fields: ["name"]),
        Resource(name: "Loan", tag: "loans", fields: ["until"]),
        Resource(name: "Reader", tag: "loans", fields: ["name", "street"]),
    ])

    var document: String {
        let paths = resources.map { resource in
            let path = resource.name.lowercased() + "s"
            let reference = "{ $ref: '#/components/schemas/\(resource.name)' }"
            return """
                  /\(path):
                    get:
                      operationId: list\(resource.name)s
                      tags: [\(resource.tag)]
                      responses:
                        '200': { description: OK, content: { application/json: { schema: { type: array, items: \(reference) } } } }

                """
        }
        let schemas = resources.map { resource in
            let fields = resource.fields.map { "\($0): { type: string }" }.joined(separator: ", ")
            return
                "    \(resource.name): { type: object, required: [id], properties: { id: { type: integer }, \(fields) } }\n"
        }
        return """
            openapi: 3.0.3
            info: { title: Shop, version: '1' }
            servers: [{ url: https://shop.example.com }]
            paths:
            \(paths.joined())components:
              schemas:
            \(schemas.joined())
            """
    }
}

@Suite("Importing again")
struct ImportingAgainTests {
    @Test("the same document changes nothing")
    func same() throws {
        var folder = try Folder.fresh(Service.shop.document)
        #expect(folder.changed.sorted() == ["books.model.yaml", "loans.model.yaml", "shop-api.model.yaml"])
        let before = folder.files
        try folder.load(Service.shop.document)
        #expect(folder.changed.isEmpty && folder.notes.isEmpty)
        #expect(folder.files == before)
    }

    @Test("a newer document replaces what was not touched, with the bytes of a first import")
    func newer() throws {
        var newer = Service.shop
        newer.resources[0].fields.append("isbn")
        newer.resources.remove(at: 3)
        newer.resources.append(Service.Resource(name: "Fine", tag: "loans", fields: ["cents"]))
        newer.resources.append(Service.Resource(name: "Shelf", tag: "rooms", fields: ["mark"]))
        var folder = try Folder.fresh(Service.shop.document)
        try folder.load(newer.document)
        #expect(folder.notes.isEmpty)
        #expect(folder.files == (try Folder.fresh(newer.document)).files)
    }

    @Test("changes made by hand stay and are reported; the rest of the file is replaced")
    func edited() throws {
        var folder = try Folder.fresh(Service.shop.document)
        try folder.edit("books.model.yaml", "      price: String?\n", "      price: Decimal?  # as it is\n")
        try folder.edit("books.model.yaml", "  Author:\n", "  # A person.\n\n  # Who wrote it.\n  Author:\n")
        folder.files["books.model.yaml"]! += "\n  Mine:\n    fields: { a: Int }\n\n# The end.\n"
        var newer = Service.shop
        newer.resources[0].fields.append("isbn")
        newer.resources[1].fields.append("born")
        try folder.load(newer.document)
        let text = try #require(folder.files["books.model.yaml"])
        #expect(text.contains("price: Decimal?  # as it is\n"))
        #expect(!text.contains("isbn"))
        // A comment above a declaration is a part of it.
        #expect(text.contains("  # A person.\n\n  # Who wrote it.\n  Author:\n") && !text.contains("born"))
        #expect(text.hasSuffix("\n  Mine:\n    fields: { a: Int }\n\n# The end.\n"))
        #expect(
            folder.notes == [
                "books.model.yaml: `Book` was changed by hand and kept; it has also changed in the document:\n"
                    + "    + isbn: String?",
                "books.model.yaml: `Author` was changed by hand and kept; it has also changed in the document:\n"
                    + "    + born: String?",
            ])
        // That is told once; what is told later is what is new then.
        newer.resources[1].fields.remove(at: 0)
        try folder.load(newer.document)
        #expect(
            folder.notes == [
                "books.model.yaml: `Book` was changed by hand and kept",
                "books.model.yaml: `Author` was changed by hand and kept; it has also changed in the document:\n"
                    + "    - name: String?",
            ])
        // When the change is undone, it is the document's again.
        try folder.edit("books.model.yaml", "      price: Decimal?  # as it is\n", "      price: String?\n")
        try folder.load(newer.document)
        #expect(folder.files["books.model.yaml"]?.contains("isbn") == true)
    }

    @Test("declarations removed by hand stay removed; a removed file is written again")
    func removed() throws {
        var folder = try Folder.fresh(Service.shop.document)
        let original = try #require(folder.files["loans.model.yaml"])
        let reader = try #require(original.firstRange(of: "\n  Reader:"))
        folder.files["loans.model.yaml"] = String(original[..<reader.lowerBound])
        folder.files["books.model.yaml"] = nil
        try folder.load(Service.shop.document)
        #expect(folder.changed == ["books.model.yaml"])
        #expect(folder.notes == ["loans.model.yaml: `Reader` was removed by hand and stays removed"])
        #expect(folder.files["books.model.yaml"] == (try Folder.fresh(Service.shop.document)).files["books.model.yaml"])
    }

    @Test("declarations removed from the document are removed from the models, unless they were changed")
    func lost() throws {
        var newer = Service.shop
        newer.resources.removeLast(2)
        var folder = try Folder.fresh(Service.shop.document)
        var other = folder
        try folder.load(newer.document)
        #expect(folder.files["loans.model.yaml"] == nil)
        try other.edit("loans.model.yaml", "      street: String?\n", "")
        try other.load(newer.document)
        #expect(other.files["loans.model.yaml"]?.contains("Reader:") == true)
        #expect(other.files["loans.model.yaml"]?.contains("Loan:") == false)
        #expect(
            other.notes == ["loans.model.yaml: `Reader` was changed by hand and kept; it is no longer in the document"])
    }

    @Test("selections and renames are remembered; new ones take precedence")
    func selection() throws {
        var folder = Folder()
        try folder.load(Service.shop.document, OpenAPISelection(only: ["loans"], renames: ["Loan": "Lending"]))
        #expect(folder.files.values.contains { $0.contains("  Lending:\n") && !$0.contains("  Book:\n") })
        let before = folder.files
        try folder.load(Service.shop.document)
        #expect(folder.files == before)
        try folder.load(Service.shop.document, OpenAPISelection(only: ["books", "loans"]))
        #expect(folder.files.values.contains { $0.contains("  Book:\n") })
        #expect(folder.files.values.contains { $0.contains("  Lending:\n") })
    }

    /// The errors of the folder's files, and the models that they declare.
    private func models(_ folder: Folder) -> (errors: [String], names: Set<String>) {
        let sources = folder.files.map { SourceFile(path: $0.key, text: $0.value) }
        let (schema, problems) = parse(sources, imports: [])
        return (problems.errors.map(\.message), Set(schema?.schema.models.map(\.name.text) ?? []))
    }

    @Test(
        "however somebody writes a file, what is new in the document is added as valid YAML, or reported",
        arguments: [
            // Indented differently.
            { text in
                text.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { $0.hasPrefix("  ") ? "  " + $0 : String($0) }.joined(separator: "\n")
            },
            // In braces.
            { _ in "models: { Book: { fields: { id: Int, title: String? } }, Author: { fields: { id: Int } } }\n" },
            // A key without a value.
            { _ in "# Empty.\nmodels:\n" },
            // Line breaks of Unicode, in a comment.
            { text in text.replacing("models:\n", with: "# a\u{85}# b\u{2028}# c\u{2029}# d\nmodels:\n") },
            // The first declaration ends with text that looks like a comment.
            { text in
                text.replacing("\n  Author:\n", with: "\n    doc: |\n      A.\n\n      # B\n\n  Author:\n")
            },
        ] as [@Sendable (String) -> String])
    func layouts(edit: @Sendable (String) -> String) throws {
        var folder = try Folder.fresh(Service.shop.document)
        let before = try #require(folder.files["books.model.yaml"])
        folder.files["books.model.yaml"] = edit(before)
        let mine = edit(before)
        var newer = Service.shop
        newer.resources.insert(Service.Resource(name: "Shelf", tag: "books", fields: ["mark"]), at: 1)
        for _ in 0..<2 {
            try folder.load(newer.document)
            let (errors, names) = models(folder)
            #expect(errors == [], "\(folder.files)")
            let isTold = folder.notes.contains { $0.contains("`Shelf` must be added") }
            #expect(names.contains("Shelf") != isTold, "\(folder.notes)")
            let after = folder.files["books.model.yaml"]
            if mine.contains("# B") { #expect(after?.contains("      A.\n\n      # B\n\n") == true) }
        }
        let text = try #require(folder.files["books.model.yaml"])
        #expect(!text.contains("models:\n") || text.ranges(of: "models:").count == 1)
    }

    @Test("a declaration removed by hand stays removed if its file is another one in the newer document")
    func movedAfterRemoval() throws {
        var service = Service.shop
        service.resources[2].tag = "books"
        var folder = try Folder.fresh(service.document)
        let text = try #require(folder.files["books.model.yaml"])
        let start = try #require(text.firstRange(of: "\n  Loan:")).lowerBound
        let rest = text[text.index(after: start)...]
        let end = rest.firstRange(of: "\n  Reader:")?.lowerBound ?? text.endIndex
        folder.files["books.model.yaml"] = String(text[..<start] + text[end...])
        try folder.load(service.document)
        #expect(!models(folder).names.contains("Loan"))
        try folder.load(Service.shop.document)
        #expect(!models(folder).names.contains("Loan"), "\(folder.files)")
        #expect(folder.notes == ["loans.model.yaml: `Loan` was removed by hand and stays removed"])
        try folder.load(Service.shop.document)
        #expect(!models(folder).names.contains("Loan"))
    }

    @Test("a file from which everything was removed by hand is still known")
    func emptied() throws {
        var folder = try Folder.fresh(Service.shop.document)
        folder.files["books.model.yaml"] = "# Not needed.\n"
        for _ in 0..<2 {
            try folder.load(Service.shop.document)
            #expect(folder.foreign == [])
            #expect(folder.files["books.model.yaml"] == "# Not needed.\n")
            #expect(folder.notes.count == 2)
        }
    }

    @Test("lines at the top of a file are nobody's: the service still follows the document")
    func head() throws {
        let line = "# yaml-language-server: $schema=modelgen.schema.json\n"
        var folder = try Folder.fresh(Service.shop.document)
        for name in folder.files.keys { folder.files[name] = line + folder.files[name, default: ""] }
        try folder.load(Service.shop.document.replacing("shop.example.com", with: "store.example.com"))
        #expect(folder.notes == [])
        let text = folder.files["shop-api.model.yaml", default: ""]
        #expect(text.hasPrefix(line + "# Imported from Shop.\n"), "\(text)")
        #expect(text.contains("store.example.com"), "\(text)")
    }

    @Test("comments of the user's own stay when the declarations below them leave the document")
    func ownComments() throws {
        var folder = try Folder.fresh(Service.shop.document)
        try folder.edit("books.model.yaml", "models:\n", "# Ask Bob before touching these.\nmodels:\n")
        var newer = Service.shop
        newer.resources.removeFirst(2)
        try folder.load(newer.document)
        let text = try #require(folder.files["books.model.yaml"])
        #expect(text.contains("# Ask Bob before touching these.\n") && !text.contains("models:"), "\(text)")
    }

    @Test("a file that no import wrote is never overwritten")
    func foreign() throws {
        var folder = Folder(files: ["books.model.yaml": "models: { Mine: { fields: { a: Int } } }\n"])
        try folder.load(Service.shop.document)
        #expect(folder.foreign == ["books.model.yaml"])
        #expect(folder.files.count == 1)
    }

    @Test("an import that was killed after it wrote some of its files is completed by the next one")
    func killed() throws {
        let both = OpenAPISelection(only: ["books", "loans"])
        var whole = Folder()
        try whole.load(Service.shop.document, both)
        var folder = Folder()
        try folder.load(Service.shop.document, OpenAPISelection(only: ["books"]))
        for (name, text) in whole.files.sorted(by: { $0.key < $1.key }) {
            folder.files[name] = text
            var next = folder
            try next.load(Service.shop.document, both)
            #expect(next.foreign == [])
            #expect(next.files == whole.files)
            #expect(next.record == whole.record)
        }
    }

    @Test("Windows line breaks are not a change by hand")
    func windows() throws {
        var folder = try Folder.fresh(Service.shop.document)
        folder.files = folder.files.mapValues { $0.replacing("\n", with: "\r\n") }
        var newer = Service.shop
        newer.resources[0].fields.append("isbn")
        try folder.load(newer.document)
        #expect(folder.notes.isEmpty)
        #expect(folder.files["books.model.yaml"]?.contains("isbn") == true)
    }

    @Test("whatever changes on both sides, handwritten lines stay, and the document's are there", arguments: 1...20)
    func random(seed: UInt64) throws {
        var dice = SeededNumbers(seed: seed)
        var service = Service.shop
        var folder = try Folder.fresh(service.document)
        /// What was written by hand, by file.
        var written: [String: [String]] = [:]
        for round in 0..<6 {
            for file in folder.files.keys.sorted() where dice.oneIn(3) {
                let lines = folder.files[file, default: ""].split(separator: "\n", omittingEmptySubsequences: false)
                let fields = lines.indices.filter { lines[$0].hasPrefix("      ") && lines[$0].hasSuffix(": String?") }
                guard let place = fields.isEmpty ? nil : fields[dice.below(fields.count)] else { continue }
                var edited = lines.map(String.init)
                let mine = "      own\(round)x\(seed): Int?  # \(file)"
                edited.insert(mine, at: place)
                folder.files[file] = edited.joined(separator: "\n")
                written[file, default: []].append(mine)
            }
            for index in service.resources.indices where dice.oneIn(3) {
                service.resources[index].fields.append("field\(round)")
            }
            if dice.oneIn(3) { service.resources.remove(at: dice.below(service.resources.count)) }
            if dice.oneIn(2) || service.resources.isEmpty {
                let tag = ["books", "loans", "rooms"][dice.below(3)]
                service.resources.append(Service.Resource(name: "New\(round)", tag: tag, fields: ["a"]))
            }
            if dice.oneIn(4) { service.resources.swapAt(0, service.resources.count - 1) }
            try folder.load(service.document)
            for (file, mine) in written {
                for line in mine { #expect(folder.files[file]?.contains(line) == true, "\(file) lacks \(line)") }
            }
            let all = folder.files.values.joined()
            for resource in service.resources { #expect(all.contains("  \(resource.name):\n"), "round \(round)") }
            let sources = folder.files.map { SourceFile(path: $0.key, text: $0.value) }
            let errors = parse(sources, imports: []).1.errors
            #expect(errors.isEmpty, "\(errors.map(\.message)) \(all)")
            let before = folder.files
            try folder.load(service.document)
            #expect(folder.files == before)
        }
        // Declarations keep their order in a file, even if the document has another one.
        func lines(_ files: [String: String]) -> [String: [Substring]] {
            files.mapValues { $0.split(separator: "\n").sorted() }
        }
        if written.isEmpty { #expect(try lines(folder.files) == lines(Folder.fresh(service.document).files)) }
    }
}

extension SeededNumbers {
    fileprivate mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
