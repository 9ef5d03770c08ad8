import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenParsing
import ModelgenPlanning
import ModelgenRendering
import ModelgenSchema
import Testing

/// Schemas that combine features of the language: what `generate` accepts compiles under strict settings, and preserves
/// its values.
@Suite("Random schemas compile and behave")
struct RandomSchemaTests {
    /// `make random-schemas` tests more of them.
    private static let count = ProcessInfo.processInfo.environment["RANDOM_SCHEMAS"].flatMap { Int($0) } ?? 12
    /// The first one, to run only a part.
    private static let first = ProcessInfo.processInfo.environment["RANDOM_FIRST"].flatMap { Int($0) } ?? 1
    /// How many schemas make one program: at least three programs, for the access levels and isolations.
    private static let size = max(1, min(10, count / 3))

    @Test("JSON and rows make a round trip, and migrations verify, for every access level and isolation")
    func behave() throws {
        let compiler = try Compiler()
        defer { compiler.remove() }
        let seeds = Array(Self.first..<Self.first + Self.count)
        let programs = stride(from: 0, to: seeds.count, by: Self.size).map { start in
            Array(seeds[start..<min(start + Self.size, seeds.count)])
        }
        var problems: [String] = []
        var accepted = 0
        for (number, seeds) in programs.enumerated() {
            let access = AccessLevel.allCases[number % AccessLevel.allCases.count]
            var files = ["program.swift": RandomSchema.program(seeds)]
            for seed in seeds {
                let schema = RandomSchema(seed: seed, access: access == .internal ? "" : "\(access.rawValue) ")
                let sources = schema.files.sorted { $0.key < $1.key }.map {
                    SourceFile(path: "\($0.key).model.yaml", text: $0.value)
                }
                let pipeline = Pipeline(options: GenerationOptions(access: access), templates: try TemplateLibrary())
                let result = pipeline.generate(sources)
                let errors = result.diagnostics.errors
                if !errors.isEmpty {
                    let told = DiagnosticRenderer().render(errors)
                    problems.append("seed \(seed) is refused:\n\(told)")
                }
                accepted += errors.isEmpty ? 1 : 0
                for file in result.files { files[file.name] = file.text }
                files["s\(seed)own.swift"] = schema.code
            }
            let isolation =
                (Compiler.productsWithXML == nil ? [] : ["-DXML"])
                + (number % 2 == 0 ? [] : ["-default-isolation", "MainActor"])
                + (access == .internal ? [] : ["-enable-upcoming-feature", "InternalImportsByDefault"])
            problems += try compiler.withFiles(files) { place, names in
                let built = try compiler.run(
                    Compiler.options + isolation + ["-Onone", "-wmo", "-DDEBUG", "-module-name", "App", "-o", "app"]
                        + names
                        + Compiler.objects + ["-lsqlite3"], in: place)
                guard built.succeeded, !built.messages.contains("warning: ") else {
                    let lines = built.messages.split(separator: "\n").filter {
                        $0.contains(": error: ") || $0.contains(": warning: ") || $0.hasPrefix("error: ")
                    }
                    return ["seeds \(seeds), \(access) \(isolation): \(lines.prefix(20).joined(separator: "\n"))"]
                }
                let ran = try compiler.run(place.appending(path: "app").path, [], in: place)
                let isFine = ran.succeeded && ran.messages.contains("\(seeds.count) of \(seeds.count) behave")
                return isFine ? [] : [ran.messages]
            }
            if Self.count > 12 { print("schemas by chance: to \(seeds.last ?? 0), \(problems.count) problems") }
        }
        print(
            "schemas by chance: \(accepted) of \(Self.count) accepted, \(programs.count) programs, \(problems.count) problems"
        )
        let list = problems.joined(separator: "\n")
        if let file = ProcessInfo.processInfo.environment["RANDOM_REPORT"] {
            try list.write(toFile: file, atomically: true, encoding: .utf8)
        }
        #expect(problems.isEmpty, "\(list)")
    }
}
