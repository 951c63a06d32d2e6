import Glibc

/// Words the errors of the operating system that users of a client meet.
package enum SystemErrorText {
    private static let causes: [Int32: LocalizedText] = [
        EACCES: .client.causePermission, EPERM: .client.causePermission, ENOENT: .client.causeMissing,
        EISDIR: .client.causeFolder, ENOTDIR: .client.causeNoFolder, ENOSPC: .client.causeFull,
        EDQUOT: .client.causeQuota, EROFS: .client.causeReadOnly, ELOOP: .client.causeLinks, EIO: .client.causeDevice,
        EMFILE: .client.causeOpenFiles, ENAMETOOLONG: .client.causeLongName, ECONNREFUSED: .client.causeRefused,
        ECONNRESET: .client.causeReset, EHOSTUNREACH: .client.causeNoRoute, ENETUNREACH: .client.causeNoNetwork,
        ETIMEDOUT: .client.causeTimeout,
    ]

    /// The causes by the system's own words for them, in small letters.
    private static let known = Dictionary(
        causes.map { (String(cString: strerror($0.key)).lowercased(), $0.value) },
        uniquingKeysWith: { first, _ in first }
    )

    /// What the system says in English, which stays as it is, and in other languages what it means.
    package static func text(of description: String) -> LocalizedText {
        guard let cause = known[description.lowercased()] else { return .verbatim(description) }
        return .value { $0 == .english ? description : cause.rendered(in: $0) }
    }

    /// The same for an error that describes itself by the system's words.
    static func text(of error: some Error) -> LocalizedText { text(of: "\(error)") }
}
