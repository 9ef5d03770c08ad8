import Foundation
import ModelgenFiles

/// Files that a command writes for the user to continue with.
struct NewFiles {
    let folder: String

    /// Writes files of these names, or none if one of them exists: it may be someone's work.
    func create(_ files: [(name: String, text: String)]) throws {
        try refuse(files.map(\.name).filter { FileManager.default.hasEntry(atPath: path(of: $0)) })
        try replace(files.map { FileReplacement.File($0.name, $0.text, over: .nothing) })
    }

    /// Fails if files of these names exist.
    func refuse(_ taken: [String]) throws {
        guard let first = taken.first else { return }
        let others = taken.count == 1 ? "" : ", and so \(taken.count == 2 ? "does" : "do") \(taken.count - 1) more"
        let them = taken.count == 1 ? "it" : "them"
        throw CommandFailure.input(
            "\(path(of: first)): already exists\(others), so nothing was written; move \(them) away, or choose another folder"
        )
    }

    /// Writes files, whose paths are relative to the folder, and deletes those without a text.
    func replace(_ files: [FileReplacement.File]) throws {
        let files = files.map { FileReplacement.File(path(of: $0.path), $0.text, over: $0.former) }
        for file in files where file.text != nil {
            let folder = URL(filePath: file.path).deletingLastPathComponent()
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw CommandFailure.input("\(file.path): cannot be written; \(error.reason)")
            }
        }
        try FileReplacement(of: .person, files).run()
    }

    private func path(of name: String) -> String { folder == "." ? name : folder + "/" + name }
}
