import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process of `Tests/OpenAPI/server`, which reads one of this case's documents and nothing else.
struct DocumentServer {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    static let script = folder.appending(path: "../../OpenAPI/server").standardizedFileURL

    /// Without Python, nobody can read the document; the test says so.
    static let isAvailable: Bool = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let found = folders.contains { FileManager.default.isExecutableFile(atPath: $0 + "/python3") }
        if !found { print("SKIPPED: clients are not tested with a server made from their document: no python3") }
        return found
    }()

    /// Runs `body` with the address of a server of the service.
    static func run<Result>(
        _ service: String, _ body: (_ address: String) async throws -> Result
    ) async throws -> Result {
        let (process, address) = try await started(folder.appending(path: "openapi/\(service).json"))
        // Not `terminate`: a child of a thread that blocks signals blocks them as well.
        defer { kill(process, SIGKILL) }
        return try await body(address)
    }

    /// Starts a server, which prints its address when it is ready. Waiting for that takes a separate thread, since
    /// tasks have few.
    private static func started(_ document: URL) async throws -> (process: pid_t, address: String) {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let output = Pipe()
                        let process = Process()
                        process.executableURL = URL(filePath: "/usr/bin/env")
                        process.arguments = ["python3", script.path, document.path]
                        process.standardOutput = output
                        try process.run()
                        var line = Data()
                        while !line.contains(UInt8(ascii: "\n")) {
                            let more = output.fileHandleForReading.availableData
                            guard !more.isEmpty else { throw CocoaError(.executableLoad) }
                            line += more
                        }
                        let address = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
                        return (process.processIdentifier, address)
                    })
            }
        }
    }
}
