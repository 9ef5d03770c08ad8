import Foundation
import ModelRuntime

/// The most memory that this process has had so far, in bytes.
private func highestResidentSize() -> Int {
    #if os(Linux)
        // Not getrusage: what it tells begins with the size of the process that started this one.
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

/// Prints by how many bytes decoding the posts in a file raises the peak of a process that holds the file already.
func printPeak(of file: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    let before = highestResidentSize()
    let count = try [Post](json: data).count
    print(count > 0 ? highestResidentSize() - before : 0)
}

/// The same in megabytes, measured in a process of its own.
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
