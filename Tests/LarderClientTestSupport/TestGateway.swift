package import RPC
package import RPCTestSupport
package import RPCValues
import ServiceKit
import Synchronization

/// A server that responds like a gateway, over TLS, with data set by a test.
package final class TestGateway: Sendable {
    /// The data it serves and has received.
    package struct State: Sendable {
        package var sessions = Sessions()
        package var receipts = Receipts()
        package var records = UserRecords()
        package var health: [RPCMessages.ServiceHealth] = []

        package init() {}
    }

    /// Paths of the received calls, in order.
    package let calls = Recorder<String>()
    private let content: Mutex<State>
    private let server: Mutex<RPCServer?>

    private init(_ state: State) {
        content = Mutex(state)
        server = Mutex(nil)
    }

    /// Reads or changes its state.
    package func state<Result: Sendable>(_ body: (inout sending State) throws -> Result) rethrows -> Result {
        try content.withLock { try body(&$0) }
    }

    /// Where it listens.
    package var endpoint: Endpoint { Endpoint(host: "localhost", port: server.withLock { $0?.port ?? 0 }) }

    /// The authority of its certificate.
    package var authority: String { TestCertificates.authority }

    /// Runs a gateway while `body` runs.
    /// - Parameter others: Further services behind it.
    package static func with<Result>(
        _ state: State = State(),
        also others: [any ServiceProvider] = [],
        _ body: (TestGateway) async throws -> Result
    ) async throws -> Result {
        let gateway = TestGateway(state)
        let providers: [any ServiceProvider] = [
            AccountsAnswers(gateway: gateway), SessionsAnswers(gateway: gateway), RecoveryAnswers(gateway: gateway),
            ConsentsAnswers(gateway: gateway), FactorsAnswers(gateway: gateway),
            RolesAnswers(gateway: gateway), PlansAnswers(gateway: gateway),
            ClosingAnswers(gateway: gateway), ExportAnswers(gateway: gateway),
            EmailAddressesAnswers(gateway: gateway),
            SettingsAnswers(gateway: gateway), ProfilesAnswers(gateway: gateway),
            ReceiptsAnswers(gateway: gateway),
            PurchasesAnswers(gateway: gateway), InsightsAnswers(gateway: gateway), GoalsAnswers(gateway: gateway),
            SuggestionsAnswers(gateway: gateway), BadgesAnswers(gateway: gateway), PaidPricesAnswers(gateway: gateway),
            RecurringAnswers(gateway: gateway),
            ImportsAnswers(gateway: gateway),
            InvestingAnswers(gateway: gateway), SecuritiesAnswers(gateway: gateway),
            SecurityImportsAnswers(gateway: gateway),
            InboxAnswers(gateway: gateway),
            NoticePreferencesAnswers(gateway: gateway), WebPushAnswers(gateway: gateway), ProductsAnswers(),
            MappingsAnswers(gateway: gateway),
            EateriesAnswers(), HealthAnswers(gateway: gateway),
        ]
        let server = try await startServer("gateway", handlers: (providers + others).flatMap(\.handlers)) {
            $0.interceptors = [TestAccess(gateway: gateway)]
        }
        gateway.server.withLock { $0 = server }
        do {
            let result = try await body(gateway)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Stops it early.
    package func stop() async {
        await server.withLock { $0 }?.stop()
    }
}

/// Admits calls by their access rules.
private struct TestAccess: ServerInterceptor {
    let gateway: TestGateway

    nonisolated(nonsending) func intercept(
        _ method: MethodDescriptor,
        _ context: CallContext,
        next: nonisolated(nonsending) @Sendable (CallContext) async throws -> Void
    ) async throws {
        var context = context
        let token = context.metadata[text: MetadataName.authorization].map { String($0.dropFirst("Bearer ".count)) }
        gateway.calls.record(method.path)
        if method.access.admitsUsers {
            context.verifiedUser = try gateway.state { try $0.sessions.user(of: token) }
        }
        try await next(context)
    }
}
