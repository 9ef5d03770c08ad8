@_exported import CDarwin
import Glibc

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }

extension stat {
    public var st_mtimespec: timespec { st_mtim }
}

public var stdout: UnsafeMutablePointer<FILE>? { nil }
public func ferror(_ stream: UnsafeMutablePointer<FILE>!) -> Int32 { 0 }
