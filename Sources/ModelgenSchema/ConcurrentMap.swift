import Dispatch

extension Array where Element: Sendable {
    /// What a function makes of each element, in their order, on all cores.
    ///
    /// Files do not depend on each other, neither when they are read nor when they are planned or printed.
    package func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        let results = Places<Result>(count: count)
        DispatchQueue.concurrentPerform(iterations: count) { index in
            results.fill(index, with: transform(self[index]))
        }
        return results.values
    }
}

/// Places for the results, each filled once by whichever thread made it.
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
