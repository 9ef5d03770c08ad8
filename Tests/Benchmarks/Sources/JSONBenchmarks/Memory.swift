import Foundation
import ModelRuntime

/// The peak memory of this process so far, in bytes.
private func highestResidentSize() -> Int {
    #if os(Linux)
        // Not getrusage: its value starts with the size of the parent process.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }.map { $0 * 1024 }
            ?? 0
    #else
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    #endif
}

/// Prints by how many bytes decoding the posts in a file raises the peak memory of a process that has already read the
/// file.
func printPeak(of file: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    let before = highestResidentSize()
    let count = try [Post](json: data).count
    print(count > 0 ? highestResidentSize() - before : 0)
}

/// The same in megabytes, measured in a separate process.
func peak(of file: String) throws -> Double {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--peak", file]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .infinity) / 1e6
}
