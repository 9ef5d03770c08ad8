import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenParsing
import ModelgenPlanning
import ModelgenRendering
import ModelgenSchema
import SeededNumbers
import Testing

/// Every name that generated code declares or uses, at every place for a user's name: accepted ones compile, and
/// rejected ones are reported at their place.
@Suite("Names in schemas meet names in generated code")
struct NameCrossingTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// How many names are tried at a place; `make names` tries all of them.
    private static let share = environment["NAMES"].map { Int($0) ?? .max } ?? 20
    /// Only the places whose descriptions contain this, to work on one of them.
    private static let wanted = environment["NAME_PLACES"] ?? ""

    @Test("there are enough names and places for the test to be meaningful") func isLarge() throws {
        #expect(try NameCollection.names().count >= 800)
        #expect(NamePlace.all.count >= 25)
    }

    @Test("accepted names compile; at most one combination in twenty is refused, each at its place")
    func crossings() throws {
        let compiler = try Compiler()
        defer { compiler.remove() }
        let crossing = NameCrossings(compiler: compiler, pipeline: try pipeline)
        let names = try NameCollection.names()
        let places = NamePlace.all.filter { Self.wanted.isEmpty || $0.description.contains(Self.wanted) }
        var random = SeededNumbers(seed: 1)
        let batches = places.flatMap { place -> [[NameCrossing]] in
            // If each name needs a separate run, only a third of them.
            let tried = names.shuffled(using: &random).prefix(
                place.capacity == 1 && Self.share < .max ? Self.share / 3 : Self.share)
            let size = place.capacity == 1 ? 40 : place.isType ? 80 : 160
            return stride(from: 0, to: tried.count, by: size).map { start in
                tried.dropFirst(start).prefix(size).map { NameCrossing(name: $0, place: place) }
            }
        }
        // Several places share a run of the compiler if each has few names.
        let runs = Self.share > 90 ? batches : batches.merged(upTo: 90)
        let results = runs.concurrentMap { crossing.result(of: $0) }
        let total = results.reduce(into: NameCrossings.Result()) { $0.add($1) }
        let count = batches.map(\.count).reduce(0, +)
        print(
            "names: \(count) crossings, \(total.refused.count) refused, \(total.failed.count) wrong, \(total.compiled) runs of the compiler"
        )
        for (place, group) in Dictionary(grouping: total.refused, by: \.crossing.place.description).sorted(by: {
            $0.key < $1.key
        }) {
            print(
                "  \(place): \(group.count) refused: \(group.prefix(400).map(\.crossing.name).joined(separator: " "))")
        }
        let list = total.failed.map { "\($0.crossing): \($0.message)" }.joined(separator: "\n")
        if let file = Self.environment["NAME_REPORT"] {
            try list.write(toFile: file, atomically: true, encoding: .utf8)
        }
        #expect(total.failed.isEmpty, "\(list)")
        #expect(total.refused.count * 20 <= count)
    }

    private var pipeline: Pipeline {
        get throws { Pipeline(options: GenerationOptions(), templates: try TemplateLibrary()) }
    }
}

extension [[NameCrossing]] {
    /// Groups neighbors, up to this many.
    fileprivate func merged(upTo limit: Int) -> [[NameCrossing]] {
        reduce(into: []) { merged, batch in
            if let last = merged.last, last.count + batch.count <= limit {
                merged[merged.count - 1] += batch
            } else {
                merged.append(batch)
            }
        }
    }
}

/// The results of combinations, which are bisected if they fail together.
struct NameCrossings: Sendable {
    struct Finding: Sendable {
        var crossing: NameCrossing
        var message: String
    }

    struct Result: Sendable {
        var refused: [Finding] = []
        var failed: [Finding] = []
        var compiled = 0

        mutating func add(_ other: Result) {
            refused += other.refused
            failed += other.failed
            compiled += other.compiled
        }
    }

    let compiler: Compiler
    let pipeline: Pipeline

    func result(of crossings: [NameCrossing]) -> Result {
        guard !crossings.isEmpty else { return Result() }
        let schema = NamedSchema(crossings)
        let generated = pipeline.generate([SourceFile(path: "all.model.yaml", text: schema.yaml)])
        let errors = generated.diagnostics.errors
        if !errors.isEmpty { return refusal(of: crossings, errors) }
        var files = Dictionary(uniqueKeysWithValues: generated.files.map { ($0.name, $0.text) })
        if !schema.code.isEmpty { files["Own.swift"] = schema.code }
        do {
            let outcome = try compiler.check(files)
            var result = Result(compiled: 1)
            if outcome.succeeded && outcome.messages.isEmpty { return result }
            if crossings.count == 1 {
                let lines = outcome.messages.split(separator: "\n")
                    .filter { $0.contains(": error: ") || $0.contains(": warning: ") }.prefix(3)
                result.failed = [Finding(crossing: crossings[0], message: lines.joined(separator: "\n    "))]
                // Flushed at once, since a whole run takes long.
                print("wrong: \(crossings[0]): \(lines.joined(separator: "\n    "))")
                return result
            }
            for part in crossings.halves { result.add(self.result(of: part)) }
            return result
        } catch {
            return Result(failed: [Finding(crossing: crossings[0], message: "\(error)")])
        }
    }

    private func refusal(of crossings: [NameCrossing], _ errors: [Diagnostic]) -> Result {
        var result = Result()
        guard crossings.count == 1 else {
            // Each one with an error is tried separately, and the others together.
            let told = Set(errors.compactMap { $0.range?.text.filter { $0 != "\"" } })
            let named = crossings.filter { told.contains($0.name) }
            let others = crossings.filter { !told.contains($0.name) }
            let parts = named.isEmpty || others.isEmpty ? crossings.halves : named.map { [$0] } + [others]
            for part in parts { result.add(self.result(of: part)) }
            return result
        }
        let crossing = crossings[0]
        let messages = errors.map { "[\($0.rule)] \($0.message)" }.joined(separator: "; ")
        // Other errors may follow from one: a type with a forbidden name does not have its members.
        let isTold = errors.contains { $0.range.map { range in Self.names(crossing.name, in: range) } ?? false }
        let finding = Finding(crossing: crossing, message: messages)
        if isTold { result.refused = [finding] } else { result.failed = [finding] }
        return result
    }

    /// Whether a diagnostic is in a line with the name, not just anywhere in the file.
    private static func names(_ name: String, in range: SourceRange) -> Bool {
        let line = range.file.text.split(separator: "\n", omittingEmptySubsequences: false)[range.location.line - 1]
        return line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == name }
    }
}

extension Array {
    fileprivate var halves: [[Element]] { [Array(prefix(count / 2)), Array(dropFirst(count / 2))] }
}
