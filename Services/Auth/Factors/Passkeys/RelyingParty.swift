import AuthMessages
import CFido
import Crypto
import Foundation
import ServiceKit

/// The site that passkeys are made for: what browsers and authenticators say has to be for it.
///
/// Authenticator data and signatures are read and checked by libfido2.
struct RelyingParty: Sendable, Equatable {
    /// A domain, such as `larder.example.org`: passkeys work in it and below it.
    let id: String
    /// Where the app is opened, such as `https://larder.example.org`.
    let origins: Set<String>

    /// - Throws: ``ConfigurationError`` for an origin outside of the domain or in plain HTTP elsewhere than on this machine.
    init(id: String, origins: [String]) throws {
        guard !origins.isEmpty else { throw ConfigurationError("passkeys.origins must name where the app is opened.") }
        for origin in origins {
            guard let url = URL(string: origin), let host = url.host(), url.path().isEmpty, url.query() == nil,
                url.scheme == "https" || (url.scheme == "http" && host == "localhost"),
                host == id || host.hasSuffix(".\(id)")
            else {
                throw ConfigurationError(
                    "passkeys.origins has \(origin), which is no address such as https://\(id) in the domain \(id)."
                )
            }
        }
        self.id = id
        self.origins = Set(origins)
    }

    /// What a browser says of a call of the WebAuthn interface.
    private struct ClientData: Decodable {
        let type: String
        let challenge: String
        let origin: String
        let crossOrigin: Bool?
    }

    private func isGenuine(_ clientData: [UInt8], type: String, _ challenge: Challenge.Token) -> Bool {
        guard clientData.count <= 4_096,
            let data = try? JSONDecoder().decode(ClientData.self, from: Data(clientData))
        else { return false }
        return data.type == type && data.challenge == challenge.text && origins.contains(data.origin)
            && data.crossOrigin != true
    }

    /// With what a browser creates a passkey for a challenge.
    /// - Parameter known: The credentials that the account has already.
    func creation(
        for challenge: Challenge,
        of credentials: Credentials,
        excluding known: [[UInt8]]
    ) -> Auth.PasskeyCreation {
        Auth.PasskeyCreation(
            challenge: challenge.token.bytes,
            relyingPartyID: id,
            userHandle: Passkey.userHandle(of: credentials.account),
            username: credentials.username,
            excludedCredentials: known,
            algorithms: Passkey.Algorithm.allCases.map(\.rawValue)
        )
    }

    /// The passkey that a browser has created for a challenge; nil unless it is genuine.
    func passkey(_ registration: Auth.PasskeyRegistration, for challenge: Challenge.Token) -> Passkey? {
        let data = registration.authenticatorData
        guard isGenuine(registration.clientData, type: "webauthn.create", challenge),
            (37...8_192).contains(data.count), data.starts(with: SHA256.hash(data: Data(id.utf8))),
            data[32] & UInt8(CTAP_AUTHDATA_USER_PRESENT) != 0, AuthenticatorData.isReadable(asCredential: data)
        else { return nil }
        return Passkey.Algorithm.allCases.lazy.compactMap { Passkey(data, $0) }.first
    }

    /// Verifies what a browser has signed for a challenge.
    /// - Returns: The authenticator's signature counter; nil unless all of it is genuine.
    func verify(
        _ assertion: Auth.PasskeyAssertion,
        to challenge: Challenge.Token,
        key: Passkey.PublicKey,
        requiresUserVerification: Bool
    ) -> UInt32? {
        guard isGenuine(assertion.clientData, type: "webauthn.get", challenge),
            (37...8_192).contains(assertion.authenticatorData.count),
            AuthenticatorData.isReadable(asAssertion: assertion.authenticatorData)
        else { return nil }
        var signed = fido_assert_new()
        guard signed != nil else { return nil }
        defer { fido_assert_free(&signed) }
        let (data, signature) = (assertion.authenticatorData, assertion.signature)
        let isRight =
            fido_assert_set_count(signed, 1) == FIDO_OK
            && fido_assert_set_rp(signed, id) == FIDO_OK
            && fido_assert_set_clientdata(signed, assertion.clientData, assertion.clientData.count) == FIDO_OK
            && fido_assert_set_authdata_raw(signed, 0, data, data.count) == FIDO_OK
            && fido_assert_set_sig(signed, 0, signature, signature.count) == FIDO_OK
            && fido_assert_set_up(signed, FIDO_OPT_TRUE) == FIDO_OK
            && fido_assert_set_uv(signed, requiresUserVerification ? FIDO_OPT_TRUE : FIDO_OPT_OMIT) == FIDO_OK
            && fido_assert_verify(signed, 0, key.algorithm.rawValue, key.bytes) == FIDO_OK
        return isRight ? fido_assert_sigcount(signed, 0) : nil
    }
}

extension Passkey {
    /// Parses authenticator data with a new credential of an algorithm; nil for other data.
    fileprivate init?(_ data: [UInt8], _ algorithm: Algorithm) {
        var created = fido_cred_new()
        guard created != nil else { return nil }
        defer { fido_cred_free(&created) }
        guard fido_cred_set_type(created, algorithm.rawValue) == FIDO_OK,
            fido_cred_set_authdata_raw(created, data, data.count) == FIDO_OK,
            let credential = fido_cred_id_ptr(created), let key = fido_cred_pubkey_ptr(created)
        else { return nil }
        self.credential = Array(UnsafeBufferPointer(start: credential, count: fido_cred_id_len(created)))
        self.key = PublicKey(
            algorithm: algorithm,
            bytes: Array(UnsafeBufferPointer(start: key, count: fido_cred_pubkey_len(created)))
        )
        signatureCount = fido_cred_sigcount(created)
        guard (1...1_023).contains(self.credential.count) else { return nil }
    }
}

extension RelyingParty {
    /// Reads the configuration; nil when it has no relying party.
    /// - Throws: ``ConfigurationError`` with a sentence for the operator.
    init?(_ configuration: ServiceConfiguration) throws {
        guard let id = configuration.text("passkeys.relyingParty") else {
            guard configuration.text("passkeys.origins") == nil else {
                throw ConfigurationError("passkeys.origins has no effect without passkeys.relyingParty.")
            }
            return nil
        }
        let origins = configuration.text("passkeys.origins")?.split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        try self.init(id: id, origins: origins ?? [])
    }
}
