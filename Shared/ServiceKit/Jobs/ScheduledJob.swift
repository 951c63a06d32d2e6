package import Foundation

/// Work that is done at certain times, once for all instances of a service.
package struct ScheduledJob: Sendable {
    /// One run of a job.
    package struct Run: Sendable, Hashable {
        /// Its own for each run.
        package let id: UUID
        /// The occurrence that it is for; earlier than now when the job was late or is tried again.
        package let dueAt: Date
        /// How often the occurrence was tried before.
        package let failures: Int
    }

    /// What happens to occurrences that passed while no instance ran.
    package enum CatchUp: Sendable {
        /// The oldest is run, the others are left out.
        case once
        /// Each is run, one after the other.
        case each
    }

    /// What the table, logs and metrics call it; unique in a service.
    package let name: String
    /// When it is due.
    package let schedule: Schedule
    /// What happens to missed occurrences.
    package let catchUp: CatchUp
    /// A run that takes longer is cancelled and counts as failed.
    package let timeLimit: Duration
    /// An occurrence that isn't done after this time is reported as late.
    package let lateAfter: Duration
    let body: @Sendable (Run) async throws -> Void

    /// Describes a job.
    /// - Parameters:
    ///   - timeLimit: A run that takes longer is cancelled and counts as failed.
    ///   - lateAfter: An occurrence that isn't done after this time is reported as late.
    ///   - body: What is done. It may be done again for the same occurrence: when it throws, or when its instance ends during
    ///     it.
    package init(
        _ name: String,
        _ schedule: Schedule,
        catchUp: CatchUp = .once,
        timeLimit: Duration = .seconds(3_600),
        lateAfter: Duration = .seconds(900),
        _ body: @escaping @Sendable (Run) async throws -> Void
    ) {
        self.name = name
        self.schedule = schedule
        self.catchUp = catchUp
        self.timeLimit = timeLimit
        self.lateAfter = lateAfter
        self.body = body
    }
}
