import Foundation
import ModelgenCore
import ModelgenPlanning
import ModelgenRendering

/// The folder that generated files are written to. Nothing is ever written outside it.
package struct OutputFolder {
    package let path: String

    /// The folder at a path, which is made when the first file is written.
    package init(path: String) throws {
        guard !path.isEmpty else { throw CommandFailure.usage("the output folder has an empty name") }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
            throw CommandFailure.input("\(path): the output must be a folder, and this is a file")
        }
        if !FileManager.default.fileExists(atPath: path),
            (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
        {
            throw CommandFailure.input("\(path): the output is a link that leads nowhere")
        }
        self.path = path
    }

    /// What differs between the files on disk and those that were generated.
    package func changes(to files: [GeneratedFile]) throws -> OutputChanges {
        OutputChanges(
            files: try files.compactMap { file in
                precondition(!file.name.contains("/"), "an output name is a name, not a path")
                let old = try text(of: file.name)
                return old == file.text ? nil : OutputChanges.File(name: file.name, old: old, new: file.text)
            })
    }

    private func text(of name: String) throws -> String? {
        let url = url(of: name)
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do {
            return String(decoding: try Data(contentsOf: url), as: UTF8.self)
        } catch {
            throw CommandFailure.input("\(path)/\(name): cannot be read; \(error.reason)")
        }
    }

    /// Writes the files that changed: all of them or, where the disk is full, none.
    ///
    /// They are written under other names first and then renamed, each in one step: a reader sees the old text or the
    /// new, never a part (https://pubs.opengroup.org/onlinepubs/9799919799/functions/rename.html).
    package func write(_ changes: OutputChanges) throws {
        guard !changes.isEmpty else { return }
        let files = changes.files.map {
            (new: url(of: ".\($0.name).\(getpid())"), final: url(of: $0.name), text: $0.new)
        }
        defer { for file in files { unlink(file.new.path) } }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            for file in files { try create(file.new.path, file.text) }
            for file in files where rename(file.new.path, file.final.path) != 0 {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        } catch {
            throw CommandFailure.input("\(path): cannot be written; \(error.reason)")
        }
    }

    /// Writes a new file and does not wait for the disk, as `Data.write` does for each: a file that a power failure cuts
    /// off differs at the next run, and is written again.
    private func create(_ path: String, _ text: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    /// Deletes files that ``filesWithoutInput(among:)`` named.
    package func delete(_ names: [String]) throws {
        for name in names {
            do {
                try FileManager.default.removeItem(at: url(of: name))
            } catch {
                throw CommandFailure.input("\(path)/\(name): cannot be deleted; \(error.reason)")
            }
        }
    }

    /// Files that were generated once from inputs that are gone.
    package func filesWithoutInput(among files: [GeneratedFile]) throws -> [String] {
        let current = Set(files.map(\.name))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().filter { name in
            guard name.hasSuffix(".model.swift"), !current.contains(name) else { return false }
            return (try? text(of: name))?.contains(generatedMark) == true
        }
    }

    private func url(of name: String) -> URL { URL(filePath: path, directoryHint: .isDirectory).appending(path: name) }
}

/// The files whose text changed.
package struct OutputChanges {
    package struct File {
        package var name: String
        /// The text on disk; nil where there is no such file yet.
        package var old: String?
        package var new: String
    }

    package var files: [File]

    package var isEmpty: Bool { files.isEmpty }
    package var names: [String] { files.map(\.name) }
}
