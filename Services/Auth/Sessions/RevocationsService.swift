import AuthMessages
import RPC
import ServiceKit

/// The service that tells the gateway and other services which tokens they refuse although these have not expired.
struct RevocationsService: Auth.RevocationsProvider {
    let log: RevocationLog

    func watchRevocations(
        _ request: Auth.WatchRevocationsRequest,
        responses: MessageWriter<Auth.RevocationUpdate>,
        context: CallContext
    ) async throws {
        try await log.follow { try await responses.write(Auth.RevocationUpdate($0)) }
    }
}
