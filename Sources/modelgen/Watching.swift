import ArgumentParser
import Foundation
import ModelgenFiles
import ModelgenSchema

/// `generate --watch`: runs again whenever an input changes, until it is interrupted.
struct Watching {
    let schema: SchemaArguments
    let work: (ConfigurationFile) throws -> Void

    func run() throws {
        let interruption = try Interruption()
        let events = try FolderEvents()
        var configuration = ConfigurationFile.empty
        var seen: WatchedFiles?
        StandardError.write("watching; press Ctrl-C to stop\n")
        repeat {
            // It watches before it looks: a change in between causes another event, except in a new folder.
            var now = WatchedFiles(places(configuration))
            var watched: [String]
            repeat {
                watched = now.folders
                try events.watch(folders: now.folders, files: now.files)
                now = WatchedFiles(places(configuration))
            } while now.folders != watched
            guard now != seen else { continue }
            shown {
                configuration = try schema.models.places.loadConfiguration()
                now = WatchedFiles(places(configuration))
                try events.watch(folders: now.folders, files: now.files)
                try work(configuration)
            }
            seen = now
        } while interruption.waits(for: events)
    }

    /// Shows errors and continues.
    private func shown(_ work: () throws -> Void) {
        do {
            try work()
        } catch let refused as RefusedInput {
            refused.shown().show()
        } catch let failure as CommandFailure {
            failure.show()
        } catch {
            StandardError.write("error: \(error.reason)\n")
        }
        // Output to a pipe would stay in the buffer otherwise.
        fflush(nil)
    }

    /// Everything that a run reads.
    private func places(_ configuration: ConfigurationFile) -> [String] {
        schema.models.places.inputs(configuration).map(\.text) + schema.models.places.importedPlaces
            + schema.models.places.configurationPlaces + [schema.lock.file(of: schema.models, configuration).path]
            + [schema.templates ?? configuration.templates?.text].compactMap { $0 }
    }
}

/// The files below some places as they are now, and the folders in which new ones may appear.
struct WatchedFiles: Equatable {
    private struct State: Equatable {
        @ExactText var path: String
        var inode: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    private var states: [State] = []
    /// The folders, sorted. For a place that does not exist, the nearest existing folder.
    private(set) var folders: [String] = []
    var files: [String] { states.map(\.path) }

    init(_ places: [String]) {
        for place in places { look(at: place, isNamed: true) }
        folders = Set(folders).sorted()
    }

    static func == (left: WatchedFiles, right: WatchedFiles) -> Bool { left.states == right.states }

    private mutating func look(at path: String, isNamed: Bool) {
        if PathItem.isLink(path) {
            // The target of a link may change, and the link itself.
            let target = URL(filePath: path).resolvingSymlinksInPath().path
            folders += [path, target].map(Self.nearestFolder)
        }
        if PathItem(path) == .folder {
            folders.append(path)
            guard isNamed || !PathItem.isLink(path) else { return }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            for name in names.sorted() where !name.hasPrefix(".") { look(at: path + "/" + name, isNamed: false) }
        } else if isNamed || path.hasSuffix(InputDiscovery.suffix) || path.hasSuffix(TemplateFolder.suffix)
            || path.hasSuffix("/modelgen.yaml")
        {
            if isNamed { folders.append(Self.nearestFolder(of: path)) }
            var status = stat()
            guard stat(path, &status) == 0 else { return }
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            states.append(
                State(
                    path: path, inode: UInt64(status.st_ino), size: Int64(status.st_size), seconds: Int(time.tv_sec),
                    nanoseconds: Int(time.tv_nsec)))
        }
    }

    private static func nearestFolder(of path: String) -> String {
        let folder = path.folderPath
        guard !folder.isEmpty else { return "." }
        return PathItem(folder) == .folder ? folder : nearestFolder(of: folder)
    }
}

/// Waits for an event or for the end (Ctrl-C, or `kill`).
final class Interruption {
    private let sources: [any DispatchSourceSignal]
    private let ends: [Int32]

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw CommandFailure.input(
                "cannot watch files; \(POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO).reason)")
        }
        self.ends = ends
        let writing = ends[1]
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { _ = write(writing, "x", 1) }
            source.resume()
            return source
        }
    }

    /// True after an event, false at the end.
    ///
    /// An editor that saves causes several events, and a checkout many: they count as one until 50 ms pass without
    /// another.
    func waits(for events: FolderEvents) -> Bool {
        var timeout: Int32 = -1
        while true {
            var descriptors = [ends[0], events.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = poll(&descriptors, 2, timeout)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 }
            if descriptors[0].revents != 0 { return false }
            events.drain()
            timeout = 50
        }
    }
}
