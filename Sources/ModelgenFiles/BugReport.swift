import Foundation

/// The message for a bug in modelgen itself, and the exit code that the help documents for it.
package enum BugReport {
    private static let code: Int32 = 70

    /// Converts a trap in modelgen's code to the message and the exit code. Users' mistakes never trap.
    package static func install() {
        // Files that are opened later must not take the place of a closed standard stream. Writing to one remains an
        // error.
        var descriptor: Int32
        repeat {
            descriptor = open("/dev/null", O_RDONLY, 0)
        } while (STDIN_FILENO...STDERR_FILENO).contains(descriptor)
        if descriptor > STDERR_FILENO { close(descriptor) }
        // A limit on the size of files would otherwise kill the process. With the signal ignored, writing to the file
        // that reaches it fails.
        signal(SIGXFSZ, SIG_IGN)
        for trap in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            signal(trap) { _ in
                // Only calls that are safe in a signal handler
                // (https://pubs.opengroup.org/onlinepubs/9799919799/functions/V2_chap02.html#tag_16_04_03).
                let message: StaticString = "error: this is a bug in modelgen; please report it with its input\n"
                _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
                _exit(70)
            }
        }
    }

    /// Ends the process after an unexpected error.
    package static func end(_ problem: String) -> Never {
        StandardError.write("error: this is a bug in modelgen; please report it with its input: \(problem)\n")
        exit(code)
    }
}
