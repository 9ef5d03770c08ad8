import BenchmarkReport
import Foundation

struct Failure: Error {
    var command: [String]
}

/// Runs a program to its end; prints its output only if it fails.
func run(_ command: String...) throws { try run(command) }

func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    // `waitUntilExit` on Linux looks every 50 ms (its run loop), three times what a short command takes.
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    end.wait()
    guard process.terminationStatus == 0 else {
        FileHandle.standardError.write(said)
        throw Failure(command: command)
    }
}

/// The resources used by all processes so far.
private func usage() -> rusage {
    var usage = rusage()
    #if os(Linux)
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #else
        getrusage(RUSAGE_CHILDREN, &usage)
    #endif
    return usage
}

/// The peak memory of the processes so far, in MB.
func peakMemory() -> Double {
    #if os(Linux)
        Double(usage().ru_maxrss) / 1000
    #else
        Double(usage().ru_maxrss) / 1_000_000
    #endif
}

/// The processor time of all processes so far, user and system, in milliseconds.
private func processorTime() -> Double {
    let usage = usage()
    let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    return seconds * 1000 + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000
}

/// The compiler options that SwiftPM uses.
enum Mode: Sendable {
    /// A clean `swift build`.
    case debug
    /// A clean `swift build -c release`.
    case release
    /// `swift build` after an edit.
    case incremental
}

/// The edit of a model between two builds.
enum Edit {
    case adding, removing

    mutating func turn() { self = self == .adding ? .removing : .adding }
}

/// The files of one module, and its build products.
@MainActor
struct Sources {
    let name: String
    private let sources: URL
    private let products: URL

    private init(_ name: String) throws {
        self.name = name
        sources = folder.appendingPathComponent("compiled-\(name)/sources")
        products = folder.appendingPathComponent("compiled-\(name)/products")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    }

    /// The code that modelgen generates for models.
    init(_ name: String, generating models: URL) throws {
        try self.init(name)
        try generate(models, into: sources)
    }

    /// The same structs with synthesized conformances.
    init(_ name: String, plain count: Int, perFile: Int) throws {
        try self.init(name)
        for start in stride(from: 0, to: count, by: perFile) {
            try write(start..<start + perFile) { plainModel($0) }
        }
    }

    /// The types of generated files with synthesized conformances.
    init(_ name: String, plainTypesOf generated: URL) throws {
        try self.init(name)
        for file in try FileManager.default.contentsOfDirectory(atPath: generated.path) where file.hasSuffix(".swift") {
            let text = try String(contentsOf: generated.appendingPathComponent(file), encoding: .utf8)
            try PlainTypes.text(of: text).write(
                to: sources.appendingPathComponent(file), atomically: true, encoding: .utf8)
        }
    }

    /// Adds a field to model 42, or removes it again, and generates.
    func edit(_ models: URL, _ edit: Edit) throws {
        let file = models.appendingPathComponent("items0004.model.yaml")
        let field = "      title: String\n      subtitle: String?\n"
        var parts = try String(contentsOf: file, encoding: .utf8).replacingOccurrences(
            of: "      subtitle: String?\n", with: ""
        )
        .components(separatedBy: "  Item42:\n")
        if edit == .adding, let place = parts[1].range(of: "      title: String\n") {
            parts[1].replaceSubrange(place, with: field)
        }
        try parts.joined(separator: "  Item42:\n").write(to: file, atomically: true, encoding: .utf8)
        try generate(models, into: sources)
    }

    /// The same for structs with synthesized conformances.
    func edit(plain edit: Edit) throws {
        try write(40..<50) { plainModel($0, hasSubtitle: edit == .adding && $0 == 42) }
    }

    private func write(_ numbers: Range<Int>, _ model: (Int) -> String) throws {
        let file = sources.appendingPathComponent("items\(numbers.lowerBound).swift")
        try "import Foundation\n\n\(numbers.map(model).joined(separator: "\n"))"
            .write(to: file, atomically: true, encoding: .utf8)
    }

    /// The processor time of the compiler, in milliseconds.
    func compile(_ mode: Mode) throws -> Double {
        let files = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
            .sorted()
        if mode != .incremental, FileManager.default.fileExists(atPath: products.path) {
            try FileManager.default.removeItem(at: products)
        }
        try FileManager.default.createDirectory(at: products, withIntermediateDirectories: true)
        let product = { products.appendingPathComponent($0).path }
        var map = ["": ["swift-dependencies": product("module.swiftdeps"), "object": product("module.o")]]
        for file in files {
            map[sources.appendingPathComponent(file).path] = [
                "object": product(file + ".o"), "swift-dependencies": product(file + "deps"),
                "dependencies": product(file + ".d"), "diagnostics": product(file + ".dia"),
            ]
        }
        try JSONEncoder().encode(map).write(to: URL(fileURLWithPath: product("map.json")))
        let optimization =
            mode == .release
            ? ["-O", "-whole-module-optimization"]
            : [
                "-Onone", "-incremental", "-enable-batch-mode", "-enable-testing", "-index-store-path",
                product("index"),
            ]
        let before = processorTime()
        try run(
            ["/usr/bin/env", "swiftc", "-c", "-g", "-j2"] + optimization + [
                "-swift-version", "6", "-module-name", "Large", "-parse-as-library", "-suppress-warnings",
                "-emit-module", "-emit-module-path", product("Large.swiftmodule"), "-output-file-map",
                product("map.json"), "-I", modules.path, "-I", root.appendingPathComponent("Sources/CModelSQLite").path,
            ] + files.map { sources.appendingPathComponent($0).path }
        )
        return processorTime() - before
    }
}

/// The medians of both, alternating.
@MainActor
func takingTurns(
    _ rounds: Int, ours: Sources, theirs: Sources, _ work: (Sources) throws -> Double
) rethrows -> (ours: Double, theirs: Double) {
    var (first, second): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
        first.append(try work(ours))
        second.append(try work(theirs))
    }
    return (median(first), median(second))
}

/// The same model as that of make-models, with synthesized conformances.
func plainModel(_ number: Int, hasSubtitle: Bool = false) -> String {
    """
    public struct Item\(number): Hashable, Sendable, Codable, Identifiable {
        public var id: Int64
        public var parentId: Int64?
        public var title: String
        \(hasSubtitle ? "public var subtitle: String?" : "")
        public var body: String
        public var score: Double
        public var count: Int
        public var isActive: Bool
        public var link: URL?
        public var createdAt: Date
        public var tags: [String]
        public var key: UUID?
        public var note: String?

        enum CodingKeys: String, CodingKey {
            case id, parentId, title, \(hasSubtitle ? "subtitle, " : "")body, score, count
            case isActive = "is_active"
            case link
            case createdAt = "created_at"
            case tags, key, note
        }
    }

    """
}
