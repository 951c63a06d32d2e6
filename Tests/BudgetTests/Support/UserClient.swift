import BudgetMessages
import RPC
import RPCTestSupport
import ServiceKit

@testable import larder_budget

extension BudgetTestEnvironment {
    /// Runs `body` with a client of the service as one user.
    func withClient(of user: User, _ body: (Budget.PurchasesClient) async throws -> Void) async throws {
        try await withChannel(of: user, to: service.handlers) { try await body(.init(channel: $0)) }
    }

    /// Runs `body` with a channel to handlers of the service as one user.
    func withChannel(
        of user: User,
        to handlers: [MethodHandler],
        _ body: (RPCChannel) async throws -> Void
    ) async throws {
        let server = try await startServer("budget", handlers: handlers) {
            $0.interceptors = [SignedInAccess(is: user.id)]
        }
        let channel = try makeChannel(to: "budget", ports: [server.port], as: nil)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(channel)) } catch { outcome = .failure(error) }
        channel.close()
        await server.stop()
        try outcome.get()
    }
}

/// Replaces the access rules, which have tests of their own: every call is by one user.
private struct SignedInAccess: ServerInterceptor {
    let id: String

    init(is id: String) { self.id = id }

    nonisolated(nonsending) func intercept(
        _ method: MethodDescriptor,
        _ context: CallContext,
        next: nonisolated(nonsending) @Sendable (CallContext) async throws -> Void
    ) async throws {
        var context = context
        context.verifiedUser = VerifiedUser(id: id, username: "somebody")
        try await next(context)
    }
}
