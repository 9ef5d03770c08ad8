// What is part of Foundation on Apple's platforms, or imported by it.
@_exported import Darwin
@_exported import FoundationNetworking
@_exported import FoundationXML
