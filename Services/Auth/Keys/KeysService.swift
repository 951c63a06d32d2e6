import AuthMessages
import RPC
import ServiceKit

/// The service that gives other services the keys to verify access tokens.
struct KeysService: Auth.KeysProvider {
    let store: SigningKeyStore

    func listKeys(_ request: Auth.ListKeysRequest, context: CallContext) async throws -> Auth.KeySet {
        let keys = try await store.verificationKeys()
        return Auth.KeySet(keys: keys.map { Auth.VerificationKey(id: $0.id, ed25519PublicKey: $0.publicKey) })
    }
}
