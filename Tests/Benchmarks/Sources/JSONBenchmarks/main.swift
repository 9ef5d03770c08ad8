import Foundation
import ModelRuntime

// Prints what the JSON goals are measured by: each against Foundation with synthesized Codable, in one run, medians.

/// The times of several runs of two works, which take turns so that a slow moment of the machine meets both.
func measure(_ runs: Int = 7, _ first: () throws -> Void, _ second: () throws -> Void) rethrows -> (Double, Double) {
    func seconds(_ work: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try work()
        let time = start.duration(to: .now).components
        return Double(time.seconds) + Double(time.attoseconds) / 1e18
    }
    // For a profile of one side.
    if CommandLine.arguments.contains("--ours") {
        for _ in 0..<runs * 60 { try first() }
        return (1, 1)
    }
    var firsts: [Double] = []
    var seconds2: [Double] = []
    for _ in 0..<runs {
        firsts.append(try seconds(first))
        seconds2.append(try seconds(second))
    }
    return (firsts.sorted()[runs / 2], seconds2.sorted()[runs / 2])
}

struct Entry: Codable {
    var id: String
    var ratio: Double
    var goal: Double
    var better: String
}

var entries: [Entry] = []

func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

func number(_ value: Double, _ digits: Int = 1) -> String {
    String(format: "%.\(digits)f", value)
}

/// Prints a line, and keeps it. `higher` is better for ratios of speed.
@MainActor
func report(_ id: String, bytes: Int, ours: Double, theirs: Double, goal: Double, better: String = "higher") {
    let ratio = better == "higher" ? theirs / ours : ours / theirs
    let isReached = better == "higher" ? ratio >= goal : ratio <= goal
    let speed = Double(bytes) / 1e6
    print(
        id.padding(toLength: 22, withPad: " ", startingAt: 0),
        padded(number(ours * 1000), 8),
        padded(number(theirs * 1000), 10),
        padded(number(speed / ours, 0), 8),
        padded(number(speed / theirs, 0), 8),
        padded(number(ratio, 2), 8),
        padded((better == "higher" ? "≥ " : "≤ ") + number(goal), 8),
        isReached ? "" : " missed"
    )
    entries.append(Entry(id: id, ratio: ratio, goal: goal, better: better))
}

/// What must be equal for a comparison to mean anything.
func require(_ condition: Bool, _ what: String) {
    guard condition else {
        print("the results differ: \(what)")
        exit(1)
    }
}

let only = CommandLine.arguments.dropFirst().first
@MainActor
func wants(_ id: String) -> Bool { only == nil || only == id }

print("work                    ours ms  theirs ms    MB/s    MB/s    ratio     goal")

let posts = Documents.posts(100_000)
let decodedPosts = try [Post](json: posts)
let plainPosts = try JSONDecoder().decode([PlainPost].self, from: posts)
require(decodedPosts.count == plainPosts.count && decodedPosts.last?.body == plainPosts.last?.body, "posts")

if wants("json.decode") {
    let (ours, theirs) = try measure {
        _ = try [Post](json: posts)
    } _: {
        _ = try JSONDecoder().decode([PlainPost].self, from: posts)
    }
    report("json.decode", bytes: posts.count, ours: ours, theirs: theirs, goal: 10)
}

if wants("json.decode.nested") {
    let data = Documents.timeline(5000)
    let a = try Timeline(json: data)
    let b = try JSONDecoder().decode(PlainTimeline.self, from: data)
    require(a.statuses.map(\.text) == b.statuses.map(\.text), "statuses")
    let (ours, theirs) = try measure {
        _ = try Timeline(json: data)
    } _: {
        _ = try JSONDecoder().decode(PlainTimeline.self, from: data)
    }
    report("json.decode.nested", bytes: data.count, ours: ours, theirs: theirs, goal: 6)
}

if wants("json.decode.numbers") {
    let data = Documents.rings(150)
    let a = try [[[Double]]](json: data)
    let b = try JSONDecoder().decode([[[Double]]].self, from: data)
    require(a == b, "coordinates")
    let (ours, theirs) = try measure {
        _ = try [[[Double]]](json: data)
    } _: {
        _ = try JSONDecoder().decode([[[Double]]].self, from: data)
    }
    report("json.decode.numbers", bytes: data.count, ours: ours, theirs: theirs, goal: 10)
}

if wants("json.encode") {
    let (ours, theirs) = try measure {
        _ = try decodedPosts.jsonData()
    } _: {
        _ = try JSONEncoder().encode(plainPosts)
    }
    require(try JSONDecoder().decode([PlainPost].self, from: decodedPosts.jsonData()) == plainPosts, "encoded posts")
    report("json.encode", bytes: posts.count, ours: ours, theirs: theirs, goal: 10)
}

if wants("json.codable") {
    let (ours, theirs) = try measure {
        _ = try JSONDecoder().decode([Post].self, from: posts)
    } _: {
        _ = try JSONDecoder().decode([PlainPost].self, from: posts)
    }
    report("json.codable", bytes: posts.count, ours: ours, theirs: theirs, goal: 1.2, better: "lower")
}

/// Adds the entries to those that other benchmarks have left.
@MainActor
func save() throws {
    let file = URL(fileURLWithPath: ".build/bench.json")
    var all = (try? JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))) ?? []
    all.removeAll { old in entries.contains { $0.id == old.id } }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try encoder.encode(all + entries).write(to: file, options: .atomic)
}
try save()
