// Only the C library: its variable for the stream is not checked for concurrency, which Foundation would undo.
#if canImport(Darwin)
    @preconcurrency import Darwin
#elseif canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#endif

extension StandardOutput {
    /// Whether a part of what was printed is lost. Flushing the buffer only shows that of the last part.
    static var hasFailed: Bool { ferror(stdout) != 0 }
}
