import Foundation

/// What is at a path, or where a link at the path leads.
package enum PathItem: Hashable, Sendable {
    case nothing, brokenLink, file, folder

    package init(_ path: String) {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            self = isFolder.boolValue ? .folder : .file
        } else {
            self = Self.isLink(path) ? .brokenLink : .nothing
        }
    }

    package static func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }
}

extension String {
    /// The folder of what is at this path; empty for a name alone. The one of `NSString` traps on Linux if the name has a
    /// single character.
    package var folderPath: String {
        let names = unicodeScalars.split(separator: "/").dropLast().map { String($0) }
        return (unicodeScalars.first == "/" ? "/" : "") + names.joined(separator: "/")
    }
}
