import Foundation

/// The peak memory of this process, in mebibytes.
enum PeakMemory {
    #if os(Linux)
        /// Forgets earlier peaks (proc_pid_clear_refs(5)).
        static func reset() throws {
            try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        }

        static func read() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
            return (Int(line.split(whereSeparator: { " \t".contains($0) }).dropFirst().first ?? "") ?? 0) / 1024
        }
    #else
        static func reset() throws {}

        static func read() throws -> Int {
            var usage = rusage()
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss >> 20
        }
    #endif

    /// How much the peak during the work exceeds the memory at its beginning.
    static func growth(during work: () async throws -> Void) async throws -> Int {
        try reset()
        let before = try read()
        try await work()
        return try read() - before
    }
}
