import ModelgenRendering

/// What a run of the plugin's tool was given, what it said and what it wrote, so that a run that is given the same has
/// nothing to do.
///
/// SwiftPM runs the tool whenever a file looks newer, as after `git checkout`, and when any file comes into the project's
/// folder. The record stands in the output folder and holds hashes of contents, so nothing is ever generated from it: if it
/// is deleted, damaged or does not match, the models are generated anew.
package struct GenerationRecord: Codable {
    /// The hash of all that the run was given.
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

    /// The names of the files that were generated.
    package var names: [String] { outputs.map(\.name) }

    /// Whether a run that is given `input` would write what is in a folder already.
    func holds(for input: ContentHash, in folder: OutputFolder) -> Bool {
        self.input == input.description && ContentHash(Array(messages.utf8)).description == messagesHash
            && outputs.allSatisfy { output in
                folder.bytes(of: output.name).map { ContentHash($0).description } == output.content
            }
    }
}
