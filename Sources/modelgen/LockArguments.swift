import ArgumentParser
import ModelgenFiles

/// Where the lock is.
struct LockArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The lock of released versions; by default modelgen.lock beside the configuration, which is in the current "
                + "folder unless --config names another.", valueName: "file"))
    var lock: String?

    /// The lock that was named, or the usual one of these models.
    func file(of models: ModelArguments) -> LockFile {
        lock.map { LockFile(path: $0, choice: .named) } ?? models.places.usualLock
    }
}
