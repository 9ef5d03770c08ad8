import BenchmarkReport
import Foundation

// The cost of generating, and of compiling the output.
//
//     GenerationBenchmarks [BENCHMARK] --modelgen=FILE --modelgen-generate=FILE --modules=FOLDER --root=FOLDER
//         [--documents=FOLDER]

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
let pluginTool = URL(fileURLWithPath: option("modelgen-generate"))
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

/// The goal is a second of wall time on any machine.
if ["generate.cold", "generate.edited", "generate.written"].contains(where: report.wants) {
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
    let edited = try (0..<5).map { round in
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
        "generate.edited", "one file of fifty changed, a second", ours: median(edited), theirs: 1000, goal: 1,
        better: .lower)
    try report.add(
        "generate.written", "files written for it, and one", ours: Double(written), theirs: 1, unit: "files", goal: 1,
        better: .lower)
}

/// The plugin's tool after an identical run, as after a checkout.
if report.wants("generate.warm") {
    let files = try makeModels(1000)
    let models = try FileManager.default.contentsOfDirectory(atPath: files.path).sorted()
        .map { files.appendingPathComponent($0).path }
    let output = folder.appendingPathComponent("warm")
    let command = [pluginTool.path] + models + ["--output", output.path]
    var (cold, warm): ([Double], [Double]) = ([], [])
    for _ in 0..<9 {
        try? FileManager.default.removeItem(at: output)
        cold.append(try milliseconds { try run(command) })
        warm.append(try milliseconds { try run(command) })
    }
    try report.add(
        "generate.warm", "1,000 models again, against anew", ours: median(warm), theirs: median(cold), goal: 0.1,
        better: .lower)
}

/// Ten times as many models, and the peak memory.
if ["generate.scale", "generate.memory"].contains(where: report.wants) {
    let (few, many) = try (makeModels(1000), makeModels(10_000))
    var runs = 0
    func generateAnew(_ models: URL) throws {
        runs += 1
        try generate(models, into: folder.appendingPathComponent("scale\(runs)"))
    }
    let times = try takingTurns(3) {
        try generateAnew(many)
    } theirs: {
        try generateAnew(few)
    }
    try report.add(
        "generate.scale", "10,000 models, against 1,000", ours: times.ours, theirs: times.theirs, goal: 8,
        better: .lower)
    // No earlier process needs more memory than these runs.
    try report.add(
        "generate.memory", "10,000 models, 500 MB", ours: peakMemory(), theirs: 500, unit: "MB", goal: 1, better: .lower
    )
}

/// Ten times as many fields in one model.
if report.wants("generate.fields") {
    let (few, many) = (folder.appendingPathComponent("narrow"), folder.appendingPathComponent("wide"))
    try writeFields(800, into: few)
    try writeFields(8000, into: many)
    var runs = 0
    func generateAnew(_ models: URL) throws {
        runs += 1
        try generate(models, into: folder.appendingPathComponent("fields\(runs)"))
    }
    let times = try takingTurns(5) {
        try generateAnew(many)
    } theirs: {
        try generateAnew(few)
    }
    try report.add(
        "generate.fields", "8,000 fields of one model, against 800", ours: times.ours, theirs: times.theirs, goal: 12,
        better: .lower)
}

/// Every path between sixty versions, each of which adds a field to all tables.
if report.wants("check.versions") {
    let models = folder.appendingPathComponent("versioned")
    try writeVersions(60, models: 50, into: models)
    let times = try (0..<3).map { _ in try milliseconds { try run(modelgen.path, "check", models.path) } }
    try report.add(
        "check.versions", "50 models, 60 versions, three seconds", ours: median(times), theirs: 3000, goal: 1,
        better: .lower)
}

/// Every path between ten versions, with ten times as many tables in a chain of foreign keys whose columns are renamed.
if report.wants("check.scale") {
    let times = try [1000, 100].map { count in
        let models = folder.appendingPathComponent("checked\(count)")
        try writeHistories(count, into: models)
        return try milliseconds { try run(modelgen.path, "check", models.path) }
    }
    try report.add(
        "check.scale", "1,000 models, against 100", ours: times[0], theirs: times[1], goal: 12, better: .lower)
}

/// `generate` from the YAML to the files, including the verification of the whole chain on SQLite.
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

/// Versions are cheap: eight times as many, each of which adds a field to the same table.
if report.wants("migrate.versions") {
    let (few, many) = (folder.appendingPathComponent("few"), folder.appendingPathComponent("many"))
    try writeVersions(100, models: 1, into: few)
    try writeVersions(800, models: 1, into: many)
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for round in 0..<5 {
        ours.append(try milliseconds { try generate(many, into: folder.appendingPathComponent("many\(round)")) })
        theirs.append(try milliseconds { try generate(few, into: folder.appendingPathComponent("few\(round)")) })
    }
    try report.add(
        "migrate.versions", "800 versions, against 100", ours: median(ours), theirs: median(theirs), goal: 10,
        better: .lower)
}

/// Compiled like SwiftPM does: 100 models in ten files, compared with the same structs with Codable and Hashable.
if report.wantsSome(of: "compile") {
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

/// The documents of GitHub and Stripe: the cost of importing, of generating, and of compiling the whole client,
/// compared with the same types with Codable and Hashable.
if report.wantsSome(of: "openapi.") {
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
        // Earlier processes are included.
        say("\(document.id): a process of the compiler needs at most \(Int(peakMemory())) MB")
    }
    if let slowest = imports.max(), let generation = generations.max() {
        try report.add(
            "openapi.import", "the slower import, two seconds", ours: slowest, theirs: 2000, goal: 1, better: .lower)
        try report.add(
            "openapi.generate", "the slower generation, a second", ours: generation, theirs: 1000, goal: 1,
            better: .lower)
    }
}
