import Foundation
import ModelgenDiagnostics

extension SourceFile {
    /// Reads a file from the disk.
    ///
    /// - Throws: ``CommandFailure`` for one that cannot be read, or that is not a regular file: opening a pipe waits until
    ///   another program writes to it.
    package convenience init(reading path: String, module: String? = nil) throws {
        if let kind = FileManager.default.otherKind(atPath: path) {
            throw CommandFailure.input("\(path): cannot be read; it is \(kind), not a file")
        }
        do {
            self.init(path: path, bytes: Array(try Data(contentsOf: URL(filePath: path))), module: module)
        } catch {
            throw CommandFailure.input("\(path): cannot be read; \(error.reason)")
        }
    }

    /// The same, or nil if there is nothing at the path. What is there but cannot be read is an error: writing it again
    /// would lose it.
    package convenience init?(readingIfPresent path: String) throws {
        guard FileManager.default.mayHaveEntry(atPath: path) else { return nil }
        try self.init(reading: path)
    }
}

extension FileManager {
    /// Whether there is anything at the path, even a dangling link.
    package func hasEntry(atPath path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Like ``hasEntry(atPath:)``, but also true if the system does not say: in a folder that cannot be searched,
    /// reading the file gives the reason.
    package func mayHaveEntry(atPath path: String) -> Bool {
        hasEntry(atPath: path) || ![ENOENT, ENOTDIR].contains(errno)
    }

    /// What is at a path, if it is not a file.
    package func otherKind(atPath path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return errno == ENOENT && hasEntry(atPath: path) ? "a broken link" : nil
        }
        return switch status.st_mode & S_IFMT {
        // The system has its own message for folders.
        case S_IFREG, S_IFDIR: nil
        case S_IFIFO: "a named pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}
