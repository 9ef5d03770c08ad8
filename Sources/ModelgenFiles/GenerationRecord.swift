import ModelgenRendering

/// The input, messages and output of a run of the plugin's tool, so that a run with the same input has nothing to do.
///
/// The build-tool plugin runs the tool in every build. The record is in the output folder and only holds hashes of
/// contents, so nothing is ever generated from it: if it is deleted, damaged or does not match, the models are generated
/// again.
package struct GenerationRecord: Codable {
    /// The hash of the whole input of the run.
    fileprivate var input: String
    /// The warnings, as they were shown.
    package var messages: String
    fileprivate var messagesHash: String
    fileprivate var outputs: [Output]

    fileprivate struct Output: Codable {
        var name: String
        var content: String
    }

    package init(input: ContentHash, messages: String, files: [GeneratedFile]) {
        self.input = input.description
        self.messages = messages
        messagesHash = ContentHash(Array(messages.utf8)).description
        outputs = files.map { Output(name: $0.name, content: ContentHash(Array($0.text.utf8)).description) }
    }

    /// The names of the generated files.
    package var names: [String] { outputs.map(\.name) }

    /// Whether a run with this `input` would write what is already in a folder.
    func holds(for input: ContentHash, in folder: OutputFolder) -> Bool {
        self.input == input.description && ContentHash(Array(messages.utf8)).description == messagesHash
            && outputs.allSatisfy { output in
                folder.bytes(of: output.name).map { ContentHash($0).description } == output.content
            }
    }
}
