/// What `modelgen init` writes.
enum StartingPoint {
    static func configuration(output: String) -> String {
        """
        # What modelgen reads and writes. Paths are seen from this file's folder.
        inputs: [Models]            # files NAME.model.yaml, or folders that contain them
        output: \(quoted(output))   # each NAME.model.yaml gives NAME.model.swift here

        # The access level of the generated declarations: internal, package or public.
        access: internal

        # What is generated besides the structs; all of it, unless this says less.
        # emit: [json, sqlite, rest]

        # How names follow from the names of fields and models: identity, camelCase or snake_case.
        # naming: { json: snake_case, columns: snake_case, tables: snake_case }

        # Lines above each generated file, as comments.
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
        # What the models are. `modelgen generate` makes Swift of it: structs, their JSON, their tables, their client.
        database:
          name: Example       # gives ExampleDatabase, which opens a file and brings it to the newest version
          version: 1          # raise it with every change of a table that was shipped: `modelgen release` pins it

        api:
          name: ExampleAPI    # ExampleAPI().notes is the client
          baseURL: https://api.example.com

        models:
          Note:
            doc: Something worth remembering.
            table: notes      # without a table, a model is a struct with JSON and nothing else
            primaryKey: id
            fields:
              id: { type: Int64, assigned: server }     # so there is a Note.Draft without it to create
              title: String
              body: { type: String, default: "" }
              isPinned: { type: Bool, default: false, json: pinned }        # its key in JSON
              # A text in JSON. In its column a number, which sorts as the dates do.
              createdAt: { type: Date, transformer: { json: iso8601, sqlite: unixMilliseconds }, index: true }
              tags: { type: "[String]", default: [] }                       # JSON text in its column
              link: URL?      # may be missing in JSON, and NULL in its column
            rest:             # without it, there is no client
              path: notes     # GET notes, GET notes/{id}, POST notes, …
              operations: [list, get, create, update, delete]
              list: { query: { search: String? } }

        """
}
