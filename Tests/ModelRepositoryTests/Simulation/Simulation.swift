import Foundation
import ModelRepository
import SeededNumbers

/// Repositories in several processes on one database, and a server; a seed decides what happens when.
///
/// Each process has a pool on the same file. Requests are sent, answered, delivered and lost in any order, other
/// clients change the server's objects, processes end and restart. After every step that affects a cache, each question
/// is asked, and the result must follow the rules.
///
/// Each run has a few questions and its own mixture of steps, some kinds frequent and others absent: this gives long
/// chains of events that a fixed mixture would hardly ever give ("Swarm Testing", Groce and others, 2012).
struct Simulation {
    let fault: Fault?
    let folder = FileManager.default.temporaryDirectory.appending(path: "simulation-\(UUID().uuidString)")
    let file: URL
    var random: SeededNumbers
    var server = SimulatedServer()
    let keeping: Keeping
    var expected: Expectation
    var processes: [SimulatedProcess] = []
    var flights: [Flight] = []
    var clock = 0
    var questions: [ItemQuestion] = []
    var steps: [Step] = []
    /// Whether the server responds with 304.
    var comparesETags = true
    var asked: [ItemQuestion] = []
    var trace: [String] = []
    var nextFlight = 1

    enum Step {
        case ask, write, merge, answer, deliver, lose, change, restart, empty, jump, update
    }

    struct Wrong: Error, CustomStringConvertible {
        var description: String
    }

    init(seed: UInt64, keeping: Keeping = .database, fault: Fault? = nil) {
        self.keeping = keeping
        expected = Expectation(keeping)
        random = SeededNumbers(seed: seed)
        self.fault = fault
        file = folder.appending(path: "\(fault.map { "\($0)" } ?? "none")-\(seed).sqlite")
    }

    /// Runs this many steps. Returns what was wrong, with everything that happened before; nil if nothing was.
    mutating func run(steps: Int = 70) async throws -> String? {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            for index in 0..<(2 + below(2)) { processes.append(try SimulatedProcess(file, index, keeping, fault)) }
            try await processes[0].begin()
            mix()
            for kind in 0..<Int64(2 + below(4)) { _ = server.create(kind: kind % 2) }
            for step in 0..<steps {
                guard try await self.step() else { continue }
                try await check(from: processes[step % processes.count])
            }
        } catch {
            await close()
            return (trace.suffix(60) + ["WRONG: \(error)"]).joined(separator: "\n")
        }
        await close()
        return nil
    }

    private func close() async {
        for process in processes { await process.close() }
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    mutating func tell(_ text: String) { trace.append("\(trace.count + 1). \(text)") }
}
