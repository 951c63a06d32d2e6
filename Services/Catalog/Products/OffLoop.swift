/// Does work that takes a while on another thread than the one that serves connections.
func offLoop<Result: Sendable>(_ work: @Sendable () -> Result) async -> Result {
    await withTaskExecutorPreference(globalConcurrentExecutor) { work() }
}
