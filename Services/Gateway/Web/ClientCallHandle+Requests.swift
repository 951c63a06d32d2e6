import RPC

extension ClientCallHandle {
    /// Sends the requests of a call in a child task while its responses are received.
    /// - Throws: What is wrong with the requests, which says more than that their call was cancelled for it; else what `receive`
    ///   throws.
    @concurrent func sending<Result>(
        _ send: @escaping @Sendable () async throws -> Void,
        whileReceiving receive: @concurrent () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await send()
                } catch {
                    cancel()
                    // What the service has rejected, the response says.
                    if let status = error as? Status, !status.isRemote, status.code != .cancelled { throw status }
                }
            }
            do {
                let result = try await receive()
                group.cancelAll()
                return result
            } catch {
                group.cancelAll()
                while try await group.next() != nil {}
                throw error
            }
        }
    }
}
