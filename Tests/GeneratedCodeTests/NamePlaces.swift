extension NamePlace {
    /// Every kind of place for a name in the schema language.
    static let all: [NamePlace] = declarations + members + parameters

    // MARK: Declarations of a file

    /// Where types occur: as fields, in collections, in relations, in queries, and in requests and responses. One model
    /// for all of them, since they are equivalent for it.
    private static func user(of names: [String], _ number: Int, _ kind: Kind) -> String {
        func each(_ text: String) -> String {
            names.enumerated().map { text.replacing("#", with: "\(number)_\($0)").replacing("@", with: $1) }.joined()
        }
        var lines = """
              ZzUser\(number):
                database: ZzBase
                table: zz_user\(number)
                primaryKey: zzId
                api: ZzAPI
                fields:
                  zzId: { type: Int64, assigned: server }

            """
        lines += each(
            """
                  zzOne#: "@?"
                  zzMany#: "[@]?"
                  zzMap#: "[String: @]?"

            """)
        switch kind {
        case .model: break
        case .stored:
            lines += each("      zzRef#: { type: Int64?, references: \"@.zzId\" }\n")
            lines += "    relations:\n" + each("      zzTo#: { belongsTo: \"@\", by: zzRef# }\n")
        case .enumeration:
            lines += each(
                """
                      zzGiven#: { type: "@", default: zza }
                      zzKeys#: "[@: Int]?"
                      zzSet#: "Set<@>?"

                """)
            lines += "    queries:\n"
            lines += each(
                """
                      zzBy#:
                        sql: "SELECT * FROM zz_user\(number) WHERE zz_id = :zzOne"
                        params: { zzOne: "@" }
                        returns: [ZzUser\(number)]

                """)
        }
        lines += "    rest:\n      path: zzusers\(number)\n      operations: [list, get, create]\n"
        if kind == .enumeration {
            lines += "      list:\n        query:\n"
            lines += each("          zzOne#: { type: \"@\", default: zza }\n          zzMany#: \"[@]?\"\n")
        }
        lines += "      nested:\n" + each("        zzOne#: { responses: { 200: \"[@]\", 202: \"@\", 404: \"@\" } }\n")
        lines += "      actions:\n"
        return lines
            + each(
                """
                        zzSend#: { path: "zz/{id}/a", body: "@", returns: "@" }
                        zzPart#: { path: "zz/{id}/b", upload: { zzFile: Data, zzOther: "@" }, returns: "[@]" }

                """)
    }

    /// What the names of a place name, for those who use them.
    enum Kind { case model, stored, enumeration }

    /// A place for the names of types, which one model uses: `@` is the name, `#` a unique number.
    private static func used(
        _ description: String, as kind: Kind, enums: String = "", types: String = "", models: String = "",
        code: String = ""
    ) -> NamePlace {
        var place = NamePlace(description, capacity: 20) { number, names in
            func each(_ text: String) -> String {
                // An empty line for each name would be a section without entries, which is an error.
                guard !text.isEmpty else { return "" }
                return names.enumerated().map {
                    text.replacing("#", with: "\(number)_\($0)").replacing("@", with: $1)
                }.joined(separator: "\n")
            }
            return SchemaUnit(
                enums: each(enums), types: each(types), models: each(models) + "\n" + user(of: names, number, kind),
                code: code.isEmpty ? "" : names.map { NamePlace.code(code, for: $0) }.joined(separator: "\n"))
        }
        place.isType = true
        return place
    }

    private static let stored = """
          "@":
            database: ZzBase
            api: ZzAPI
            table: zz_named#
            primaryKey: zzId
            patch: true
            draft: true
            repository: true
            fields:
              zzId: { type: Int64, assigned: server }
              zzText: { type: String, unique: true }
              zzSecret: { type: String?, sensitive: true }
              zzDay: { type: Date, transformer: unixMilliseconds, default: 0 }
              zzLink: URL?
              zzParent: "Int64?"
              zzPlace: ZzPlace?
              zzSelf: "[@]?"
            relations: { zzChildren: { hasMany: "@", by: zzParent } }
            queries:
              zzAll: { sql: "SELECT * FROM zz_named#", returns: ["@"] }
              zzCount: { sql: "SELECT count(*) AS zz_n FROM zz_named#", returns: { zzN: Int } }
            rest:
              path: zznamed#
              list: { query: { zzWord: String? } }
              operations: [list, get, create, update, patch, delete, save]
              get: { responses: { 200: "@", 202: ZzPlace, 404: "@" } }
              nested: { zzParts: "[@]" }
              actions: { zzSend: { path: "zz/{id}/send", body: "@", returns: "@" } }
        """

    private static let transformer = """
        nonisolated struct `@`: ModelRuntime.Transformer {
            func decode(_ source: Swift.String) throws -> Swift.String { source }
            func encode(_ value: Swift.String) throws -> Swift.String { value }
        }
        """

    static let declarations: [NamePlace] = [
        used("model with everything", as: .stored, models: stored),
        used(
            "model without table and client", as: .model,
            models: #"  "@": { fields: { zzText: String, zzSelf: "[@]?" } }"#),
        NamePlace(
            one: "model with rows by their rowid",
            models: """
                  "@":
                    database: ZzBase
                    table: zz_named#
                    fullText: [zzText]
                    fields: { zzText: { type: String, unique: true }, zzDay: Date? }
                    queries: { zzAll: { sql: "SELECT * FROM zz_named#", returns: ["@"] } }
                """),
        NamePlace(
            one: "model with a key of several fields",
            models: """
                  "@":
                    database: ZzBase
                    table: zz_named#
                    primaryKey: [zzOne, zzTwo]
                    fields: { zzOne: Int64, zzTwo: String, zzDay: Date? }
                    patch: true
                """),
        NamePlace(
            one: "view",
            models: """
                  "@":
                    database: ZzBase
                    view: "SELECT zz_key, zz_name FROM zz_owner"
                    table: zz_view#
                    fields: { zzKey: Int64, zzName: String }
                """),
        used("closed enum", as: .enumeration, enums: #"  "@": [zza, zzb]"#),
        used(
            "open enum", as: .enumeration, enums: #"  "@": { raw: Int, cases: { zza: 1, zzb: 2 }, unknown: keep }"#),
        used(
            "enum with a case for the rest", as: .enumeration,
            enums: #"  "@": { cases: { zza: a, zzb: b }, unknown: zza }"#),
        used(
            "one of several models", as: .model,
            models: """
                  "@": { json: { discriminator: kind }, oneOf: { a: ZzA#, b: ZzB# } }
                  ZzA#: { fields: { zzText: String } }
                  ZzB#: { fields: { zzMore: "[@]" } }
                """),
        used(
            "one of several types", as: .model,
            models: """
                  "@": { oneOf: { zzText: String, zzDay: { type: Date, transformer: unixSeconds }, zzMore: "[@]", zzA: ZzA# } }
                  ZzA#: { fields: { zzText: String } }
                """),
        NamePlace(
            one: "case of one of several types",
            models: """
                  ZzCases#: { oneOf: { "@": ZzCase#, zzMore: "[ZzCases#]", zzOther: "[String]" } }
                  ZzCase#: { fields: { zzText: String } }
                """),
        NamePlace(
            one: "model that is one of several",
            models: """
                  "@": { fields: { zzText: String } }
                  ZzB#: { fields: { zzMore: "[ZzAny#]" } }
                  ZzAny#: { json: { discriminator: kind }, oneOf: { a: "@", b: ZzB# } }
                """),
        NamePlace(
            one: "database", databases: #"  - { name: "@", version: 2 }"#,
            models: """
                  ZzIn#:
                    database: "@"
                    api: ZzAPI
                    repository: true
                    table: zz_in#
                    primaryKey: zzId
                    fields: { zzId: { type: Int64, assigned: server }, zzText: { type: String, since: 2, fill: a } }
                    migrations: { 2: [{ swift: zzStep }] }
                    rest: { path: zzin#, operations: [list, get] }
                """),
        NamePlace(
            one: "API",
            apis: """
                  - name: "@"
                    baseURL: "https://example.org"
                    pagination: { cursor: { parameter: zzafter, next: next } }
                    auth: [{ name: zzuser, bearer: true }, { name: zzkey, header: X-Key }]
                    repository: true
                """,
            models: """
                  ZzIn#:
                    api: "@"
                    table: false
                    primaryKey: zzId
                    fields: { zzId: { type: Int64, assigned: server }, zzText: String }
                    rest: { path: zzin#, operations: [list, get, create, update, delete, save] }
                """),
        NamePlace(
            one: "transformer", transformers: #"  "@": { from: String, to: String }"#,
            models: """
                  ZzIn#:
                    database: ZzBase
                    api: ZzAPI
                    table: zz_in#
                    primaryKey: zzId
                    patch: true
                    fields:
                      zzId: { type: Int64, assigned: server }
                      zzText: { type: String, transformer: "@" }
                      zzTexts: { type: "[String]", transformer: "@", onInvalid: skipElement }
                    rest:
                      path: zzin#
                      operations: [list, get]
                      list: { query: { zzWord: { type: String?, transformer: "@" } } }
                """,
            code: transformer),
        used(
            "external type", as: .model, types: #"  "@": { json: String, sqlite: TEXT, keepsOrder: true }"#,
            code: """
                nonisolated struct `@`: Swift.Hashable, ModelRuntime.JSONRepresentable, ModelSQLite.SQLiteRepresentable {
                    var text: Swift.String
                    init(jsonForm text: Swift.String) { self.text = text }
                    var jsonForm: Swift.String { text }
                    init(stored text: Swift.String) { self.text = text }
                    var stored: Swift.String { text }
                }
                """),
        NamePlace(
            one: "field called like its enum", enums: #"  "@": [zza, zzb]"#,
            models: """
                  ZzIn#:
                    database: ZzBase
                    api: ZzAPI
                    table: zz_in#
                    primaryKey: zzId
                    patch: true
                    fields: { zzId: { type: Int64, assigned: server }, "@": { type: "@", default: zza, unique: true } }
                    rest: { path: zzin#, operations: [list, get, create], list: { query: { "@": "@?" } } }
                  ZzPlain#: { fields: { "@": "@?" } }
                """),
        NamePlace(
            one: "field called like its model",
            models: """
                  "@": { fields: { zzText: String } }
                  ZzIn#:
                    database: ZzBase
                    table: zz_in#
                    primaryKey: zzId
                    fields: { zzId: Int64, "@": { type: "@?", column: z } }
                  ZzPlain#: { fields: { "@": "[@]" } }
                """),
    ]

    // MARK: Members

    private static func column(_ name: String, _ number: Int) -> String {
        "\"\(name)\": { type: String?, column: zz_c\(number), json: zz_j\(number) }"
    }

    private static func columns(_ names: [String]) -> [String] { names.enumerated().map { column($1, $0) } }

    static let members: [NamePlace] = [
        NamePlace(in: "field") { $0.fields = columns($1) },
        NamePlace(in: "field, the database giving the key") { ($0.key, $0.fields) = (.database, columns($1)) },
        NamePlace(in: "field of rows by their rowid") { ($0.key, $0.fields) = (.rowID, columns($1)) },
        NamePlace(in: "field beside a key of several fields") { ($0.key, $0.fields) = (.composite, columns($1)) },
        NamePlace(in: "field of a model without table") {
            $0.key = .none
            $0.fields = $1.enumerated().map { "\"\($1)\": { type: String?, json: zz_j\($0) }" }
        },
        NamePlace(in: "required field") {
            $0.fields = $1.enumerated().map { "\"\($1)\": { type: Date, column: zz_c\($0), json: zz_j\($0) }" }
        },
        NamePlace(in: "sensitive field") {
            $0.fields = $1.enumerated().map {
                "\"\($1)\": { type: Int, sensitive: true, column: zz_c\($0), default: 1 }"
            }
        },
        NamePlace(in: "unique field") {
            $0.fields = $1.enumerated().map { "\"\($1)\": { type: Date, unique: true, column: zz_c\($0), default: 0 }" }
        },
        NamePlace(in: "fields that are unique together") {
            $0.fields = columns($1)
            $0.uniques = $1.map { "[\"\($0)\", zzText]" }
        },
        NamePlace("key", capacity: 1) { host($0, $1, .server) },
        NamePlace("key that the database gives", capacity: 1) { host($0, $1, .database) },
        NamePlace("key beside another", capacity: 1) { host($0, $1, .composite) },
        NamePlace("key of a model without table", capacity: 1) { host($0, $1, .none) },
        NamePlace("field of a small model") { number, names in
            SchemaUnit(
                models: "  ZzSmall\(number):\n    fields:\n"
                    + names.map { "      \"\($0)\": \"[String: JSON]?\"\n" }.joined())
        },
        NamePlace("case of a closed enum", capacity: 60) { number, names in
            SchemaUnit(enums: "  ZzEnum\(number):\n    cases:\n" + names.map { "      - \"\($0)\"\n" }.joined())
        },
        NamePlace("case of an open enum", capacity: 60) { number, names in
            SchemaUnit(
                enums: "  ZzEnum\(number):\n    raw: Int\n    unknown: keep\n    cases:\n"
                    + names.enumerated().map { "      \"\($1)\": \($0)\n" }.joined())
        },
        NamePlace("case that is a default", capacity: 1) { number, names in
            SchemaUnit(
                enums: "  ZzEnum\(number): { cases: { \"\(names[0])\": a, zzb: b }, unknown: \"\(names[0])\" }",
                models: """
                      ZzIn\(number):
                        fields:
                          zzOne: { type: ZzEnum\(number), default: "\(names[0])" }
                          zzTwo: { type: ZzEnum\(number)?, default: "\(names[0])" }
                    """)
        },
        NamePlace(in: "relation") {
            $0.relations = $1.map { "\"\($0)\": { belongsTo: ZzOwner, by: zzOwner }" }
        },
        NamePlace(in: "query") { host, names in
            host.queries = names.map {
                "\"\($0)\": { sql: \"SELECT * FROM zz_host\(host.number)\", returns: [ZzHost\(host.number)] }"
            }
        },
        NamePlace(in: "query with rows of its own") { host, names in
            host.queries = names.map {
                "\"\($0)\": { sql: \"SELECT count(*) AS zz_n FROM zz_host\(host.number)\", returns: { zzN: Int } }"
            }
        },
        NamePlace(in: "query that changes rows") { host, names in
            host.queries = names.map { "\"\($0)\": { sql: \"DELETE FROM zz_host\(host.number)\" }" }
        },
        NamePlace(in: "column of a query's rows") { host, names in
            host.queries = [
                "zzOwn: { sql: 'SELECT "
                    + names.map { "1 AS \"\($0)\"" }.joined(separator: ", ") + "', returns: [{ "
                    + names.map { "\"\($0)\": Int" }.joined(separator: ", ") + " }] }"
            ]
        },
        NamePlace(in: "nested resource") { $0.nested = $1.map { "\"\($0)\": { returns: \"[ZzPlace]\" }" } },
        NamePlace(in: "nested resource by status") {
            $0.nested = $1.map { "\"\($0)\": { responses: { 200: ZzPlace, 202: none, 404: ZzPlace } }" }
        },
        NamePlace(in: "action") { $0.actions = $1.map { "\"\($0)\": { path: \"zz/{id}/x\", returns: ZzPlace }" } },
        NamePlace(in: "action on all") {
            $0.actions = $1.map { "\"\($0)\": { path: \"zz/x\", returns: \"[ZzPlace]\" }" }
        },
        NamePlace("path, which names the client", capacity: 1) { number, names in
            SchemaUnit(
                models: """
                      ZzIn\(number):
                        api: ZzAPI
                        table: false
                        primaryKey: zzId
                        fields: { zzId: Int64, zzText: String }
                        rest: { path: "zz/\(names[0])", operations: [list, get] }
                    """)
        },
        NamePlace("credential", capacity: 40) { number, names in
            SchemaUnit(
                apis: "  - name: ZzOther\(number)\n    auth:\n"
                    + names.map { "      - { name: \"\($0)\", bearer: true }\n" }.joined(),
                models: """
                      ZzIn\(number):
                        api: ZzOther\(number)
                        table: false
                        primaryKey: zzId
                        fields: { zzId: Int64 }
                        rest: { path: zzin\(number), operations: [list, get], get: { auth: "\(names[0])" } }
                    """)
        },
        NamePlace("step in Swift", capacity: 40) { number, names in
            SchemaUnit(
                databases: "  - { name: ZzSteps\(number), version: 2 }",
                models: "  ZzIn\(number):\n    database: ZzSteps\(number)\n    table: zz_in\(number)\n"
                    + "    primaryKey: zzId\n    fields: { zzId: Int64 }\n    migrations:\n      2:\n"
                    + names.map { "        - { swift: \"\($0)\" }\n" }.joined())
        },
        NamePlace("table and columns that a step finds", capacity: 1) { number, names in
            SchemaUnit(
                databases: "  - { name: ZzSteps\(number), version: 2 }",
                models: """
                      ZzIn\(number):
                        database: ZzSteps\(number)
                        table: "\(names[0])"
                        primaryKey: zzId
                        fields: { zzId: Int64, zzA: { type: String?, column: "\(names[0])" }, zzB: Data? }
                        migrations: { 2: [{ swift: zzStep }] }
                    """)
        },
    ]

    @Sendable private static func host(_ number: Int, _ names: [String], _ key: HostModel.Key) -> SchemaUnit {
        var host = HostModel(number: number)
        host.key = key
        host.keyName = names[0]
        host.isSmall = true
        return SchemaUnit(models: host.text)
    }

    // MARK: Parameters

    private static func list(_ names: [String]) -> String { names.map { "\"\($0)\": String?" }.joined(separator: ", ") }

    static let parameters: [NamePlace] = [
        NamePlace(in: "parameter of a query") { host, names in
            host.queries = names.enumerated().map { number, name in
                "zzQuery\(number): { sql: \"SELECT count(*) AS zz_n FROM zz_host\(host.number) WHERE zz_text = :\(name)\", "
                    + "params: { \"\(name)\": String }, returns: { zzN: Int } }"
            }
        },
        NamePlace(in: "list parameter of a query") { host, names in
            host.queries = names.enumerated().map { number, name in
                "zzQuery\(number): { sql: \"SELECT * FROM zz_host\(host.number) WHERE zz_text IN (:\(name))\", "
                    + "params: { \"\(name)\": \"[String]\" }, returns: [ZzHost\(host.number)] }"
            }
        },
        NamePlace("parameter of a path", capacity: 4) { number, names in
            var host = HostModel(number: number)
            host.hasRepository = false
            host.pathParameters = names.map { "\"\($0)\": String" }
            return SchemaUnit(models: host.text)
        },
        NamePlace(in: "parameter of a list") { $0.listQuery = $1.map { "\"\($0)\": Date?" } },
        NamePlace(in: "parameter of a list that must be given") { $0.listQuery = $1.map { "\"\($0)\": Int" } },
        NamePlace(in: "parameter of an operation") { $0.query = $1.map { "\"\($0)\": String?" } },
        NamePlace(in: "parameter of an operation that must be given") { $0.query = $1.map { "\"\($0)\": String" } },
        NamePlace(in: "header of an operation") {
            $0.headers = $1.enumerated().map { "X-Zz-\($0): { type: String?, name: \"\($1)\" }" }
        },
        NamePlace(in: "parameter of a nested resource") {
            $0.nested = ["zzOne: { returns: \"[ZzPlace]\", query: { \(list($1)) } }"]
        },
        NamePlace(in: "parameter of a nested resource with a body") {
            $0.nested = ["zzOne: { returns: \"[ZzPlace]\", body: ZzPlace, query: { \(list($1)) } }"]
        },
        NamePlace(in: "parameter of an action's path") {
            $0.actions = $1.enumerated().map { number, name in
                "zzAct\(number): { path: \"zz/{\(name)}/x\", params: { \"\(name)\": String }, returns: ZzPlace }"
            }
        },
        NamePlace(in: "parameter of an action") {
            $0.actions = ["zzAct: { path: \"zz/x\", query: { \(list($1)) }, returns: ZzPlace }"]
        },
        NamePlace(in: "field of a form") {
            $0.actions = ["zzAct: { path: \"zz/{id}\", form: { \(list($1)) }, returns: ZzPlace }"]
        },
        NamePlace(in: "part of an upload") {
            $0.actions = [
                "zzAct: { path: \"zz/{id}\", upload: { "
                    + $1.map { "\"\($0)\": Data" }.joined(separator: ", ") + " }, returns: ZzPlace }"
            ]
        },
        NamePlace("parameter of a page", capacity: 1) { number, names in
            SchemaUnit(
                apis:
                    "  - { name: ZzPaged\(number), pagination: { offset: { start: \"\(names[0])\", limit: zzlimit } }, repository: true }",
                models: """
                      ZzIn\(number):
                        api: ZzPaged\(number)
                        table: false
                        primaryKey: zzId
                        fields: { zzId: Int64 }
                        rest: { path: zzin\(number), operations: [list, get], list: { query: { zzWord: String? } } }
                    """)
        },
    ]
}
