import Foundation
import ModelgenDiagnostics
import ModelgenSchema

/// The input that each file in an output folder was generated from, including the files of other schemas that share the
/// folder.
///
/// It is kept in the folder, next to the files, with paths that are relative to the folder: names alone do not show which
/// schema a file belongs to, nor where that schema has its inputs. What it does not mention is left alone.
///
///     city.model.swift⇥../Models/city.model.yaml
package struct OutputOrigins {
    /// The name of its file.
    package static let name = ".modelgen-inputs"

    private let folder: String
    /// The paths of inputs by the names of files.
    private var inputs: [ExactText: String] = [:]
    private let own: [ExactText: String]
    /// The current text of the file; nil if there is none.
    private var text: String?

    /// - Parameter inputs: The inputs of this run.
    package init(in folder: String, of inputs: [SourceFile]) {
        // Relative to where a link leads, as the system resolves `..`.
        let base = URL(filePath: folder).resolvingSymlinksInPath()
        self.folder = base.path
        var own: [ExactText: String] = [:]
        for input in inputs {
            let file = URL(filePath: input.path)
            let name = file.lastPathComponent
            let path = file.deletingLastPathComponent().resolvingSymlinksInPath().appending(path: name)
            own[ExactText(OutputFolder.output(of: name))] = Self.path(of: path, from: base)
        }
        self.own = own
        read()
    }

    /// Reads the file, which another run may have written.
    mutating func read() {
        text = try? SourceFile(readingIfPresent: "\(folder)/\(Self.name)")?.text
        inputs = [:]
        // Git may have changed the line endings.
        for line in (text ?? "").split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
            let parts = line.split(separator: "\t").map(String.init)
            // Other lines are comments, or left by a merge.
            guard parts.count == 2 else { continue }
            inputs[ExactText(parts[0])] = parts[1]
        }
    }

    /// Whether the record names the input of each file of this run. Its paths may be those of another machine.
    package var isComplete: Bool { own.allSatisfy { inputs[$0.key] != nil || Self.line($0.key, $0.value) == nil } }

    /// The line for a file; nil if a path contains a separator.
    private static func line(_ name: ExactText, _ input: String) -> String? {
        let separators = [UInt8(ascii: "\t"), UInt8(ascii: "\n")]
        let isPlain = [name.text, input].allSatisfy { $0.utf8.allSatisfy { !separators.contains($0) } }
        return isPlain ? "\(name.text)\t\(input)" : nil
    }

    /// The path from a folder to a file: `../Models/city.model.yaml`.
    private static func path(of file: URL, from folder: URL) -> String {
        let (target, start) = (file.pathComponents, folder.pathComponents)
        let common = zip(target, start).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: start.count - common) + target[common...]).joined(separator: "/")
    }

    /// Another existing input that an existing file was generated from.
    func otherInput(of name: String) -> String? {
        guard FileManager.default.mayHaveEntry(atPath: "\(folder)/\(name)") else { return nil }
        let name = ExactText(name)
        guard let other = inputs[name].map(located), FileManager.default.mayHaveEntry(atPath: other) else { return nil }
        // The path may be spelled in different ways.
        return own[name].map(located).flatMap(FileIdentity.init) == FileIdentity(other) ? nil : other
    }

    /// Whether the input of a file is known and no longer exists.
    func isWithoutInput(_ name: String) -> Bool {
        inputs[ExactText(name)].map { !FileManager.default.mayHaveEntry(atPath: located($0)) } ?? false
    }

    private func located(_ input: String) -> String { URL(filePath: "\(folder)/\(input)").standardized.path }

    /// The record with the inputs of this run, without files that are gone or deleted; nil if nothing changes.
    func newText(deleting deleted: [String]) -> String? {
        let deleted = Set(deleted.map(ExactText.init(_:)))
        let kept = inputs.filter { name, _ in
            !deleted.contains(name) && FileManager.default.mayHaveEntry(atPath: "\(folder)/\(name.text)")
        }
        let lines = kept.merging(own) { $1 }.compactMap { Self.line($0.key, $0.value) }
        let comment = "# The input of each file, so that modelgen only deletes those whose input is gone."
        let text = ([comment] + lines.sorted()).joined(separator: "\n") + "\n"
        return self.text?.isExactly(text) == true ? nil : text
    }
}

/// The identity of a file, whatever its path.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let number: UInt64

    /// Nil if there is nothing at the path.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(status.st_ino)
    }
}
