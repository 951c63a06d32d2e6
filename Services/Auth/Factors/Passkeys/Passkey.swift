import AuthMessages
import CFido
import Foundation

/// A passkey or hardware key of WebAuthn level 2, without attestation.
struct Passkey: Sendable, Equatable {
    /// How a passkey signs, by its COSE number; preferred ones first.
    enum Algorithm: Int32, Sendable, CaseIterable {
        case es256 = -7
        case edDSA = -8
        case rs256 = -257
    }

    /// The key that verifies signatures, in the form of libfido2.
    struct PublicKey: Sendable, Equatable {
        let algorithm: Algorithm
        let bytes: [UInt8]
    }

    /// By what the authenticator knows the passkey, 1 to 1,023 bytes.
    let credential: [UInt8]
    let key: PublicKey
    /// As the authenticator counts signatures; 0 for one that does not.
    let signatureCount: UInt32

    /// By what a passkey names the account that it is of.
    static func userHandle(of account: UUID) -> [UInt8] { withUnsafeBytes(of: account.uuid) { Array($0) } }
}
