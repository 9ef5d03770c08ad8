import Foundation
import ModelFiles
import ModelRuntime
import ModelTransformers
import Testing

@Suite("Storage")
struct StorageTests {
    /// Files, and user defaults in a separate suite.
    enum Place: CaseIterable { case files, defaults }

    static func inStorage(_ place: Place, _ body: (ModelStorage) throws -> Void) throws {
        switch place {
        case .files:
            try inFolder { try body(ModelStorage(directory: $0)) }
        case .defaults:
            let suite = "modelgen-\(UUID().uuidString)"
            defer { UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite) }
            try body(try ModelStorage(suite: suite))
        }
    }

    static func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("storage-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    static func note(_ id: Int64, _ text: String = "text") -> StoredNote { StoredNote(id: id, text: text) }

    @Test("S1: a model is saved, fetched and removed by its id", arguments: Place.allCases)
    func models(place: Place) throws {
        try Self.inStorage(place) { storage in
            let none: StoredNote? = try storage.fetch(12)
            #expect(none == nil)
            try storage.save(Self.note(12, "first"))
            try storage.save(Self.note(12, "second"))
            try storage.save(Self.note(3))
            let kept: StoredNote? = try storage.fetch(12)
            #expect(kept?.text == "second")
            #expect(try storage.all(StoredNote.self).map(\.id) == [3, 12])
            try storage.remove(StoredNote.self, 12)
            try storage.remove(StoredNote.self, 12)
            let gone: StoredNote? = try storage.fetch(12)
            #expect(gone == nil)
            try storage.removeAll(StoredNote.self)
            #expect(try storage.all(StoredNote.self).isEmpty)
        }
    }

    @Test("S1: a collection is saved, fetched and removed by a key", arguments: Place.allCases)
    func collections(place: Place) throws {
        try Self.inStorage(place) { storage in
            try storage.save([Self.note(1), Self.note(2)], as: "front page")
            try storage.save(["a": Self.note(1)], as: "front page")
            #expect(try storage.fetch([StoredNote].self, as: "front page")?.map(\.id) == [1, 2])
            #expect(try storage.fetch([String: StoredNote].self, as: "front page")?.keys.sorted() == ["a"])
            #expect(try storage.fetch([StoredNote].self, as: "other") == nil)
            try storage.remove([StoredNote].self, as: "front page")
            #expect(try storage.fetch([StoredNote].self, as: "front page") == nil)
            #expect(try storage.fetch([String: StoredNote].self, as: "front page") != nil)
        }
    }

    @Test("S1: suites are separate, and an invalid suite is an error")
    func suites() throws {
        let names = ["modelgen-\(UUID().uuidString)", "modelgen-\(UUID().uuidString)"]
        defer { for name in names { UserDefaults(suiteName: name)?.removePersistentDomain(forName: name) } }
        let (first, second) = (try ModelStorage(suite: names[0]), try ModelStorage(suite: names[1]))
        try first.save(Self.note(1, "first"))
        try second.save(Self.note(1, "second"))
        let one: StoredNote? = try first.fetch(1)
        let again: StoredNote? = try ModelStorage(suite: names[1]).fetch(1)
        #expect(one?.text == "first")
        #expect(again?.text == "second")
        #expect(throws: StorageError.self) { try ModelStorage(suite: "") }
        #expect(throws: StorageError.self) { try ModelStorage(suite: UserDefaults.globalDomain) }
    }

    static let hostileKeys = [
        "", ".", "..", "../outside", "/etc/passwd", "a/b", "a\\b", "C:\\x", "nul\u{0}byte", "line\nbreak", "a", "A",
        "_a",
        "%", "%41", ".hidden", "con", "ein Schlüssel", "日本語", "👩‍👩‍👧", "\u{202E}rtl", "~", "*?<>|\":", " ", "x.json",
        String(repeating: "k", count: 1024), String(repeating: "ü", count: 512), String(repeating: "/", count: 400),
        String(repeating: "k", count: 200), String(repeating: "k", count: 201),
    ]

    @Test("S1: every key is distinct, and none leaves the directory", arguments: Place.allCases)
    func hostileKeys(place: Place) throws {
        try Self.inStorage(place) { storage in
            for (number, key) in Self.hostileKeys.enumerated() { try storage.save(Int64(number), as: key) }
            for (number, key) in Self.hostileKeys.enumerated() {
                #expect(try storage.fetch(Int64.self, as: key) == Int64(number), "\(key.prefix(20))")
            }
            #expect(try Set(storage.keys(of: Int64.self)) == Set(Self.hostileKeys))
            for key in Self.hostileKeys { try storage.remove(Int64.self, as: key) }
            #expect(try storage.keys(of: Int64.self).isEmpty)
        }
    }

    @Test("S1: all files are inside the directory, with names that every file system accepts")
    func names() throws {
        try Self.inFolder { folder in
            let inner = folder.appendingPathComponent("inner")
            let storage = ModelStorage(directory: inner)
            for key in Self.hostileKeys { try storage.save(1, as: key) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["inner"])
            var lowercased: Set<String> = []
            for path in try FileManager.default.subpathsOfDirectory(atPath: inner.path) where path != ".parts" {
                #expect(lowercased.insert(path.lowercased()).inserted)
                for name in path.split(separator: "/") {
                    #expect(name.utf8.count <= 210)
                    #expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
                    #expect(!name.hasPrefix(".") && !name.contains(".."))
                }
            }
        }
    }

    @Test("S1: a key that is too long is an error that says so; equal strings are the same key")
    func keyLimit() throws {
        try Self.inFolder { folder in
            let storage = ModelStorage(directory: folder)
            let error = #expect(throws: StorageError.self) {
                try storage.save(1, as: String(repeating: "k", count: 1025))
            }
            guard case .keyTooLong(limit: 1024)? = error?.kind else {
                Issue.record("\(String(describing: error))")
                return
            }
            try storage.save(1, as: "u\u{308}")
            #expect(try storage.fetch(Int.self, as: "ü") == 1)
        }
    }

    @Test("S1: a key that is too long for a path in its directory is an error that says so")
    func pathLimit() throws {
        try Self.inFolder { folder in
            var directory = folder
            while directory.path.utf8.count < Int(PATH_MAX) - 900 {
                directory.appendPathComponent(String(repeating: "d", count: 200))
            }
            let storage = ModelStorage(directory: directory)
            for key in ["Ü", "k"].map({ String(repeating: $0, count: 500) }) {
                for use in [
                    { try storage.save(1, as: key) }, { _ = try storage.fetch(Int.self, as: key) },
                    { try storage.remove(Int.self, as: key) },
                ] as [() throws -> Void] {
                    if key.hasPrefix("k") {
                        try use()
                        continue
                    }
                    let error = #expect(throws: StorageError.self) { try use() }
                    guard case .keyTooLong(let limit)? = error?.kind else {
                        Issue.record("\(String(describing: error))")
                        continue
                    }
                    #expect((1..<1000).contains(limit))
                    try storage.save(1, as: String(repeating: "_", count: limit))
                    try storage.save(1, as: String(repeating: "ü", count: limit / 2))
                }
            }
        }
    }

    @Test("S1: readers find the old value or the new one, complete, while many write")
    func atomicity() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("storage-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = ModelStorage(directory: folder)
        try storage.save(Self.note(1, String(repeating: "0", count: 50_000)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for _ in 0..<40 {
                        try storage.save(Self.note(1, String(repeating: "\(writer)", count: 50_000 + writer)))
                    }
                }
            }
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<200 {
                        let note: StoredNote? = try storage.fetch(1)
                        let text = try #require(note).text
                        #expect(Set(text).count == 1 && text.count >= 50_000)
                    }
                }
            }
            try await group.waitForAll()
        }
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(files.filter { $0.hasPrefix(".parts/") }.isEmpty)
    }

    @Test("the temporary files of killed processes are removed after an hour, and those being written stay")
    func leftovers() throws {
        try Self.inFolder { folder in
            let parts = folder.appendingPathComponent(".parts")
            try ModelStorage(directory: folder).save(1, as: "a")
            for (name, age) in [("old", 3700.0), ("new", 60)] {
                let path = parts.appendingPathComponent(name).path
                try Data("half".utf8).write(to: URL(fileURLWithPath: path))
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
            }
            #expect(try ModelStorage(directory: folder).fetch(Int.self, as: "a") == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: parts.path) == ["new"])
        }
    }

    @Test("S1: a truncated file is a typed error with its entry, and has no value")
    func damage() throws {
        try Self.inFolder { folder in
            let storage = ModelStorage(directory: folder)
            try storage.save(Self.note(1, "s3cret"))
            let path = try #require(
                FileManager.default.subpathsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".json") }
            )
            let file = folder.appendingPathComponent(path)
            try Data(contentsOf: file).dropLast(9).write(to: file)
            let error = #expect(throws: StorageError.self) { let _: StoredNote? = try storage.fetch(1) }
            #expect(error?.entry == StorageEntry(kind: "StoredNote", key: "1"))
            #expect(!"\(String(describing: error))".contains("s3cret"))
        }
    }

    @Test("S1: a read-only directory is a typed error")
    func noPermission() throws {
        try Self.inFolder { folder in
            try Data("x".utf8).write(to: folder)
            let error = #expect(throws: StorageError.self) { try ModelStorage(directory: folder).save(1, as: "a") }
            guard case .place? = error?.kind else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("an error does not show the key, which may be a sensitive id")
    func secretKey() throws {
        try Self.inFolder { folder in
            let storage = ModelStorage(directory: folder)
            try storage.save("text", as: "s3cret")
            let file = try #require(
                FileManager.default.subpathsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".json") })
            let path = folder.appendingPathComponent(file).path
            func message(_ body: () throws -> Void) -> String {
                (#expect(throws: StorageError.self) { try body() }).map { "\($0)" } ?? ""
            }
            try Data("{".utf8).write(to: folder.appendingPathComponent(file))
            let unreadable = message { _ = try storage.fetch(String.self, as: "s3cret") }
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let unwritable = message { try storage.save("text", as: "s3cret") }
            let noFile = message { _ = try storage.fetch(String.self, as: "s3cret") }
            for message in [unreadable, unwritable, noFile] {
                #expect(message.hasPrefix("String: "), "\(message)")
                // In a file's name, a digit is itself.
                #expect(!message.contains("s3cret"), "\(message)")
            }
        }
    }

    @Test("S1, M5: a model's transformers apply to stored values")
    func transformers() throws {
        try Self.inFolder { folder in
            let storage = ModelStorage(directory: folder)
            let account = StoredAccount(id: "a", password: "open", seen: Date(timeIntervalSince1970: 1.5))
            try storage.save(account)
            let path = try #require(
                FileManager.default.subpathsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".json") }
            )
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            #expect(text == #"{"id":"a","password":"nepo","seen":1500}"#)
            let same: StoredAccount? = try storage.fetch("a")
            #expect(same == account)
        }
    }

    @Test("S1: one-way fields are stored anyway, also in collections")
    func oneWay() throws {
        try Self.inFolder { folder in
            let storage = ModelStorage(directory: folder)
            let model = OneWayModel(id: 1, seen: Date(timeIntervalSince1970: 5), secret: "s")
            // Over the wire, neither is returned.
            #expect(try model.jsonString() == #"{"id":1,"token":"s"}"#)
            #expect(try OneWayModel(json: #"{"id":1,"token":5}"#) == OneWayModel(id: 1, seen: model.seen, secret: nil))
            try storage.save(model)
            try storage.save([model], as: "a")
            try storage.save(["k": [model]], as: "a")
            let same: OneWayModel? = try storage.fetch(1)
            #expect(same == model)
            #expect(try storage.fetch([OneWayModel].self, as: "a") == [model])
            #expect(try storage.fetch([String: [OneWayModel]].self, as: "a") == ["k": [model]])
        }
    }
}

struct StoredNote: Hashable, Sendable, Identifiable, JSONModel {
    static let jsonFields = JSONFields(StoredNote.self, [JSONField("id"), JSONField("text", traits: .sensitive)])
    var id: Int64
    var text: String

    init(id: Int64, text: String) {
        self.id = id
        self.text = text
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let id: Int64 = try source.field()
        let text: String = try source.field()
        self.init(id: id, text: text)
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
        sink.field(text)
    }
}

private struct Reversed: Transformer {
    func decode(_ source: String) throws -> String { String(source.reversed()) }
    func encode(_ value: String) throws -> String { String(value.reversed()) }
}

private struct StoredAccount: Hashable, Identifiable, JSONModel {
    static let jsonFields = JSONFields(
        StoredAccount.self,
        [JSONField("id"), JSONField("password", traits: .sensitive), JSONField("seen")]
    )
    var id: String
    var password: String
    var seen: Date

    init(id: String, password: String, seen: Date) {
        self.id = id
        self.password = password
        self.seen = seen
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let id: String = try source.field()
        let password: String = try source.field(using: Reversed())
        let seen: Date = try source.field(using: UnixMilliseconds())
        self.init(id: id, password: password, seen: seen)
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
        sink.field(password, using: Reversed())
        sink.field(seen, using: UnixMilliseconds())
    }
}

/// Two fields at one key, one for each direction.
private struct OneWayModel: Hashable, Identifiable, JSONModel {
    static let jsonFields = JSONFields(
        OneWayModel.self,
        [
            JSONField("id"), JSONField("seen", "token", traits: .decodeOnly),
            JSONField("secret", "token", traits: [.encodeOnly, .sensitive]),
        ]
    )
    var id: Int64
    var seen: Date?
    var secret: String?

    init(id: Int64, seen: Date?, secret: String?) {
        self.id = id
        self.seen = seen
        self.secret = secret
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let id: Int64 = try source.field()
        let seen: Date? = try source.fieldIfPresent(using: UnixSeconds())
        let secret: String? = try source.fieldIfPresent()
        self.init(id: id, seen: seen, secret: secret)
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
        sink.fieldIfPresent(seen, using: UnixSeconds())
        sink.fieldIfPresent(secret)
    }
}
