import Foundation
import Testing

@Suite("The record of the inputs of generated files")
struct OutputRecordTests {
    private let command: Command

    init() throws { command = try Command() }

    @Test("several schemas may be generated into a folder at once: the record has the inputs of all")
    func recordingAtOnce() throws {
        let count = 12
        for index in 1...count {
            try command.write(
                city.replacing("City", with: "City\(index)"), to: "Models\(index)/city\(index).model.yaml")
        }
        let runs = try (1...count).map { try command.start("generate", "Models\($0)", "--output", "Out") }
        for run in runs { #expect(run.code() == 0) }
        #expect(try command.code(in: "Out").count == count)
        let record = try command.text("Out/.modelgen-inputs")
        #expect(record.split(separator: "\n").count == count + 1, "\(record)")
    }

    @Test("`check` notices a missing record, and `generate` needs none where nothing can be written")
    func missingRecord() throws {
        try command.write(city, to: "Models/city.model.yaml")
        _ = try command.run("generate", "Models", "--output", "Out", exits: 0)
        let folder = command.folder.appending(path: "Out")
        try FileManager.default.removeItem(at: folder.appending(path: ".modelgen-inputs"))
        let outcome = try command.run("check", "Models", "--output", "Out", exits: 3)
        #expect(outcome.output == "Out/.modelgen-inputs does not say what each file is generated from\n")
        #expect(outcome.errors.hasPrefix("error: generated code in Out is out of date; run: "))
        // Unlike permissions, this also stops the superuser.
        try FileManager.default.createDirectory(
            at: folder.appending(path: ".modelgen-inputs"), withIntermediateDirectories: false)
        let generated = try command.run("generate", "Models", "--output", "Out", exits: 0)
        #expect(generated.output == "1 file, nothing changed\n")
        try FileManager.default.removeItem(at: folder.appending(path: ".modelgen-inputs"))
        _ = try command.run("generate", "Models", "--output", "Out", exits: 0)
        #expect(try command.run("check", "Models", "--output", "Out", exits: 0).output == "1 file is up to date\n")
    }

    @Test("a record whose lines Git ended differently is the same record") func convertedRecord() throws {
        for name in ["City", "Town"] {
            try command.write(city.replacing("City", with: name), to: "Models/\(name).model.yaml")
        }
        _ = try command.run("generate", "Models", "--output", "Out", exits: 0)
        let record = try command.text("Out/.modelgen-inputs").replacing("\n", with: "\r\n")
        try command.write(record, to: "Out/.modelgen-inputs")
        try FileManager.default.removeItem(at: command.folder.appending(path: "Models/Town.model.yaml"))
        #expect(try command.run("check", "Models", "--output", "Out").code == 3)
        let pruned = try command.run("generate", "Models", "--output", "Out", "--prune", exits: 0)
        #expect(pruned.output == "1 file, 1 deleted\n")
    }
}
