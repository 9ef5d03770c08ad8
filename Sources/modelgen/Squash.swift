import ArgumentParser
import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenFiles

struct Squash: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Removes old versions of a database that no user has any more.",
        discussion: """
            Removes everything that led to version N from the models, and the entries of versions before N from the \
            lock, and adds `oldest: N` to the database. Comments and the rest of the YAML are preserved, except a \
            comment directly above the steps of a removed version.

            From then on, the program rejects files older than N and leaves them unchanged. Nothing is written, and \
            the exit code is 1, unless every migration from N on stays the same and no other generated code changes.

                modelgen squash Models --before 4 --dry-run
            """)

    @OptionGroup var models: ModelArguments
    @OptionGroup var lock: LockArguments

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The oldest version of a file that can still be migrated.", valueName: "n"))
    var before: Int

    @Option(help: ArgumentHelp("The database, if there are several.", valueName: "name"))
    var database: String?

    @Flag(help: "Show what would change, without writing anything.")
    var dryRun = false

    func run() throws {
        var run = try models.load()
        let file = lock.file(of: models, run.configuration)
        run.lock = try file.read()
        models.places.warnOfUnreadFiles(besides: run.configuration, file)
        let result = Progress.shown("Squashing versions") { [run] in run.squash(database, before: before) }
        try DiagnosticOutput.accept(result, result.diagnostics)

        guard !dryRun else {
            for file in result.files { show(file.old, file.new) }
            if let old = run.lock, let new = result.lock { show(old, new) }
            return
        }
        var changed = result.files.map { FileReplacement.File($0.new.path, $0.new.text, over: .read($0.old)) }
        if let lock = result.lock {
            changed.append(FileReplacement.File(lock.path, lock.text, over: .read(run.lock)))
        }
        try FileReplacement(of: .person, changed).run()
        let names = changed.map(\.path).joined(separator: ", ")
        print("\(result.database): the oldest version is now \(result.oldest); changed \(names)")
        for step in result.steps { print("the step `\(step)` is no longer called; remove it from your migrations") }
    }

    private func show(_ old: SourceFile, _ new: SourceFile) {
        print("\(UnifiedDiff(old: old.text, new: new.text, oldName: old.path, newName: new.path))", terminator: "")
    }
}
