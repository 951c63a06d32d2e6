import BudgetMessages
import RPC
import RPCTestSupport
import ServiceKit

@testable import larder_budget

extension BudgetTestEnvironment {
    /// Runs `body` with a client of the service as one user.
    func withClient(of user: User, _ body: (Budget.PurchasesClient) async throws -> Void) async throws {
        let server = try await startServer("budget", handlers: service.handlers) {
            $0.interceptors = [SignedInAccess(is: user.id)]
        }
        let channel = try makeChannel(to: "budget", ports: [server.port], as: nil)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(.init(channel: channel))) } catch { outcome = .failure(error) }
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
