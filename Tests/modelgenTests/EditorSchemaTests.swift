import Foundation
import Testing
import modelgen

@Suite("The JSON Schemas for editors")
struct EditorSchemaTests {
    private let command: Command

    init() throws { command = try Command() }

    private static let names = [
        "modelgen-config.schema.json", "modelgen-lock.schema.json", "modelgen.schema.json",
    ]

    @Test("the checked-in schemas are what the tool writes; if not, run: make schemas")
    func upToDate() throws {
        let outcome = try command.run("export", "schema", "Out", exits: 0)
        #expect(outcome.output == Self.names.map { "Out/\($0)\n" }.joined())
        #expect(try command.files(in: "Out") == Self.names)
        for name in Self.names {
            let checkedIn = Command.package.appending(path: "Schemas/Editor/\(name)")
            #expect(try command.text("Out/\(name)") == String(contentsOf: checkedIn, encoding: .utf8), "\(name)")
        }
        try command.write("", to: "File")
        let file = try command.run("export", "schema", "File", exits: 1)
        #expect(file.errors.hasPrefix("error: File/modelgen-config.schema.json: cannot be written; "))
    }

    @Test(
        "they accept correct input, and refuse unknown keys and wrong kinds", .enabled(if: validator, validatorHint))
    func goldenInputs() throws {
        let right = try inputs(below: "Schemas") + inputs(below: "Tests/Golden").filter { !$0.contains("/Bad_") }
        #expect(right.count > 10)
        #expect(try refused(right, by: "modelgen.schema.json") == [])

        // The others have mistakes that a JSON Schema cannot find: in names, types in strings, YAML itself.
        let wrong = try inputs(below: "Tests/Golden").filter { $0.contains("/Bad_") }
        let told = Set(try refused(wrong, by: "modelgen.schema.json").map(Self.folder(of:)))
        #expect(told.isSuperset(of: ["Bad_UnknownKey", "Bad_WrongType", "Bad_Identifier"]))
        #expect(
            told.isSubset(of: [
                "Bad_UnknownKey", "Bad_WrongType", "Bad_ControlCharacters", "Bad_NotYAML", "Bad_Tabs", "Bad_UTF8",
                "Bad_HostileNames", "Bad_Identifier",
            ]))
    }

    @Test("they accept every good example of a rule", .enabled(if: validator, validatorHint))
    func ruleExamples() throws {
        let rules = try command.run("explain").output.split(separator: "\n")
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        for rule in rules {
            let text = try command.run("explain", rule).output
            guard let bad = text.range(of: "\nWrong:\n\n"), let good = text.range(of: "\nRight:\n\n") else {
                continue
            }
            try command.write(outdented(text[good.upperBound...]), to: "good/\(rule).model.yaml")
            try command.write(outdented(text[bad.upperBound..<good.lowerBound]), to: "bad/\(rule).model.yaml")
        }
        func files(_ name: String) throws -> [String] {
            try command.files(in: name).map { command.folder.appending(path: "\(name)/\($0)").path }
        }
        #expect(try files("good").count > 50)
        #expect(try refused(files("good"), by: "modelgen.schema.json") == [])
        let told = try refused(files("bad"), by: "modelgen.schema.json").map { name in
            String(URL(filePath: name).lastPathComponent.prefix { $0 != "." })
        }
        let accepted = try Set(command.files(in: "bad").map { String($0.prefix { $0 != "." }) }).subtracting(told)
        // The findings of later stages are about versions and SQL.
        let later = findingRules.map(\.id)
        #expect(accepted.subtracting(Self.beyondOneMapping).subtracting(later).sorted() == [])
        #expect(Self.beyondOneMapping.subtracting(accepted).sorted() == [], "the editor tells these now")
    }

    /// Rules whose bad example a JSON Schema cannot reject: they compare names, types, values or versions at different
    /// places, know the names in generated code, or concern bytes that a YAML parser has removed.
    private static let beyondOneMapping: Set<String> = [
        // Names that are declared elsewhere, maybe in another file.
        "missing-api", "missing-database", "unknown-api", "unknown-case", "unknown-database",
        "unknown-field", "unknown-import", "unknown-model", "unknown-reference", "unknown-transformer", "unknown-type",
        "credential-name", "full-text-field", "indexed-field-without-column", "path-field",
        "path-parameter", "keys-parameter", "query-parameter", "change-of-nothing", "rename-of-nothing",
        "discriminator-key", "drop-of-existing",
        // Names that must differ, or that generated code has.
        "column-twice", "duplicate-key", "duplicate-name", "duplicate-raw-value",
        "generated-type-twice", "json-key-twice", "member-twice", "table-twice", "query-name", "reserved-member-name",
        "reserved-type-name", "reserved-database-name", "hidden-row-id",
        // Types of two places.
        "assigned-without-key", "autoincrement-key", "column-affinity", "column-in-change", "cyclic-value",
        "default-mismatch",
        "one-of-alike", "default-needs-code", "dictionary-key-type", "operation-needs-key", "optional-transformer",
        "parameter-form",
        "parameter-type",
        "patch-of-nothing", "patch-of-value", "primary-key-type", "reference-target", "relation-keys", "relation-type",
        "repository-needs-key", "requested-extra", "set-null-on-required", "store-nested", "transformer-mismatch",
        "unfillable-column", "unstable-key", "body-of-operation", "update-and-patch", "save-options",
        // Versions of two places.
        "element-before-table", "feature-too-new", "version-too-low",
        // SQL, Swift, and the bytes of the file.
        "clock-in-schema", "unclosed-swift", "invalid-date-format", "empty-file", "invalid-utf8", "tag-not-supported",
    ]

    @Test(
        "the configuration that init writes matches its schema, one with a wrong key does not",
        .enabled(if: validator, validatorHint))
    func configuration() throws {
        _ = try command.run("init", "App")
        let written = command.folder.appending(path: "App/modelgen.yaml").path
        #expect(try refused([written], by: "modelgen-config.schema.json") == [])
        try command.write(
            command.text("App/modelgen.yaml").replacing("# emit: [json", with: "emit: [xml"), to: "wrong.yaml")
        let wrong = command.folder.appending(path: "wrong.yaml").path
        #expect(try refused([wrong], by: "modelgen-config.schema.json") == [wrong])
    }

    @Test(
        "they accept exactly what check accepts, as far as one mapping shows it", .enabled(if: validator, validatorHint)
    )
    func sameAsCheck() throws {
        let model = "database: { name: D }\nmodels: { A: { table: as, primaryKey: id, fields: { id: Int64, b: String }"
        let client = "api: { name: S }\nmodels: { A: { fields: { id: Int64 }, rest:"
        let models: [(text: String, isRight: Bool)] = [
            ("models: { A: { fields: { a: [[Int]], b: [String: [Int]], c: '[Int]?' } } }", true),
            ("models: { A: { fields: { a: [''] } } }", false), ("models: { A: { fields: { a: [] } } }", false),
            ("models: { A: { fields: { a: [Int, Int] } } }", false),
            ("models: { A: { fields: { a: [null] } } }", false),
            ("models: { A: { fields: { a: [{ type: Int, json: x }] } } }", false),
            ("models: { A: { fields: { a: [{ String: ../x }] } } }", false),
            ("models: { A: { doc: '', fields: { a: { type: Int, json: null } } } }", false),
            ("models: { A: { doc: null, fields: { a: Int } } }", false),
            ("models: { A: { doc: 'null', fields: { a: Int } } }", true),
            ("models: { A: { doc: ~, fields: { a: Int } } }", false),
            ("models: { A: { doc: no, fields: { a: Int } } }", true),
            (model + ", unique: [[b, id]] } }", true), (model + ", unique: [[b, b]] } }", false),
            (model + ", indexes: [{ fields: [] }] } }", false), (model + ", checks: [' '] } }", false),
            (client + " { operations: [list] } } }", true), (client + " { operations: [true] } } }", false),
            (client + " { nested: { b: { returns: Int } } } } }", true),
            (client + " { nested: { b: { path: b } } } } }", false),
            (client + " { tag: '' } } }", true),
            (client + " { path: b, operations: [get], get: { keys: ids } } } }", false),
            (client + " { list: { query: { q: { type: Int, key: '' } } } } } }", false),
            ("api: { name: S, auth: { query: '' } }\nmodels: { A: { fields: { a: Int } } }", false),
            ("models: { A: { fields: { a: { type: Int, default: { swift: '' } } } } }", false),
        ]
        let waiver = "waivers: [{ id: a, at: b,"
        let configurations: [(text: String, isRight: Bool)] = [
            ("inputs: [., ../Models, 'My Models', Modèles, a//b, C:\\a]\noutput: ./ä ö/..", true),
            ("output: ''", false),
            ("inputs: ' '", false), ("templates: null", false), ("header: ['', a]", true),
            (waiver + " reason: c, until: 2026-12-31 }]", true), (waiver + " reason: c, until: soon }]", false),
            (waiver + " reason: c, until: 2026-13-01 }]", false), (waiver + " reason: '' }]", false),
        ]
        for (index, model) in models.enumerated() { try command.write(model.text, to: "M/\(index + 100).model.yaml") }
        let refusedModels = try Set(refused(files(in: "M"), by: "modelgen.schema.json").map(Self.number))
        for (index, model) in models.enumerated() where !model.text.contains("swift: ''") {
            #expect(refusedModels.contains(index + 100) != model.isRight, "\(model.text)")
        }
        for (index, model) in models.enumerated() {
            let outcome = try command.run("check", "M/\(index + 100).model.yaml")
            #expect((outcome.code == 0) == model.isRight, "\(model.text)\n\(outcome.errors)")
        }
        for (index, it) in configurations.enumerated() { try command.write(it.text, to: "C/\(index + 100).yaml") }
        let refusedOnes = try Set(refused(files(in: "C"), by: "modelgen-config.schema.json").map(Self.number))
        for (index, it) in configurations.enumerated() {
            #expect(refusedOnes.contains(index + 100) != it.isRight, "\(it.text)")
            let outcome = try command.run("check", "M/100.model.yaml", "--config", "C/\(index + 100).yaml")
            let isRead = !outcome.errors.contains("[wrong-kind]")
            #expect(isRead == it.isRight, "\(it.text)\n\(outcome.errors)")
        }
    }

    private func files(in folder: String) throws -> [String] {
        try command.files(in: folder).map { command.folder.appending(path: "\(folder)/\($0)").path }
    }

    private static func number(of path: String) -> Int {
        Int(URL(filePath: path).lastPathComponent.prefix { $0 != "." }) ?? 0
    }

    @Test(
        "a released lock matches its schema line by line, one that was edited does not",
        .enabled(if: validator, validatorHint))
    func lock() throws {
        let blog = Command.package.appending(path: "Schemas/Blog").path
        #expect(try command.run("release", blog).code == 0)
        let lines = try command.text("modelgen.lock").split(separator: "\n").map(String.init)
        #expect(lines.count > 50)
        func refusedLines(_ lines: [String]) throws -> Bool {
            // A list in JSON is one in YAML, too.
            try command.write(String(decoding: JSONEncoder().encode(lines), as: UTF8.self), to: "lines.yaml")
            let path = command.folder.appending(path: "lines.yaml").path
            return try !refused([path], by: "modelgen-lock.schema.json").isEmpty
        }
        #expect(try !refusedLines(lines))
        for line in ["Cache migration auto", "target App"] { #expect(try !refusedLines(lines + [line]), "\(line)") }
        #expect(try refusedLines(Array(lines.dropFirst())))
        for wrong in ["Blog 1 colum posts.title", "Blog one hash 0123456789abcdef", "Blog 1 hash 012", "<<<<<<< HEAD"] {
            #expect(try refusedLines(lines + [wrong]), "\(wrong)")
        }
    }

    @Test("every key of every kind of mapping has a description")
    func descriptions() throws {
        var keys = 0
        func look(_ value: Any, _ path: String) {
            if let list = value as? [Any] { for each in list { look(each, path) } }
            guard let object = value as? [String: Any] else { return }
            // Requirements of keys for each other also name properties.
            let isDeclaration = object["additionalProperties"] as? Bool == false
            for (name, property) in isDeclaration ? object["properties"] as? [String: Any] ?? [:] : [:] {
                keys += 1
                let description = (property as? [String: Any])?["description"] as? String
                #expect(description?.hasSuffix(".") == true, "\(path)/\(name)")
            }
            for (name, each) in object { look(each, "\(path)/\(name)") }
        }
        for name in Self.names {
            let file = Command.package.appending(path: "Schemas/Editor/\(name)")
            look(try JSONSerialization.jsonObject(with: Data(contentsOf: file)), name)
        }
        #expect(keys > 150)
    }

    /// Whether python3 has jsonschema, and PyYAML with libyaml.
    private static let validator: Bool = {
        guard let command = try? Command() else { return false }
        defer { command.remove() }
        let outcome = try? command.run(tool: python, "-c", "import jsonschema, yaml; yaml.CSafeLoader")
        return outcome?.code == 0
    }()

    /// The one made by `make python`, or the system's.
    private static let python: String = {
        let own = Command.package.appending(path: ".build/python/bin/python3").path
        return FileManager.default.isExecutableFile(atPath: own) ? own : "python3"
    }()

    private static let validatorHint: Comment = "needs: make python"

    /// The files that a schema does not accept, in the order of their paths.
    private func refused(_ files: [String], by schema: String) throws -> [String] {
        let command = try Command()
        defer { command.remove() }
        let path = Command.package.appending(path: "Schemas/Editor/\(schema)").path
        try command.write(([path] + files.sorted()).joined(separator: "\n"), to: "files")
        let script = Command.package.appending(path: "Tests/Editor/validate.py").path
        let outcome = try command.run(tool: Self.python, script)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    private func inputs(below folder: String) throws -> [String] {
        let root = Command.package.appending(path: folder)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
            .filter { $0.hasSuffix(".model.yaml") && !$0.contains(".build") }.map { root.appending(path: $0).path }
    }

    private static func folder(of path: String) -> String {
        URL(filePath: path).deletingLastPathComponent().lastPathComponent
    }

    private func outdented(_ text: Substring) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : String($0) }.joined(separator: "\n")
    }
}
