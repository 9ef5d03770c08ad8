extension RandomSchema {
    /// Adds a client with random operations.
    mutating func addClient(_ model: inout Model) {
        let isPlaced = chance(5)
        let placed = model.isStored ? false : isPlaced
        model.options.append("api: \(prefix)API")
        var lines = ["path: \(placed ? "at/{place}/" : "")\(model.name.lowercased())"]
        if placed { lines.append("params: { place: String }") }
        let operations = ["list", "get", "create", "update", "delete", "save"].filter { _ in !chance(3) }
        lines.append("operations: [\((operations.isEmpty ? ["list"] : operations).joined(separator: ", "))]")
        if operations.contains("list"), chance(2) {
            lines.append(
                "list: { query: { ids: \"[Int]?\", day: { type: Date?, transformer: unixSeconds }, tags: { type: \"[String]?\", style: pipeDelimited, explode: false }, mood: { type: \(prefix)Mood, default: good }, view: { const: full } } }"
            )
        }
        if operations.contains("get"), chance(2) {
            lines.append(
                "get: { responses: { 200: \(model.name), 404: \(prefix)Place, default: \(prefix)Place }, headers: { If-None-Match: { type: String? } } }"
            )
        }
        if operations.contains("create"), chance(3) {
            lines.append("create: { responses: { 201: \(model.name), 202: \(prefix)Place, 204: none }, timeout: 5 }")
        }
        if operations.contains("update"), chance(3) {
            lines.append("update: { headers: { X-A: b }, query: { notify: Bool? }, idempotent: true }")
        }
        if operations.contains("delete"), chance(3) { lines.append("delete: { expect: [200, 204] }") }
        if chance(2) {
            lines.append(
                "nested: { parts: \"[\(prefix)Place]\", note: { returns: String, query: { depth: Int? } }, near: { returns: \"[\(model.name)]\", body: \(prefix)Place } }"
            )
        }
        if chance(2) {
            let actions = [
                "run: { path: \"x/{id}/run\", method: POST, returns: \(model.name), doc: Runs it. }",
                "send: { path: \"x/send\", body: \(prefix)Place, responses: { 200: \(prefix)Place, 4XX: \(prefix)Place } }",
                "attach: { path: \"x/{id}/files\", upload: { file: Data, files: \"[Data]?\", more: \(prefix)Place, day: { type: Date, transformer: unixSeconds } }, returns: \(prefix)Place }",
                "cover: { path: \"x/{id}/cover\", upload: Data }", "load: { path: \"x/{id}.bin\", download: true }",
                "fill: { path: \"x/form\", form: { a: Int, b: \"[String]?\" } }",
                "look: { path: \"x/{word}/look\", params: { word: String }, query: { m: \(prefix)Mood? }, returns: JSON }",
            ].filter { _ in chance(2) }
            if !actions.isEmpty { lines.append("actions:\n" + actions.map { "        \($0)\n" }.joined().dropLast()) }
        }
        if !placed, chance(3), operations.contains("list") || operations.contains("get") {
            model.options.append("repository: true")
        }
        model.rest = lines
    }
}
