import Foundation

extension Error {
    /// Why a system call failed, in the system's words: `No space left on device`.
    ///
    /// Foundation's text is about documents and rarely names the underlying cause.
    package var reason: String {
        let error = self as NSError
        if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error { return cause.reason }
        return error.localizedDescription
    }
}
