#if canImport(Combine)
    import Combine

    extension DatabaseObservation {
        /// A Combine publisher of the same values, until the subscription is cancelled.
        ///
        /// A value that has not been requested yet is stored until a newer one replaces it.
        public var publisher: AnyPublisher<Value, any Error> {
            Deferred {
                let latest = Latest<Value>()
                let task = Task {
                    do {
                        for try await value in self { latest.subject.send(value) }
                        latest.subject.send(completion: .finished)
                    } catch {
                        latest.subject.send(completion: .failure(error))
                    }
                }
                return latest.subject.compactMap { $0 }.handleEvents(receiveCancel: { task.cancel() })
            }
            .eraseToAnyPublisher()
        }
    }

    /// Subjects may be used from any thread, but Combine doesn't declare them Sendable.
    private final class Latest<Value: Sendable>: @unchecked Sendable {
        let subject = CurrentValueSubject<Value?, any Error>(nil)
    }
#endif
