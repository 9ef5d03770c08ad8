/// What `modelgen init` writes.
enum StartingPoint {
    static func configuration(output: String) -> String {
        """
        # What modelgen reads and writes. Paths are relative to this file's folder.
        inputs: [Models]            # files NAME.model.yaml, or folders that contain them
        output: \(quoted(output))   # where NAME.model.swift is written for each NAME.model.yaml

        # The access level of the generated declarations: internal, package or public.
        access: internal

        # What is generated besides the structs; by default, everything.
        # emit: [json, sqlite, rest]

        # How keys, columns and tables are named after fields and models: identity, camelCase or snake_case.
        # naming: { json: snake_case, columns: snake_case, tables: snake_case }

        # Comment lines at the top of each generated file.
        # header: ["Copyright 2026 Example"]

        """
    }

    /// Single-quoted if needed: only the quote itself has a meaning within single quotes (https://yaml.org/spec/1.1,
    /// 9.1.3).
    private static func quoted(_ path: String) -> String {
        let isPlain = path.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar == "/" || scalar == "_")
        }
        if isPlain, !path.isEmpty { return path }
        var text = ""
        for character in path { text += character == "'" ? "''" : String(character) }
        return "'\(text)'"
    }

    /// The libraries that the generated code of ``model`` imports.
    static let products = ["ModelRuntime", "ModelSQLite", "ModelREST"]

    static let model = """
        # From this, `modelgen generate` writes Swift: structs with their JSON mapping, their tables and their client.
        database:
          name: Example       # ExampleDatabase opens a file, and migrates it to the newest version
          version: 1          # raise it when you change a table that has shipped: see `modelgen release`

        api:
          name: ExampleAPI    # ExampleAPI().notes is the client
          baseURL: https://api.example.com

        models:
          Note:
            doc: Something worth remembering.
            table: notes      # without a table, a model is just a struct with a JSON mapping
            primaryKey: id
            fields:
              id: { type: Int64, assigned: server }     # a Note.Draft has no id; use it to create notes
              title: String
              body: { type: String, default: "" }
              isPinned: { type: Bool, default: false, json: pinned }        # `pinned` is its key in JSON
              # A string in JSON, and a number in its column, which sorts like the dates.
              createdAt: { type: Date, transformer: { json: iso8601, sqlite: unixMilliseconds }, index: true }
              tags: { type: "[String]", default: [] }                       # JSON text in its column
              link: URL?      # may be absent in JSON, and NULL in its column
            rest:             # without it, there is no client
              path: notes     # GET notes, GET notes/{id}, POST notes, …
              operations: [list, get, create, update, delete]
              list: { query: { search: String? } }

        """
}
