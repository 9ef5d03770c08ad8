import Foundation

/// A model with ten versions, with a change of every kind; its table is rebuilt twice.
func modelWithHistory(_ number: Int) -> String {
    """
      Item\(number):
        table: items_\(number)
        primaryKey: id
        fields:
          id: { type: Int64, assigned: database }
          parent: { type: Int64?, references: Item\(max(0, number - 1)).id, onDelete: setNull }
          title: String
          size: { type: Int, default: 0 }
          note: { type: String, since: 2, fill: older, default: "" }
          created: { type: Date, since: 6, default: "2020-01-01T00:00:00Z" }
          code: { type: String?, since: 10, unique: true }
        indexes: [{ fields: [title], since: 4 }]
        checks: [{ sql: "size >= 0", since: 9 }]
        migrations:
          3: [{ rename: { name: title } }]
          5: [{ change: { size: { from: String, using: "CAST(size AS INTEGER)" } } }]
          7: [{ drop: { legacy: Double? } }]
          8: [{ sql: "UPDATE items_\(number) SET title = trim(title)" }]

    """
}

/// A schema of `count` such models, in files of twenty.
func writeHistories(_ count: Int, into folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for start in stride(from: 0, to: count, by: 20) {
        let head = start == 0 ? "database: { name: Large, version: 10 }\n" : ""
        let models = (start..<min(start + 20, count)).map(modelWithHistory).joined()
        try (head + "models:\n" + models)
            .write(to: folder.appendingPathComponent("items\(start).model.yaml"), atomically: true, encoding: .utf8)
    }
}

/// Models that each got a field in each of `count` versions.
func writeVersions(_ count: Int, models: Int, into folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let fields = (2...count).map { "      f\($0): { type: String?, since: \($0) }\n" }.joined()
    let texts = (0..<models).map { number in
        """
          Item\(number):
            table: items_\(number)
            primaryKey: id
            fields:
              id: Int64
        \(fields)
        """
    }
    try ("database: { name: Long, version: \(count) }\nmodels:\n" + texts.joined())
        .write(to: folder.appendingPathComponent("item.model.yaml"), atomically: true, encoding: .utf8)
}

/// A model with `count` fields.
func writeFields(_ count: Int, into folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let fields = (1...count).map { "      field\($0): { type: String?, json: key_\($0) }\n" }.joined()
    try ("models:\n  Wide:\n    fields:\n" + fields)
        .write(to: folder.appendingPathComponent("wide.model.yaml"), atomically: true, encoding: .utf8)
}
