import BenchmarkReport
import Foundation

/// The times of orjson and msgspec for the same bytes, if python3 can import them: for information, without a goal.
///
/// orjson creates dictionaries; msgspec creates objects of declared types, like the models here.
enum Peers {
    /// The operation to measure.
    struct Work {
        var mode: String
        /// The type as declared for msgspec.
        var type: String
        var data: Data

        static func decode(_ type: String, _ data: Data) -> Work { Work(mode: "decode", type: type, data: data) }
        static func encode(_ type: String, _ data: Data) -> Work { Work(mode: "encode", type: type, data: data) }
    }

    /// Prints a line for each installed library.
    static func tell(_ work: Work) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("modelgen-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, work.mode, work.type, file.path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? work.data.write(to: file)) != nil, (try? process.run()) != nil else { return }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        for line in text.split(separator: "\n") { say("  python3: \(line)") }
    }

    private static let script = """
        import statistics, sys, time
        mode, kind, path = sys.argv[1:]
        data = open(path, "rb").read()

        def measure(name, run):
            times = []
            for _ in range(7):
                start = time.perf_counter()
                result = run()
                times.append(time.perf_counter() - start)
                del result
            seconds = statistics.median(times)
            print(f"{name} {mode}s in {seconds * 1e3:.1f} ms, {len(data) / seconds / 1e6:.0f} MB/s", flush=True)

        try:
            import orjson
            value = orjson.loads(data)
            measure("orjson", (lambda: orjson.loads(data)) if mode == "decode" else (lambda: orjson.dumps(value)))
            del value
        except ImportError:
            pass
        try:
            from msgspec import Struct, json

            class Post(Struct):
                id: int; userId: int; title: str; body: str; isPublished: bool; score: float
            class Hashtag(Struct):
                text: str; indices: list[int]
            class Link(Struct):
                url: str; expanded_url: str; indices: list[int]
            class Entities(Struct):
                hashtags: list[Hashtag]; urls: list[Link]
            class User(Struct):
                id: int; name: str; screen_name: str; location: str; description: str; url: str | None
                followers_count: int; verified: bool; profile_image_url: str
            class Status(Struct):
                created_at: str; id: int; text: str; source: str; truncated: bool; in_reply_to_status_id: int | None
                user: User; retweet_count: int; favorited: bool; lang: str; entities: Entities
            class Timeline(Struct):
                statuses: list[Status]

            decoder = json.Decoder(eval(kind))
            encoder = json.Encoder()
            value = decoder.decode(data)
            measure("msgspec", (lambda: decoder.decode(data)) if mode == "decode" else (lambda: encoder.encode(value)))
        except ImportError:
            pass
        """
}
