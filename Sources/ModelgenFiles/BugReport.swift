import Foundation

/// What is said where modelgen itself is wrong, and the exit code that the help tells for it.
package enum BugReport {
    private static let code: Int32 = 70

    /// Turns a trap of ours into the message and the code. What a user gets wrong never traps.
    package static func install() {
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

    /// Ends after an error that no code of ours expects.
    package static func end(_ problem: String) -> Never {
        StandardError.write("error: this is a bug in modelgen; please report it with its input: \(problem)\n")
        exit(code)
    }
}
