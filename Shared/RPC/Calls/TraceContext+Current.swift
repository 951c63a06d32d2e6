extension TraceContext {
    /// The trace of work that no call has asked for.
    @TaskLocal private static var background: TraceContext?

    /// The trace that the current task works for: of the call that it serves, or of background work.
    public static var current: TraceContext? { CallContext.current?.trace ?? background }

    /// Starts a new trace with numbers of the system.
    public init() {
        var random = SystemRandomNumberGenerator()
        self.init(using: &random)
    }

    /// Does something that no call has asked for as a step of this trace: the calls that it makes and the events that it
    /// writes belong to it.
    public func during<Result>(
        _ work: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await TraceContext.$background.withValue(self) { try await work() }
    }
}
