import Foundation

/// A line of the table, and of `.build/bench.json`.
public struct Entry: Codable {
    public var id: String
    public var ratio: Double
    public var goal: Double
    public var better: Better
}

/// On which side of the goal a ratio must be.
public enum Better: String, Codable {
    /// How many times faster than the other: at least the goal.
    case higher
    /// How many times the other's cost: at most the goal.
    case lower
}

/// The table of one benchmark program, and the list that all of them write.
public struct Report {
    private let file: URL
    private let only: String?

    /// Starts a table.
    ///
    /// The first argument of the program is the id of a benchmark, or a prefix of ids; without it, all are run.
    public init(ours: String = "ours", theirs: String = "theirs") {
        file = URL(fileURLWithPath: ".build/bench.json")
        only = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") }
        say(Self.line("benchmark", "", ours, theirs, "ratio", "goal"))
    }

    /// Whether to run the benchmark.
    public func wants(_ id: String) -> Bool { only.map { id.hasPrefix($0) } ?? true }

    /// Whether to run any benchmark whose id begins with `group`.
    public func wantsSome(of group: String) -> Bool { only.map { group.hasPrefix($0) || $0.hasPrefix(group) } ?? true }

    /// Prints a line and records it.
    ///
    /// - Parameters:
    ///   - work: what is measured, in a few words.
    ///   - ours: our cost, in `unit`.
    ///   - theirs: the cost of the alternative.
    public func add(
        _ id: String,
        _ work: String,
        ours: Double,
        theirs: Double,
        unit: String = "ms",
        goal: Double,
        better: Better
    ) throws {
        let ratio = better == .higher ? theirs / ours : ours / theirs
        let isReached = better == .higher ? ratio >= goal : ratio <= goal
        say(
            Self.line(
                id,
                work,
                "\(Self.number(ours)) \(unit)",
                "\(Self.number(theirs)) \(unit)",
                String(format: "%.2f", ratio),
                (better == .higher ? "≥ " : "≤ ") + String(format: "%.2f", goal)
            ) + (isReached ? "" : "  missed")
        )
        try keep(Entry(id: id, ratio: ratio, goal: goal, better: better))
    }

    private static func number(_ value: Double) -> String { String(format: value < 10 ? "%.2f" : "%.0f", value) }

    private static func line(_ id: String, _ work: String, _ cells: String...) -> String {
        id.padding(toLength: 30, withPad: " ", startingAt: 0) + work.padding(toLength: 38, withPad: " ", startingAt: 0)
            + cells.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
    }

    /// Adds a line to the list, replacing an earlier one of the same benchmark.
    private func keep(_ entry: Entry) throws {
        var all: [Entry] = []
        if FileManager.default.fileExists(atPath: file.path) {
            all = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
        }
        all.removeAll { $0.id == entry.id }
        all.append(entry)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try encoder.encode(all).write(to: file, options: .atomic)
    }
}

/// Prints a line and flushes it, even if the output is a file.
public func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// The time that a closure takes, in milliseconds.
public func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try work()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
}

/// The median.
public func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// The medians of two closures that alternate, with pauses, and of the difference of each pair, which a slow moment of
/// the machine hardly affects.
///
/// - Parameter prepare: runs before each round, and is not measured.
public func takingTurns(
    _ rounds: Int,
    ours: () async throws -> Void,
    theirs: () async throws -> Void,
    prepare: () async throws -> Void = {}
) async throws -> (ours: Double, theirs: Double, difference: Double) {
    func milliseconds(_ work: () async throws -> Void) async throws -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try await work()
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    }
    var (first, second): ([Double], [Double]) = ([], [])
    for round in 0..<rounds {
        try await prepare()
        if round.isMultiple(of: 2) {
            first.append(try await milliseconds(ours))
            second.append(try await milliseconds(theirs))
        } else {
            second.append(try await milliseconds(theirs))
            first.append(try await milliseconds(ours))
        }
    }
    return (median(first), median(second), median(zip(first, second).map { $0 - $1 }))
}

/// The medians of two closures that alternate, so that a slow moment of the machine affects both.
public func takingTurns(
    _ rounds: Int,
    ours: () throws -> Void,
    theirs: () throws -> Void
) rethrows -> (ours: Double, theirs: Double) {
    var (first, second): ([Double], [Double]) = ([], [])
    for round in 0..<rounds {
        if round.isMultiple(of: 2) {
            first.append(try milliseconds(ours))
            second.append(try milliseconds(theirs))
        } else {
            second.append(try milliseconds(theirs))
            first.append(try milliseconds(ours))
        }
    }
    return (median(first), median(second))
}
