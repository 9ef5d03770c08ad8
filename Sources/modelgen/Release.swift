import ArgumentParser
import ModelgenCore
import ModelgenDiagnostics
import ModelgenFiles
import ModelgenSchema

struct Release: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Pins all versions of the databases before they ship.",
        discussion: """
            Writes modelgen.lock, which belongs in version control. From then on, nobody can change a released version \
            by accident: `generate`, the build-tool plugin and `check` reject the change and say which step to write \
            instead.

            Also adds the key `lock: modelgen.lock` to modelgen.yaml, so that a missing lock is an error. The file is \
            created if needed.

            Before anything is written, every version is migrated to every later one, with rows in its tables. If \
            there is an error, nothing is released.
            """)

    @OptionGroup var models: ModelArguments
    @OptionGroup var lock: LockArguments

    @Flag(help: "Print what would be pinned, without writing anything.")
    var dryRun = false

    func run() throws {
        var run = try models.load()
        let file = lock.file(of: models, run.configuration)
        run.lock = try file.readForRelease()
        models.places.warnOfUnreadFiles(besides: run.configuration, file)
        let result = Progress.shown("Verifying migrations") { [run] in run.release(target: file.target) }
        let text = try DiagnosticOutput.accept(result.lock, result.diagnostics)
        let isCurrent = run.lock?.text.isExactly(text) == true
        if !isCurrent, !dryRun { try file.write(text, over: run.lock) }

        for database in result.databases {
            print(database.summary(dryRun ? "would pin" : "pinned"))
            if run.lock == nil, database.pinned.count > 1 {
                StandardError.write(
                    "warning: \(file.path) is new, so all versions of `\(database.name)` are pinned as they are now; if one "
                        + "was released before, restore the lock from version control instead\n")
            }
        }
        if isCurrent {
            print("\(file.path) is up to date")
        } else {
            print(dryRun ? "would write \(file.path)" : "\(file.path) written; add it to version control")
        }
        guard lock.lock == nil, run.configuration.lock == nil, !dryRun else { return }
        let declaration = LockDeclaration(lock: file.path, configuration: models.places.configurationPath)
        if let message = try declaration.write() { print(message) }
    }
}

extension ReleasedDatabase {
    /// What was pinned, or would be, for the user.
    fileprivate func summary(_ verb: String) -> String {
        guard mode == .versioned else { return "\(name): no versions to pin, its migration is `\(mode.rawValue)`" }
        switch pinned.count {
        case 0 where hasWidened: return "\(name): \(verb) version \(version) with what its columns can contain now"
        case 0: return "\(name): nothing new, version \(version) is pinned"
        case 1: return "\(name): \(verb) version \(pinned[0])"
        default:
            return "\(name): \(verb) versions \(pinned.map(String.init).enumerated)"
        }
    }
}
