extension CommandLine {
    /// Checks that all arguments are UTF-8 and not empty. Text that is not UTF-8 would name a different file; an empty
    /// path, as from an unset variable in a script, would be the root of the file system.
    package static func requireText() throws {
        for (index, argument) in arguments.enumerated() {
            guard let bytes = unsafeArgv[index], String(validatingCString: bytes) != nil else {
                throw CommandFailure.usage("`\(argument)` is not valid UTF-8; rename the file or folder")
            }
            if argument.isEmpty {
                throw CommandFailure.usage(
                    "the argument after `\(arguments[max(index - 1, 0)])` is empty; pass a value")
            }
            if argument.hasPrefix("-"), argument.firstIndex(of: "=") == argument.indices.last {
                throw CommandFailure.usage("`\(argument)` has no value; write one after it")
            }
        }
    }
}
