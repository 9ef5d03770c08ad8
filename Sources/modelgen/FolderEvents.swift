import Foundation
import ModelgenFiles

/// Reports that a folder changed, not what changed in it.
///
/// It uses inotify on Linux (man 7 inotify) and kqueue on Apple's systems (man 2 kqueue).
final class FolderEvents {
    /// Becomes readable when something happened.
    let descriptor: Int32

    #if canImport(Darwin)
        private var open: [Int32] = []

        init() throws {
            descriptor = kqueue()
            guard descriptor >= 0 else { throw Self.failure() }
        }

        deinit {
            for file in open { close(file) }
            close(descriptor)
        }

        /// Watches exactly these files and folders. A folder's events do not cover files that are modified in place.
        func watch(folders: [String], files: [String]) throws {
            for file in open { close(file) }
            open = []
            for path in folders + files {
                let file = Darwin.open(path, O_EVTONLY)
                guard file >= 0 else { continue }
                open.append(file)
                var change = kevent(
                    ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
                    fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_ATTRIB), data: 0,
                    udata: nil)
                guard kevent(descriptor, &change, 1, nil, 0, nil) >= 0 else { throw Self.failure() }
            }
        }

        /// Discards the events so far.
        func drain() {
            var events = Array(repeating: kevent(), count: 64)
            var atOnce = timespec()
            while kevent(descriptor, nil, 0, &events, 64, &atOnce) > 0 {}
        }
    #else
        init() throws {
            descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { throw Self.failure() }
        }

        deinit { close(descriptor) }

        /// Watches these folders. One that is watched already stays watched; one that has vanished is skipped, and so
        /// are files, since the events of their folders cover them.
        func watch(folders: [String], files: [String]) throws {
            let events =
                IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF | IN_CLOSE_WRITE
                | IN_ATTRIB
            for folder in folders where inotify_add_watch(descriptor, folder, UInt32(events)) < 0 {
                guard errno == ENOENT || errno == ENOTDIR || errno == EACCES else { throw Self.failure() }
            }
        }

        /// Discards the events so far.
        func drain() {
            var bytes = [UInt8](repeating: 0, count: 16_384)
            while read(descriptor, &bytes, bytes.count) > 0 {}
        }
    #endif

    private static func failure() -> CommandFailure {
        .input("cannot watch files; \(POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO).reason)")
    }
}
