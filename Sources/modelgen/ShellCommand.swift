/// A command as it is typed in a shell.
struct ShellCommand {
    let words: [String]

    /// The command that writes the code that a `check` with these arguments expects.
    ///
    /// - Parameters:
    ///   - arguments: Those of the process, with its path: the verb of the plugin depends on where the tool is.
    ///   - options: What `generate` needs besides the arguments of the `check`.
    static func generate(checkedWith arguments: [String], and options: [String]) -> ShellCommand {
        var words = ["modelgen", "generate"] + options
        var typed = arguments.drop { $0 != "check" }.dropFirst()
        if let end = typed.firstIndex(of: "--of-plugin") {
            // The command plugin has added the paths of the target after the user's arguments.
            let isPrebuilt = arguments[0].contains(".artifactbundle/")
            words = ["swift", "package", isPrebuilt ? "prebuilt-modelgen" : "modelgen"] + options
            if end + 1 < typed.endIndex, typed[end + 1] != "." { words += ["--target", typed[end + 1]] }
            typed = typed[..<end]
        }
        var isOfCheck = false
        for argument in typed {
            // What only `check` has.
            if !isOfCheck, argument != "--query-plans", argument != "--format", !argument.hasPrefix("--format=") {
                words.append(argument)
            }
            isOfCheck = argument == "--format"
        }
        return ShellCommand(words: words)
    }

    /// The words, each in quotes if the shell would change it.
    var text: String { words.map(Self.quoted).joined(separator: " ") }

    /// Within single quotes, only the quote itself has a meaning (POSIX, Shell Command Language, 2.2.2).
    private static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || "0123456789-_./=+:,@".unicodeScalars.contains(scalar)
        }
        return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: #"'\''"#))'"
    }
}
