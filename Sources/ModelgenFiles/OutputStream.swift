// Only the C library: its variable for the stream is not checked for concurrency, which Foundation would undo.
#if canImport(Darwin)
    @preconcurrency import Darwin
#elseif canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#endif

extension StandardOutput {
    /// Whether part of the output is lost. Flushing the buffer only shows errors of the last part.
    static var hasFailed: Bool { ferror(stdout) != 0 }
}
