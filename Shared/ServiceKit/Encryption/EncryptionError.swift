package import RPC

/// Why something cannot be decrypted. Holds neither keys nor data.
package enum EncryptionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It was encrypted under a master key that this program does not have.
    case unknownMasterKey(id: String)
    /// It was changed, cut, or encrypted for something else.
    case unreadable

    /// The reason for operators, without keys or data.
    package var description: String {
        switch self {
        case .unknownMasterKey(let id): "the file of master keys has no key \"\(id)\""
        case .unreadable: "encrypted data were changed or belong to something else"
        }
    }
}

extension EncryptionError: StatusConvertible {
    /// A missing key is a fault of the set-up that passes; changed data are not.
    package var status: Status {
        switch self {
        case .unknownMasterKey:
            Status(
                .unavailable,
                .services.personalDataUnavailable,
                retryDelay: .seconds(30),
                reason: .keyUnavailable
            )
        case .unreadable: Status(.internalError, .rpc.ourFault)
        }
    }
}

extension StatusReason {
    /// The key of encrypted data is not configured.
    static let keyUnavailable: StatusReason = "KEY_UNAVAILABLE"
}
