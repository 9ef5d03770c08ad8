import Foundation
import ModelgenFiles

/// Tells that something happened in folders, and not what: whoever waits looks for themselves.
///
/// On Linux by inotify (man 7 inotify), on Apple's systems by kqueue (man 2 kqueue).
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

        /// Watches these files and folders, and no others. A folder's own event does not tell of a file that is
        /// changed in its place.
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

        /// Takes away what happened so far.
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

        /// Watches these folders. One that is watched already stays so; one that vanished meanwhile is passed over,
        /// and so are files, since their folders tell of them.
        func watch(folders: [String], files: [String]) throws {
            let events =
                IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF | IN_CLOSE_WRITE
                | IN_ATTRIB
            for folder in folders where inotify_add_watch(descriptor, folder, UInt32(events)) < 0 {
                guard errno == ENOENT || errno == ENOTDIR || errno == EACCES else { throw Self.failure() }
            }
        }

        /// Takes away what happened so far.
        func drain() {
            var bytes = [UInt8](repeating: 0, count: 16_384)
            while read(descriptor, &bytes, bytes.count) > 0 {}
        }
    #endif

    private static func failure() -> CommandFailure {
        .input("cannot watch files; \(POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO).reason)")
    }
}
