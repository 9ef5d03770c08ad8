import Foundation
import Testing

@testable import ModelSQLite

@Suite("The queue of connections")
struct ConnectionQueueTests {
    @Test("thousands that wait get the error as well, without another attempt for each of them")
    func unopenableForMany() throws {
        let (held, hold) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (attempts, failures) = (Counter(), Counter())
        let queue = ConnectionQueue([], limit: 1) {
            attempts.add()
            held.signal()
            hold.wait()
            throw CancellationError()
        }
        // A thread with as little stack as Apple's serial queues have.
        let isDone = DispatchSemaphore(value: 0)
        let opener = Thread {
            queue.take(Job(queue)) { if case .failure = $0 { failures.add() } }
            isDone.signal()
        }
        opener.stackSize = 512 * 1024
        opener.start()
        held.wait()
        for _ in 0..<20_000 { queue.take(Job(queue)) { if case .failure = $0 { failures.add() } } }
        for _ in 0..<20_001 { hold.signal() }
        isDone.wait()
        #expect(failures.count == 20_001 && attempts.count == 1)
    }

    @Test("accesses are granted in the order of their requests, and those that leave are skipped")
    func order() throws {
        let granted = Collected<Int>()
        let connection = try Connection(path: ":memory:", configuration: DatabaseConfiguration(), role: .writer)
        let queue = ConnectionQueue([connection], limit: 1) { throw CancellationError() }
        let jobs = (0..<50_000).map { _ in Job(queue) }
        for (number, job) in jobs.enumerated() { queue.take(job) { if case .success = $0 { granted.add(number) } } }
        for _ in 0..<10 { queue.give(connection) }
        for number in stride(from: 11, to: jobs.count, by: 3) { jobs[number].cancel() }
        let expected = jobs.indices.filter { $0 < 11 || ($0 - 11) % 3 != 0 }
        for _ in expected.dropFirst(10) { queue.give(connection) }
        #expect(granted.values == expected)
    }
}
