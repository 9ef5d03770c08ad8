// What is in Foundation itself on Apple's platforms, or comes with it.
@_exported import Darwin
@_exported import FoundationNetworking
@_exported import FoundationXML
