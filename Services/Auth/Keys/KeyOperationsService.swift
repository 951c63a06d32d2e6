import AuthMessages
import Foundation
import Foundations
import Logging
import Postgres
import RPC
import ServiceKit

/// The keys of auth, for operators.
struct KeyOperationsService: Auth.KeyOperationsProvider {
    let signingKeys: SigningKeyStore
    let rewrapping: KeyRewrapping
    let log: Logger
    let clock: any WallClock

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
        let caller = try context.userID
        let record = AuditLog.record(
            .signingKeyRotated,
            account: caller,
            by: caller,
            subject: request.revokeFormer ? "revoked" : nil,
            at: clock.now
        )
        try await signingKeys.rotate(revokingFormer: request.revokeFormer, recording: record)
        log.notice(
            "an operator rotated the signing key",
            metadata: ["account": "\(caller.canonical)", "revokes_former": "\(request.revokeFormer)"]
        )
        return try await list()
    }

    func rewrapKeys(_ request: Auth.RewrapKeysRequest, context: CallContext) async throws -> Auth.RewrapKeysResponse {
        let caller = try context.userID
        try await rewrapping.database.execute(
            AuditLog.record(.keysRewrapped, account: caller, by: caller, subject: nil, at: clock.now)
        )
        let outcome = try await rewrapping.run()
        log.notice(
            "an operator rewrapped keys",
            metadata: [
                "account": "\(caller.canonical)", "rewrapped": "\(outcome.rewrapped)",
                "remaining": "\(outcome.remaining)",
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
