import Foundation

extension Error {
    /// Why the system refused, in its own words: `No space left on device`.
    ///
    /// Foundation's text is about documents and says little where the cause lies below it.
    package var reason: String {
        let error = self as NSError
        if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error { return cause.reason }
        return error.localizedDescription
    }
}
