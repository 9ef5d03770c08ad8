import BenchmarkReport
import Foundation

// What generation costs, and what compiling its output costs.
//
//     GenerationBenchmarks [BENCHMARK] --modelgen=FILE --modules=FOLDER --root=FOLDER [--documents=FOLDER]

/// The value of `--name=value`, or nil.
func optionIfGiven(_ name: String) -> String? {
    for argument in CommandLine.arguments where argument.hasPrefix("--\(name)=") {
        return String(argument.dropFirst(name.count + 3))
    }
    return nil
}

func option(_ name: String) -> String {
    if let value = optionIfGiven(name) { return value }
    print("--\(name)= is missing; make bench gives it")
    exit(2)
}

let root = URL(fileURLWithPath: option("root"))
let modelgen = URL(fileURLWithPath: option("modelgen"))
let modules = URL(fileURLWithPath: option("modules"))
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("modelgen-bench-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

var report = Report(theirs: "against")

func makeModels(_ count: Int, perFile: Int = 20) throws -> URL {
    let models = folder.appendingPathComponent("models\(count)")
    try run(
        "/usr/bin/env", "python3", root.appendingPathComponent("Tests/Benchmarks/make-models").path, "\(count)",
        models.path, "\(perFile)")
    return models
}

func generate(_ models: URL, into output: URL) throws {
    try run(modelgen.path, "generate", models.path, "--output", output.path)
}

func changes(in output: URL) throws -> [String: Date] {
    var times: [String: Date] = [:]
    for file in try FileManager.default.subpathsOfDirectory(atPath: output.path) where file.hasSuffix(".swift") {
        let path = output.appendingPathComponent(file).path
        times[file] = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    return times
}

/// The goal is a second of wall time, whatever the machine.
if report.wants("generate") {
    let models = try makeModels(1000)
    let cold = try (0..<5).map { round in
        try milliseconds { try generate(models, into: folder.appendingPathComponent("cold\(round)")) }
    }
    try report.add(
        "generate.cold", "1,000 models of 12 fields, a second", ours: median(cold), theirs: 1000, goal: 1,
        better: .lower)

    let output = folder.appendingPathComponent("cold0")
    let one = models.appendingPathComponent("items0017.model.yaml")
    var written = 0
    let warm = try (0..<5).map { round in
        let text = try String(contentsOf: one, encoding: .utf8)
        let changed = text.replacingOccurrences(of: "Item number 345", with: "Item number  345")
        try (changed == text ? text.replacingOccurrences(of: "number  345", with: "number 345") : changed)
            .write(to: one, atomically: true, encoding: .utf8)
        let before = try changes(in: output)
        let time = try milliseconds { try generate(models, into: output) }
        written = try changes(in: output).filter { before[$0.key] != $0.value }.count
        return time
    }
    try report.add(
        "generate.warm", "one file of fifty changed, a second", ours: median(warm), theirs: 1000, goal: 1,
        better: .lower)
    try report.add(
        "generate.written", "files written for it, and one", ours: Double(written), theirs: 1, unit: "files", goal: 1,
        better: .lower)
}

/// Ten times as many models.
if report.wants("generate.scale") {
    let (few, many) = try (makeModels(1000), makeModels(10_000))
    let times = try [many, few].map { models in
        let output = folder.appendingPathComponent("scale-\(models.lastPathComponent)")
        return try milliseconds { try generate(models, into: output) }
    }
    try report.add(
        "generate.scale", "10,000 models, against 1,000", ours: times[0], theirs: times[1], goal: 8, better: .lower)
}

/// Every way between ten versions, of ten times as many tables in a chain of foreign keys whose columns are renamed.
if report.wants("check.scale") {
    let times = try [1000, 100].map { count in
        let models = folder.appendingPathComponent("checked\(count)")
        try writeHistories(count, into: models)
        return try milliseconds { try run(modelgen.path, "check", models.path) }
    }
    try report.add(
        "check.scale", "1,000 models, against 100", ours: times[0], theirs: times[1], goal: 12, better: .lower)
}

/// What `generate` takes, from the text to the files, the whole chain walked on SQLite.
if report.wants("migrate.verify") {
    let models = folder.appendingPathComponent("histories")
    try writeHistories(100, into: models)
    let times = try (0..<5).map { round in
        try milliseconds { try generate(models, into: folder.appendingPathComponent("history\(round)")) }
    }
    try report.add(
        "migrate.verify", "100 models, 10 versions, two seconds", ours: median(times), theirs: 2000, goal: 1,
        better: .lower)
}

/// Versions are cheap: eight times as many that each add a field to the same table.
if report.wants("migrate.versions") {
    let (few, many) = (folder.appendingPathComponent("few"), folder.appendingPathComponent("many"))
    try writeVersions(100, into: few)
    try writeVersions(800, into: many)
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for round in 0..<5 {
        ours.append(try milliseconds { try generate(many, into: folder.appendingPathComponent("many\(round)")) })
        theirs.append(try milliseconds { try generate(few, into: folder.appendingPathComponent("few\(round)")) })
    }
    try report.add(
        "migrate.versions", "800 versions, against 100", ours: median(ours), theirs: median(theirs), goal: 10,
        better: .lower)
}

/// As SwiftPM compiles: 100 models in ten files, against the same structs with Codable and Hashable.
if report.wants("compile") {
    let models = try makeModels(100, perFile: 10)
    let ours = try Sources("ours", generating: models)
    let theirs = try Sources("theirs", plain: 100, perFile: 10)
    if report.wants("compile.per100") {
        let debug = try takingTurns(3, ours: ours, theirs: theirs) { try $0.compile(.debug) }
        try report.add(
            "compile.per100", "debug, processor time, against Codable", ours: debug.ours, theirs: debug.theirs,
            goal: 1.6, better: .lower)
    }
    if report.wants("compile.release") {
        let release = try takingTurns(3, ours: ours, theirs: theirs) { try $0.compile(.release) }
        try report.add(
            "compile.release", "release, processor time", ours: release.ours, theirs: release.theirs, goal: 2,
            better: .lower)
    }
    if report.wants("compile.incremental") {
        _ = try (ours.compile(.debug), theirs.compile(.debug))
        var edit = Edit.removing
        let again = try takingTurns(3, ours: ours, theirs: theirs) { sources in
            if sources.name == ours.name {
                edit.turn()
                try sources.edit(models, edit)
            } else {
                try sources.edit(plain: edit)
            }
            return try sources.compile(.incremental)
        }
        try report.add(
            "compile.incremental", "one field added, processor time", ours: again.ours, theirs: again.theirs, goal: 1.5,
            better: .lower)
    }
}

/// The documents of GitHub and Stripe: what an import takes, what generating takes, and what compiling the whole client takes
/// against the same types with Codable and Hashable.
if report.wants("openapi") {
    let documents = optionIfGiven("documents").map { ServiceDocument.all(in: URL(fileURLWithPath: $0)) } ?? []
    if documents.isEmpty {
        say(
            "openapi.github, openapi.stripe, openapi.import: skipped without DOCUMENTS=DIR of github.json and stripe.yaml"
        )
    }
    var (imports, generations): ([Double], [Double]) = ([], [])
    for document in documents {
        let models = folder.appendingPathComponent("\(document.id)-0")
        imports.append(
            median(
                try (0..<3).map { round in
                    try milliseconds {
                        try document.import(into: folder.appendingPathComponent("\(document.id)-\(round)"))
                    }
                }))
        let generated = folder.appendingPathComponent("\(document.id)-generated")
        generations.append(try milliseconds { try generate(models, into: generated) })
        guard report.wants(document.id) else { continue }
        let ours = try Sources(document.id, generating: models)
        let theirs = try Sources("\(document.id)-plain", plainTypesOf: generated)
        let debug = try takingTurns(1, ours: ours, theirs: theirs) { try $0.compile(.debug) }
        try report.add(
            document.id, "debug, processor time, against Codable", ours: debug.ours, theirs: debug.theirs, goal: 2.5,
            better: .lower)
    }
    if let slowest = imports.max(), let generation = generations.max() {
        try report.add(
            "openapi.import", "the slower import, two seconds", ours: slowest, theirs: 2000, goal: 1, better: .lower)
        try report.add(
            "openapi.generate", "the slower generation, a second", ours: generation, theirs: 1000, goal: 1,
            better: .lower)
    }
}
