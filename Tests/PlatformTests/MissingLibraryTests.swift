import Foundation
import Testing

@Suite("Libraries that are not installed", .enabled(if: Platform.isBuiltOnLinux))
struct MissingLibraryTests {
    @Test(
        "the first error is the command that installs it",
        arguments: [("CModelgenYAML", "libyaml-dev"), ("CModelSQLite", "libsqlite3-dev")])
    func firstError(module: String, package: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // If no folder is searched, nothing is installed.
        process.arguments = [
            "clang", "-fsyntax-only", "-nostdinc", "-x", "c",
            Sources.package.appending(path: "Sources/\(module)/shim.h").path,
        ]
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let first = text.split(separator: "\n").first { $0.contains("error:") } ?? ""
        #expect(first.contains("sudo apt-get install \(package)"), "\(text)")
        #expect(process.terminationStatus != 0)
    }
}
