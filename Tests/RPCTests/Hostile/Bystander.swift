import RPC
import RPCTestSupport
import Testing

/// Somebody else's connection, on which calls are made while a peer misbehaves.
enum Bystander {
    static let method = TestMethods.unary("Echo")

    /// What serves its calls.
    static var handler: MethodHandler { .unary(method) { (request: Echo, _) in request } }

    /// Runs `body` while calls are made, and some more after it. None of them may fail.
    static func calling<Result>(
        _ server: RPCServer,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Result
    ) async throws -> Result {
        try await calling(server, sourceLocation: sourceLocation) { _ in try await body() }
    }

    /// Does the same and tells `body` how to wait until some more calls were made.
    static func calling<Result>(
        _ server: RPCServer,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (_ someMoreCalls: () async throws -> Void) async throws -> Result
    ) async throws -> Result {
        let channel = try makeChannel(ports: [server.port])
        defer { channel.close() }
        try await channel.call(method, CallOptions(timeout: .seconds(60), waitsForReady: true))
        let answered = Recorder<Void>()
        let failures = Recorder<String>()
        let calls = Task {
            while !Task.isCancelled {
                do {
                    try await channel.call(method)
                } catch {
                    if !Task.isCancelled { failures.record("\(error)") }
                }
                answered.record(())
            }
        }
        let outcome: Swift.Result<Result, any Error>
        // The first of them may have been under way before.
        let someMoreCalls: () async throws -> Void = { try await answered.wait(forCount: answered.count + 3) }
        do { outcome = .success(try await body(someMoreCalls)) } catch { outcome = .failure(error) }
        try await someMoreCalls()
        calls.cancel()
        await calls.outcome
        #expect(failures.values.isEmpty, "calls on another connection failed", sourceLocation: sourceLocation)
        return try outcome.get()
    }
}
