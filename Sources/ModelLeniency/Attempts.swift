import ModelRuntime

extension JSONSource {
    /// Reads a value with `body`. If the value is invalid, reports the error, skips the value, and returns nil. A
    /// document that is not JSON is still an error.
    ///
    /// Use this instead of `try?`, which would leave the source in the middle of the value.
    @inlinable
    public mutating func attempt<Value>(_ body: (inout JSONSource) throws -> Value) throws -> Value? {
        let mark = mark
        do {
            return try body(&self)
        } catch {
            try recover(from: error, to: mark)
            return nil
        }
    }

    @usableFromInline
    @inline(never)
    mutating func recover(from error: any Error, to mark: Mark) throws {
        report(try goBack(to: mark, after: error))
        try skipValue()
    }

    /// Returns to an invalid value, and returns its error. If the document itself is at fault, throws the error.
    mutating func goBack(to mark: Mark, after error: any Error) throws -> JSONError {
        let problem = located(error)
        if problem.isAboutDocument { throw problem }
        goBack(to: mark)
        return problem
    }
}
