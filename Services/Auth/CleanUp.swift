/// Deletions that do not depend on one another.
struct CleanUp {
    /// The deletions, each with what it deletes, in the order in which they run.
    let deletions: [(name: String, run: () async throws -> Void)]

    /// What could not be deleted.
    struct Failure: Error, CustomStringConvertible {
        /// The error of each deletion that failed, with what it was to delete.
        let errors: [(name: String, error: any Error)]

        var description: String { errors.map { "\($0.name): \($0.error)" }.joined(separator: "; ") }
    }

    /// Runs all, also after one has failed.
    /// - Throws: ``Failure`` with all that failed; `CancellationError` at once when the task was cancelled.
    func run() async throws {
        var errors: [(name: String, error: any Error)] = []
        for deletion in deletions {
            do {
                try await deletion.run()
            } catch {
                try Task.checkCancellation()
                errors.append((deletion.name, error))
            }
        }
        guard errors.isEmpty else { throw Failure(errors: errors) }
    }
}
