extension NamePlace {
    /// Every kind of place for a name in the schema language.
    static let all: [NamePlace] = declarations + members + parameters

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
        NamePlace(
            one: "transformer of a query", transformers: #"  "@": { from: String, to: String }"#,
            models: """
                  ZzIn#:
                    database: ZzBase
                    table: zz_in#
                    primaryKey: zzId
                    draft: true
                    patch: true
                    fields: { zzId: { type: Int64, assigned: database }, zzText: { type: String, unique: true } }
                    queries:
                      zzFind:
                        sql: "SELECT * FROM zz_in# WHERE zz_text = :zzWord"
                        params: { zzWord: { type: String, transformer: "@" } }
                        returns: [ZzIn#]
                      zzTexts:
                        sql: "SELECT trim(zz_text) AS zz_text, 1 AS zz_one FROM zz_in#"
                        returns: [{ zzText: { type: String, transformer: "@" }, zzOne: Int }]
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
}
