#if canImport(Combine)
    import Combine

    extension DatabaseObservation {
        /// The same values for Combine: at once and after each commit, until the subscription is cancelled.
        public var publisher: AnyPublisher<Value, any Error> {
            Deferred {
                let subject = PassthroughSubject<Value, any Error>()
                let task = Task {
                    do {
                        for try await value in self { subject.send(value) }
                        subject.send(completion: .finished)
                    } catch {
                        subject.send(completion: .failure(error))
                    }
                }
                return subject.handleEvents(receiveCancel: { task.cancel() })
            }
            .eraseToAnyPublisher()
        }
    }
#endif
