import Foundation

struct Failure: Error {
    var command: [String]
}

/// Runs a program to its end, without its output unless it fails.
func run(_ command: String...) throws { try run(command) }

func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        FileHandle.standardError.write(said)
        throw Failure(command: command)
    }
}

/// The processor time of all processes that were run so far, user and system, in milliseconds.
private func processorTime() -> Double {
    var usage = rusage()
    #if os(Linux)
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #else
        getrusage(RUSAGE_CHILDREN, &usage)
    #endif
    let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    return seconds * 1000 + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000
}

/// The processor time, in milliseconds, that compiling a module of these files takes in debug.
@MainActor
func compile(_ files: [URL]) throws -> Double {
    let before = processorTime()
    try run(
        [
            "/usr/bin/env", "swiftc", "-c", "-Onone", "-g", "-wmo", "-swift-version", "6", "-module-name", "Large",
            "-parse-as-library", "-suppress-warnings", "-I", modules.path,
            "-I", root.appendingPathComponent("Sources/CModelSQLite").path,
            "-o", folder.appendingPathComponent("Large.o").path,
        ] + files.map(\.path)
    )
    return processorTime() - before
}

/// The same model as make-models writes, with what the compiler synthesizes.
func plainModel(_ number: Int) -> String {
    """
    public struct Item\(number): Hashable, Sendable, Codable, Identifiable {
        public var id: Int64
        public var parentId: Int64?
        public var title: String
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
            case id, parentId, title, body, score, count
            case isActive = "is_active"
            case link
            case createdAt = "created_at"
            case tags, key, note
        }
    }

    """
}
