import AuthMessages
import RPC
import ServiceKit

/// The service from which the gateway and other services learn of tokens that they reject before their expiry.
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
