import BenchmarkReport
import Foundation
import ModelRuntime

// Measures the JSON goals: each compared with Foundation and synthesized Codable, in one run, by medians.

// Called by the memory measurement, in a separate process.
if CommandLine.arguments.dropFirst().first == "--peak" {
    try printPeak(of: CommandLine.arguments[2])
    exit(0)
}

var report = Report(theirs: "Foundation")

/// Compares two closures that process `bytes` of JSON.
@MainActor
func compare(
    _ id: String,
    _ work: String,
    bytes: Int,
    goal: Double,
    better: Better = .higher,
    peer: Peers.Work? = nil,
    ours: () throws -> Void,
    theirs: () throws -> Void
) throws {
    // For profiling one side.
    let isOurs = CommandLine.arguments.contains("--ours")
    if isOurs || CommandLine.arguments.contains("--theirs") {
        for _ in 0..<400 { try isOurs ? ours() : theirs() }
        return
    }
    let times = try takingTurns(7, ours: ours, theirs: theirs)
    let speed = "\(work), \(Int(Double(bytes) / 1000 / times.ours)) MB/s"
    try report.add(id, speed, ours: times.ours, theirs: times.theirs, goal: goal, better: better)
    if let peer { Peers.tell(peer) }
}

/// Compares a closure with another one of ours whose input is `times` smaller or in a better order.
@MainActor
func compareOurs(
    _ id: String,
    _ work: String,
    rounds: Int,
    goal: Double,
    times: Double = 1,
    _ one: () throws -> Void,
    against other: () throws -> Void
) throws {
    let isOne = CommandLine.arguments.contains("--ours")
    if isOne || CommandLine.arguments.contains("--theirs") {
        for _ in 0..<400 { try isOne ? one() : other() }
        return
    }
    let (ours, theirs) = try takingTurns(rounds, ours: one, theirs: other)
    try report.add(id, work, ours: ours, theirs: theirs * times, goal: goal, better: .lower)
}

/// Both sides must return the same value, otherwise the comparison means nothing.
func require(_ condition: Bool, _ what: String) {
    guard condition else {
        print("the results differ: \(what)")
        exit(1)
    }
}

let posts = Documents.posts(100_000)
let decodedPosts = try [Post](json: posts)
let plainPosts = try JSONDecoder().decode([PlainPost].self, from: posts)
require(decodedPosts.count == plainPosts.count && decodedPosts.last?.body == plainPosts.last?.body, "posts")

if report.wants("json.decode") {
    try compare("json.decode", "100,000 posts", bytes: posts.count, goal: 10, peer: .decode("list[Post]", posts)) {
        _ = try [Post](json: posts)
    } theirs: {
        _ = try JSONDecoder().decode([PlainPost].self, from: posts)
    }
}

if report.wants("json.decode.reversed") {
    let reversed = Documents.reversed(posts: 20_000)
    let declared = Documents.posts(20_000)
    let reversedPosts = try [Post](json: reversed)
    require(reversedPosts == Array(decodedPosts.prefix(20_000)), "reversed posts")
    try compareOurs("json.decode.reversed", "keys the other way round, to declared", rounds: 15, goal: 1.1) {
        _ = try [Post](json: reversed)
    } against: {
        _ = try [Post](json: declared)
    }
}

if report.wants("json.decode.inside") {
    let declared = Documents.timeline(5000)
    let reversed = try Timeline(json: declared).reversedJSON()
    let same = try Timeline(json: declared).jsonData()
    require(try Timeline(json: reversed) == Timeline(json: same), "reversed statuses")
    try compareOurs("json.decode.inside", "objects in objects reversed, to declared", rounds: 15, goal: 1.1) {
        _ = try Timeline(json: reversed)
    } against: {
        _ = try Timeline(json: same)
    }
}

if report.wants("json.decode.snowflakes") {
    let data = Documents.snowflakes(100_000)
    let a = try [Snowflake](json: data)
    let b = try JSONDecoder().decode([PlainSnowflake].self, from: data)
    require(zip(a, b).allSatisfy { $0.id == $1.id && $0.at == $1.at && $0.name == $1.name }, "snowflakes")
    try compare("json.decode.snowflakes", "integers of 19 digits", bytes: data.count, goal: 10) {
        _ = try [Snowflake](json: data)
    } theirs: {
        _ = try JSONDecoder().decode([PlainSnowflake].self, from: data)
    }
}

if report.wants("json.decode.unicode") {
    let data = Documents.texts(20_000)
    require(try [String](json: data) == JSONDecoder().decode([String].self, from: data), "texts")
    try compare("json.decode.unicode", "texts that are not ASCII", bytes: data.count, goal: 4) {
        _ = try [String](json: data)
    } theirs: {
        _ = try JSONDecoder().decode([String].self, from: data)
    }
}

if report.wants("json.decode.urls") {
    let data = Documents.links(50_000)
    require(try [URL](json: data) == JSONDecoder().decode([URL].self, from: data), "URLs")
    try compare("json.decode.urls", "URLs", bytes: data.count, goal: 1) {
        _ = try [URL](json: data)
    } theirs: {
        _ = try JSONDecoder().decode([URL].self, from: data)
    }
}

if report.wants("json.decode.nested") {
    let data = Documents.timeline(5000)
    let a = try Timeline(json: data)
    let b = try JSONDecoder().decode(PlainTimeline.self, from: data)
    require(a.statuses.map(\.text) == b.statuses.map(\.text), "statuses")
    try compare(
        "json.decode.nested",
        "5,000 statuses",
        bytes: data.count,
        goal: 6,
        peer: .decode("Timeline", data)
    ) {
        _ = try Timeline(json: data)
    } theirs: {
        _ = try JSONDecoder().decode(PlainTimeline.self, from: data)
    }
}

if report.wants("json.decode.numbers") {
    let data = Documents.rings(150)
    let a = try [[[Double]]](json: data)
    let b = try JSONDecoder().decode([[[Double]]].self, from: data)
    require(a == b, "coordinates")
    try compare(
        "json.decode.numbers",
        "60,000 points",
        bytes: data.count,
        goal: 10,
        peer: .decode("list[list[list[float]]]", data)
    ) {
        _ = try [[[Double]]](json: data)
    } theirs: {
        _ = try JSONDecoder().decode([[[Double]]].self, from: data)
    }
}

if report.wants("json.encode") {
    require(try JSONDecoder().decode([PlainPost].self, from: decodedPosts.jsonData()) == plainPosts, "encoded posts")
    try compare("json.encode", "100,000 posts", bytes: posts.count, goal: 20, peer: .encode("list[Post]", posts)) {
        _ = try decodedPosts.jsonData()
    } theirs: {
        _ = try JSONEncoder().encode(plainPosts)
    }
}

if report.wants("json.encode.dictionaries") {
    let words = try JSONDecoder().decode([[String: Int]].self, from: Documents.dictionaries(20_000))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(words)
    require(try words.jsonData() == data, "dictionaries")
    try compare("json.encode.dictionaries", "dictionaries, sorted keys", bytes: data.count, goal: 20) {
        _ = try words.jsonData()
    } theirs: {
        _ = try encoder.encode(words)
    }
}

if report.wants("json.encode.doubles") {
    let rings = try [[[Double]]](json: Documents.rings(150))
    let data = try JSONEncoder().encode(rings)
    require(try rings.jsonData() == data, "doubles")
    try compare("json.encode.doubles", "60,000 points", bytes: data.count, goal: 20) {
        _ = try rings.jsonData()
    } theirs: {
        _ = try JSONEncoder().encode(rings)
    }
}

if report.wants("json.codable") {
    try compare("json.codable", "through JSONDecoder", bytes: posts.count, goal: 1.2, better: .lower) {
        _ = try JSONDecoder().decode([Post].self, from: posts)
    } theirs: {
        _ = try JSONDecoder().decode([PlainPost].self, from: posts)
    }
}

if report.wants("json.codable.nested") {
    let data = Documents.timeline(5000)
    try compare(
        "json.codable.nested",
        "statuses through JSONDecoder",
        bytes: data.count,
        goal: 1.2,
        better: .lower
    ) {
        _ = try JSONDecoder().decode(Timeline.self, from: data)
    } theirs: {
        _ = try JSONDecoder().decode(PlainTimeline.self, from: data)
    }
}

if report.wants("json.codable.encode") {
    let plain = try JSONEncoder().encode(plainPosts)
    require(try JSONEncoder().encode(decodedPosts).count == plain.count, "posts through JSONEncoder")
    try compare("json.codable.encode", "through JSONEncoder", bytes: plain.count, goal: 1.2, better: .lower) {
        _ = try JSONEncoder().encode(decodedPosts)
    } theirs: {
        _ = try JSONEncoder().encode(plainPosts)
    }
}

// Shows what grows faster than its input: ten times the input compared with ten times the time of the smaller one.
if report.wants("json.scale.objects") {
    let (large, small) = (Documents.smallObjects(1_000_000), Documents.smallObjects(100_000))
    let times = try takingTurns(5) {
        _ = try [Small](json: large)
    } theirs: {
        _ = try [Small](json: small)
    }
    try report.add(
        "json.scale.objects",
        "a million, against 10 x 100,000",
        ours: times.ours,
        theirs: times.theirs * 10,
        goal: 1.5,
        better: .lower
    )
}

// Each object has a value that is skipped and reported with its line.
if report.wants("json.scale.problems") {
    let (large, small) = (Documents.wrongObjects(100_000), Documents.wrongObjects(10_000))
    let problems = JSONReport()
    _ = try [Lax](json: small, reporting: problems)
    require(problems.problems.count == 10_000 && problems.problems.last?.line == 10_001, "problems")
    let times = try takingTurns(5) {
        _ = try [Lax](json: large, reporting: JSONReport())
    } theirs: {
        _ = try [Lax](json: small, reporting: JSONReport())
    }
    try report.add(
        "json.scale.problems",
        "100,000, against 10 x 10,000",
        ours: times.ours,
        theirs: times.theirs * 10,
        goal: 1.5,
        better: .lower
    )
}

if report.wants("json.scale.fields") {
    let (large, small) = (Documents.wideObjects(1000, fields: 200), Documents.wideObjects(10_000, fields: 20))
    require(try [Wide200](json: large).last?.sum == 19_900 && [Wide20](json: small).last?.sum == 190, "wide objects")
    let times = try takingTurns(9) {
        _ = try [Wide200](json: large)
    } theirs: {
        _ = try [Wide20](json: small)
    }
    try report.add(
        "json.scale.fields",
        "200 fields, against 10 x 20",
        ours: times.ours,
        theirs: times.theirs,
        goal: 2,
        better: .lower
    )
}

try PublicDocuments.measure()

if report.wants("json.memory") {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("modelgen-\(UUID().uuidString).json")
    try posts.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try report.add(
        "json.memory",
        "peak above the input, and the input",
        ours: try peak(of: file.path),
        theirs: Double(posts.count) / 1e6,
        unit: "MB",
        goal: 3,
        better: .lower
    )
}
