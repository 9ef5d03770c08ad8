import Foundation
import ModelgenDiagnostics
import ModelgenParsing

/// Finds and reads input files.
package enum InputDiscovery {
    package static let suffix = ".model.yaml"

    /// The files at the given places, in a stable order, each once.
    ///
    /// A folder means every `*.model.yaml` file in it and below it, except in hidden folders.
    ///
    /// - Throws: ``CommandFailure`` for a place that does not exist, a folder without models (unless they are allowed), a
    ///   dangling link, or a file with another extension.
    package static func files(
        at places: [Configuration.Path], emptyFolders: EmptyFolders = .refused
    ) throws -> [SourceFile] {
        var seen: Set<[UInt8]> = []
        return try RefusedInput.collecting(places) { place in
            try place.used { path in
                if emptyFolders == .allowed, PathItem(path) == .folder, try contents(of: path).isEmpty { return [] }
                return try files(at: path, module: nil, besides: &seen)
            }
        }
    }

    /// What a folder without models means.
    package enum EmptyFolders { case refused, allowed }

    /// The files in a folder and below it; none if it has no models.
    ///
    /// - Throws: ``CommandFailure`` for what cannot be read.
    package static func filesIfAny(in folder: String) throws -> [SourceFile] {
        if PathItem(folder) == .folder, try contents(of: folder).isEmpty { return [] }
        return try files(at: [Configuration.Path(folder)])
    }

    /// The files of other modules, at places of the form `DIR` or `MODULE=DIR`.
    package static func imports(at places: [String]) throws -> [SourceFile] {
        var seen: Set<[UInt8]> = []
        return try RefusedInput.collecting(places) { place in
            let parts = place.split(separator: "=", maxSplits: 1).map(String.init)
            let isPlace = parts.count < 2 || FileManager.default.fileExists(atPath: place)
            return isPlace
                ? try files(at: place, module: nil, besides: &seen)
                : try files(at: parts[1], module: parts[0], besides: &seen)
        }
    }

    /// - Parameter seen: The paths so far, as bytes: two normal forms of one name, which Swift considers equal, are
    ///   separate files on Linux.
    private static func files(
        at place: String, module: String?, besides seen: inout Set<[UInt8]>
    ) throws -> [SourceFile] {
        try modelPaths(at: place).filter { seen.insert(Array(URL(filePath: $0).standardized.path.utf8)).inserted }
            .map { try SourceFile(reading: $0, module: module) }
    }

    private static func modelPaths(at place: String) throws -> [String] {
        guard !place.isEmpty else { throw CommandFailure.usage("the path of an input is empty") }
        switch PathItem(place) {
        case .nothing: throw CommandFailure.input("\(place): no such file or folder")
        case .brokenLink: throw CommandFailure.input("\(place): broken link")
        case .file:
            guard place.hasSuffix(suffix) else {
                throw CommandFailure.input("\(place): the name of a model file must end with \(suffix)")
            }
            return [place]
        case .folder:
            let found = try contents(of: place)
            guard !found.isEmpty else { throw CommandFailure.input("\(place): no *\(suffix) files in this folder") }
            return found
        }
    }

    private static func contents(of folder: String) throws -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw CommandFailure.input("\(folder): cannot be listed; \(error.reason)")
        }
        return try names.filter { !$0.hasPrefix(".") }.flatMap { name in
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            let item = PathItem(path)
            // Foundation replaces bytes that are not UTF-8, so the name would not lead to the file.
            let isOther = name.contains(".") && !name.hasSuffix(suffix)
            guard item != .nothing || isOther || !name.contains("\u{FFFD}") else {
                throw CommandFailure.input("\(path): the name is not valid UTF-8; rename it")
            }
            if name.hasSuffix(".model.yml") {
                StandardError.write("warning: \(path): is not read; its name must end with \(suffix)\n")
            }
            if name.hasSuffix(suffix) {
                if item == .brokenLink { throw CommandFailure.input("\(path): broken link") }
                return [path]
            }
            // A link to a folder might be circular.
            return item == .folder && !PathItem.isLink(path) ? try contents(of: path) : []
        }
    }
}
