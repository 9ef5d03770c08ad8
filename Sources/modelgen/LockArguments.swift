import ArgumentParser
import ModelgenFiles

/// Where the lock is.
struct LockArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The lock of released versions; by default `lock` in modelgen.yaml, or else modelgen.lock next to it. The "
                + "configuration is in the current folder unless --config specifies another.", valueName: "file"))
    var lock: String?

    /// The named lock, or the one of these models.
    func file(of models: ModelArguments, _ configuration: ConfigurationFile) -> LockFile {
        lock.map { LockFile(path: $0, choice: .named) } ?? models.places.lock(configuration)
    }
}
