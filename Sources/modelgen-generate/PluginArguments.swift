import ModelgenFiles

/// What the plugin passes on, under the names that `modelgen generate` has for it:
///
///     modelgen-generate FILE… --output DIR [--project DIR]… [--import MODULE=FILE]… [--linked MODULE]…
struct PluginArguments {
    private(set) var places = ModelPlaces()
    let output: String
    /// The modules that the target depends on; empty where the plugin does not know.
    private(set) var linked: Set<String> = []

    init(_ arguments: some Sequence<String>) throws {
        var output: String?
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--output": output = try rest.value(of: argument)
            case "--project": places.projects.append(try rest.value(of: argument))
            case "--linked": linked.insert(try rest.value(of: argument))
            case "--import": places.imports.append(try rest.value(of: argument))
            case _ where argument.hasPrefix("-"):
                throw CommandFailure.usage("there is no option '\(argument)' here; the command is `modelgen`")
            default: places.inputs.append(argument)
            }
        }
        guard let output else { throw CommandFailure.usage("there is no output folder; add --output DIR") }
        self.output = output
    }
}

extension IteratorProtocol<String> {
    fileprivate mutating func value(of option: String) throws -> String {
        guard let value = next() else { throw CommandFailure.usage("\(option) needs a value") }
        return value
    }
}
