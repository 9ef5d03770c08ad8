import Foundation

/// A line of the table, and of `.build/bench.json`.
public struct Entry: Codable {
    public var id: String
    public var ratio: Double
    public var goal: Double
    public var better: Better
}

/// Which side of its goal a ratio is to be on.
public enum Better: String, Codable {
    /// How many times faster than the other: at least the goal.
    case higher
    /// How many times the other's cost: at most the goal.
    case lower
}

/// The table of one benchmark program, and the list that all of them write together.
public struct Report {
    private let file: URL
    private let only: String?

    /// Begins a table.
    ///
    /// The first argument of the program names a benchmark, or the beginning of some; without it all are run.
    public init(ours: String = "ours", theirs: String = "theirs") {
        file = URL(fileURLWithPath: ".build/bench.json")
        only = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") }
        say(Self.line("benchmark", "", ours, theirs, "ratio", "goal"))
    }

    /// Whether the benchmark is to be run.
    public func wants(_ id: String) -> Bool { only.map { id.hasPrefix($0) } ?? true }

    /// Whether a benchmark whose id begins with `group` is to be run.
    public func wantsSome(of group: String) -> Bool { only.map { group.hasPrefix($0) || $0.hasPrefix(group) } ?? true }

    /// Prints a line and keeps it.
    ///
    /// - Parameters:
    ///   - work: what is done, in a few words.
    ///   - ours: our cost, in `unit`.
    ///   - theirs: the cost of what it is compared with.
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

    /// Adds a line to the list, in which each benchmark stands once.
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

/// Prints a line that is seen at once, also where the output is a file.
public func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// The milliseconds that a work takes.
public func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try work()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
}

/// The value in the middle.
public func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// The medians of two works that take turns and wait, and of the difference of each pair, which a slow moment of the machine
/// hardly changes.
///
/// - Parameter prepare: what comes before each round, and is not measured.
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

/// The medians of two works that take turns, so that a slow moment of the machine meets both.
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
