import Dispatch

extension Array where Element: Sendable {
    /// The results of a function for each element, in order, computed on all cores.
    ///
    /// Files do not depend on each other when they are read, planned or printed.
    package func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        let results = Places<Result>(count: count)
        DispatchQueue.concurrentPerform(iterations: count) { index in
            results.fill(index, with: transform(self[index]))
        }
        return results.values
    }
}

/// Slots for the results, each of which is filled once, by the thread that computed the result.
private final class Places<Value: Sendable>: @unchecked Sendable {
    private let places: UnsafeMutableBufferPointer<Value?>

    init(count: Int) {
        places = .allocate(capacity: count)
        places.initialize(repeating: nil)
    }

    deinit {
        places.deinitialize()
        places.deallocate()
    }

    func fill(_ index: Int, with value: Value) { places[index] = value }

    var values: [Value] { places.compactMap { $0 } }
}
