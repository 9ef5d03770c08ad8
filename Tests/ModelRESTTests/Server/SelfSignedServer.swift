import Foundation
import ModelREST

/// A TLS server on loopback whose certificate nobody has signed: `openssl s_server`.
enum SelfSignedServer {
    static let isAvailable = (try? run(["version"])) != nil

    static func run<Result>(_ body: (_ url: String) async throws -> Result) async throws -> Result {
        let folder = try TemporaryFolder()
        let (key, certificate) = (folder.url.appending(path: "key").path, folder.url.appending(path: "cert").path)
        try run([
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
        ])
        let (input, output) = (Pipe(), Pipe())
        let server = process(["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www"])
        server.standardInput = input
        server.standardOutput = output
        try server.run()
        defer { server.terminate() }
        var words = ""
        // `ACCEPT 127.0.0.1:39037`
        while true {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { throw TransportError(.cannotConnect) }
            words += String(decoding: data, as: UTF8.self)
            if let found = words.firstMatch(of: /ACCEPT 127\.0\.0\.1:([0-9]+)\n/) {
                return try await body("https://127.0.0.1:\(found.1)")
            }
        }
    }

    private static func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardError = FileHandle.nullDevice
        return process
    }

    private static func run(_ arguments: [String]) throws {
        let process = process(arguments)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw POSIXError(.ENOENT) }
    }
}
