import Foundation
import Testing

/// Repositories in several processes, and a changing server: what a cache shows always follows the rules.
@Suite("A simulation that is determined by its seed")
struct SimulationTests {
    /// `make simulate` runs more.
    static let seeds = ProcessInfo.processInfo.environment["SIMULATION_SEEDS"].flatMap { UInt64($0) } ?? 30
    static let first = ProcessInfo.processInfo.environment["SIMULATION_FIRST"].flatMap { UInt64($0) } ?? 1

    @Test(
        "whatever happens in whatever order, the cache shows what the server said or what was written since",
        arguments: Keeping.allCases)
    func rightAnswers(_ keeping: Keeping) async throws {
        for seed in Self.first..<(Self.first + Self.seeds) {
            var simulation = Simulation(seed: seed, keeping: keeping)
            guard let wrong = try await simulation.run() else { continue }
            Issue.record("seed \(seed):\n\(wrong)")
            return
        }
    }

    @Test("a seed gives the same run again")
    func determinism() async throws {
        var first = Simulation(seed: 3, fault: .olderAnswerOverwrites)
        var second = Simulation(seed: 3, fault: .olderAnswerOverwrites)
        #expect(try await first.run() == second.run())
        #expect(first.trace == second.trace && !first.trace.isEmpty)
    }

    @Test("each planted fault is found within 200 seeds", arguments: Fault.allCases)
    func faults(_ fault: Fault) async throws {
        for seed in 1...200 as ClosedRange<UInt64> {
            var simulation = Simulation(seed: seed, fault: fault)
            if let wrong = try await simulation.run() {
                #expect(wrong.contains("WRONG: "))
                return
            }
        }
        Issue.record("\(fault) was not found within 200 seeds")
    }
}
