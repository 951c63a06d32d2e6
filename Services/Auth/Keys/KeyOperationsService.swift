import AuthMessages
import Foundation
import Foundations
import Logging
import RPC
import ServiceKit

/// The keys of auth, for its operator.
struct KeyOperationsService: Auth.KeyOperationsProvider {
    let signingKeys: SigningKeyStore
    let rewrapping: KeyRewrapping
    let log: Logger

    func listSigningKeys(
        _ request: Auth.ListSigningKeysRequest,
        context: CallContext
    ) async throws -> Auth.ListSigningKeysResponse {
        try await list()
    }

    func rotateSigningKey(
        _ request: Auth.RotateSigningKeyRequest,
        context: CallContext
    ) async throws -> Auth.ListSigningKeysResponse {
        try await signingKeys.rotate(revokingFormer: request.revokeFormer)
        log.notice("an operator rotated the signing key", metadata: ["revokes_former": "\(request.revokeFormer)"])
        return try await list()
    }

    func rewrapKeys(_ request: Auth.RewrapKeysRequest, context: CallContext) async throws -> Auth.RewrapKeysResponse {
        let outcome = try await rewrapping.run()
        log.notice(
            "an operator rewrapped keys",
            metadata: [
                "rewrapped": "\(outcome.rewrapped)", "remaining": "\(outcome.remaining)",
                "unreadable": "\(outcome.unreadable)", "master_key": "\(rewrapping.masterKeys.currentID)",
            ]
        )
        return Auth.RewrapKeysResponse(
            rewrapped: UInt32(outcome.rewrapped),
            remaining: UInt64(outcome.remaining),
            unreadable: UInt32(outcome.unreadable),
            masterKeyID: rewrapping.masterKeys.currentID
        )
    }

    private func list() async throws -> Auth.ListSigningKeysResponse {
        Auth.ListSigningKeysResponse(keys: try await signingKeys.states().map(Auth.SigningKeyState.init))
    }
}

extension Auth.SigningKeyState {
    fileprivate init(_ state: SigningKeyState) {
        self.init(
            id: state.id,
            createdAt: .init(state.createdAt),
            retiresAt: state.retiresAt.map { .init($0) },
            signs: state.signs
        )
    }
}
