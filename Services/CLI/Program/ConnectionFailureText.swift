import LarderClient
import TLS
import Texts

/// Words why a connection failed, which the transport says in English.
enum ConnectionFailureText {
    /// The reason as a part of a sentence, without a full stop.
    static func text(of reason: String) -> LocalizedText {
        let words = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        for known in [LocalizedText.cli.failureConnectTimeout, .cli.failureUntrusted] where known.english == words {
            return known
        }
        let unresolved = words.wholeMatch(of: /the name (.+) cannot be resolved/)
        if let unresolved { return .cli.failureUnresolved(host: String(unresolved.1)) }
        return SystemErrorText.text(of: words)
    }
}

extension TLSError {
    /// What is wrong with the configured files, for the owner of the client.
    var text: LocalizedText {
        switch self {
        case .missingFile(let path): .cli.failureFileMissing(file: path)
        case .unreadableFile(let path, let reason):
            .cli.failureFileUnreadable(file: path, cause: SystemErrorText.text(of: reason))
        case .invalidCertificate(let path): .cli.failureNoCertificate(file: path)
        default: .verbatim(description)
        }
    }
}
