extension CommandLine {
    /// Checks that all arguments are UTF-8: the text of another one would name a different file.
    package static func requireText() throws {
        for (index, argument) in arguments.enumerated() {
            guard let bytes = unsafeArgv[index], String(validatingCString: bytes) == nil else { continue }
            throw CommandFailure.usage("`\(argument)` is not valid UTF-8; rename the file or folder")
        }
    }
}
