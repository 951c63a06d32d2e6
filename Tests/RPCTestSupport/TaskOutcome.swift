extension Task where Failure == any Error {
    /// What the task comes to. Whoever is cancelled while waiting for it cancels it, unlike with `value`.
    package var outcome: Success {
        get async throws {
            try await withTaskCancellationHandler {
                try await value
            } onCancel: {
                cancel()
            }
        }
    }
}

extension Task where Failure == Never {
    /// What the task comes to. Whoever is cancelled while waiting for it cancels it, unlike with `value`.
    package var outcome: Success {
        get async {
            await withTaskCancellationHandler {
                await value
            } onCancel: {
                cancel()
            }
        }
    }
}
