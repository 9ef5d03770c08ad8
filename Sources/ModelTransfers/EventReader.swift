import Foundation
import ModelREST

/// Reads events from bytes that are cut anywhere (WHATWG HTML, section 9.2.6).
struct EventReader {
    static let media = "text/event-stream"

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The id of the last event that had one; nil if there was none.
    private(set) var lastID: String?
    /// The maximum size of an event.
    var limit = Int.max
    /// Whether an event was larger. What follows it is lost.
    private(set) var isOverLimit = false
    private var pause = Duration.seconds(3)
    private var isFirstLine = true
    private var line: [UInt8] = []
    /// A line feed that follows does not end another line.
    private var isAfterReturn = false
    private var name = ""
    private var id: String?
    private var data: [String] = []
    /// The number of bytes of the event that is being read.
    private var size = 0

    /// The events that are complete with these bytes.
    mutating func events(in chunk: Data) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in chunk {
            let isReturn = byte == UInt8(ascii: "\r")
            defer { isAfterReturn = isReturn }
            guard isReturn || byte == UInt8(ascii: "\n") else {
                size += 1
                isOverLimit = size > limit
                if isOverLimit { break }
                line.append(byte)
                continue
            }
            if isAfterReturn && !isReturn { continue }
            if isFirstLine, line.starts(with: Self.mark) { line.removeFirst(3) }
            isFirstLine = false
            if line.isEmpty { events += event } else { readLine() }
            // A server sends comments for as long as there are no events.
            if line.first == UInt8(ascii: ":") { size -= line.count }
            line = []
        }
        return events
    }

    /// The event that ends here, if it has data.
    private var event: [ServerSentEvent] {
        mutating get {
            defer { (name, data, size) = ("", [], 0) }
            lastID = id
            guard !data.isEmpty else { return [] }
            return [
                ServerSentEvent(
                    name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), id: lastID ?? "")
            ]
        }
    }

    private mutating func readLine() {
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let bytes = parts.count > 1 ? parts[1] : []
        let value = String(decoding: bytes.first == UInt8(ascii: " ") ? bytes.dropFirst() : bytes, as: UTF8.self)
        switch String(decoding: parts[0], as: UTF8.self) {
        case "event": name = value
        case "data": data.append(value)
        case "id" where !bytes.contains(0): id = value
        case "retry" where !value.isEmpty && value.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains):
            pause = .milliseconds(min(Int(value) ?? .max, 86_400_000))
        default: break
        }
    }

    /// Discards an event that is not complete, for the next response. Returns how long to wait for that.
    mutating func restart(after attempts: Int) -> Duration {
        var next = EventReader()
        (next.lastID, next.id, next.pause) = (lastID, lastID, pause)
        self = next
        // Not even a server that sets no pause is asked without one. The clients of a server come back one by one.
        let first = max(pause, .milliseconds(100))
        return max(first, min(first * (1 << min(attempts, 16)), .seconds(60))) * Double.random(in: 1...1.25)
    }
}
