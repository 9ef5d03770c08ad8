import Foundation
import ModelgenFiles

/// Files that a command writes for the user to continue with.
struct NewFiles {
    let folder: String

    /// Writes files of these names, or none if one of them exists: it may be someone's work.
    func create(_ files: [(name: String, text: String)]) throws {
        try refuse(files.map(\.name).filter { FileManager.default.fileExists(atPath: path(of: $0)) })
        try replace(files)
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

    /// Writes files, replacing what was there, and then deletes those without a text.
    func replace(_ files: [(name: String, text: String?)]) throws {
        for (name, text) in files where text != nil {
            let folder = URL(filePath: path(of: name)).deletingLastPathComponent()
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw CommandFailure.input("\(path(of: name)): cannot be written; \(error.reason)")
            }
        }
        try FileReplacement(of: .person, files.map { (path(of: $0.name), $0.text) }).run()
    }

    private func path(of name: String) -> String { folder == "." ? name : folder + "/" + name }
}
