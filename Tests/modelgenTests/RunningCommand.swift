import Foundation
import Testing

/// A command that keeps running while the test does something.
struct RunningCommand {
    private let process: Process
    private let folder: URL

    init(_ executable: URL, _ arguments: [String], in folder: URL) throws {
        self.folder = folder
        process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        for name in [".watch-output", ".watch-errors"] { try Data().write(to: folder.appending(path: name)) }
        process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: ".watch-output"))
        process.standardError = try FileHandle(forWritingTo: folder.appending(path: ".watch-errors"))
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    func output() throws -> String { try text(".watch-output") }
    func errors() throws -> String { try text(".watch-errors") }

    func kill(_ signal: Int32) { if process.isRunning { Foundation.kill(process.processIdentifier, signal) } }

    var isRunning: Bool { process.isRunning }

    /// The exit code, once it has ended.
    func code() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Waits until it has printed something, on either stream.
    func waits(for text: String, times: Int = 1, _ location: SourceLocation = #_sourceLocation) throws {
        try waits(location) {
            try (output() + errors()).components(separatedBy: text).count > times
        }
    }

    /// Waits until a condition is true, but not forever.
    func waits(_ location: SourceLocation = #_sourceLocation, until isSo: () throws -> Bool) throws {
        for _ in 0..<1000 {
            if (try? isSo()) == true { return }
            usleep(20_000)
        }
        Issue.record("it did not happen in 20 s; it said: \(try output())\(try errors())", sourceLocation: location)
        throw CancellationError()
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }
}

extension Command {
    func start(_ arguments: String...) throws -> RunningCommand {
        try RunningCommand(Self.executable, arguments, in: folder)
    }
}
