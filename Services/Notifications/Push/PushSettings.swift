import Foundation
import ServiceKit

/// Which push services messages go to.
struct PushSettings: Sendable {
    static let keys = ["push.hosts", "push.authorities", "push.privateAddresses"]

    /// The services of the browsers that there are; `*.` stands for one or more names.
    static let browsersHosts = [
        "fcm.googleapis.com", "updates.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com",
    ]
    private static let longestEndpoint = 2_048

    /// The hosts that messages go to.
    var hosts = browsersHosts
    /// The file of the authorities that the services' certificates may be from; nil for those of the system.
    var authorities: String?
    /// Whether hosts may be of this network, for a push service of one's own.
    var allowsPrivateAddresses = false

    /// The usual settings.
    init() {}

    /// Reads the configuration.
    /// - Throws: ``ConfigurationError`` with a sentence for the operator.
    init(_ configuration: ServiceConfiguration) throws {
        if let text = configuration.text("push.hosts") {
            hosts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        }
        authorities = configuration.text("push.authorities")
        allowsPrivateAddresses = try configuration.isYes("push.privateAddresses")
    }

    /// Whether messages may go to an address: by HTTPS, to a host that is allowed, and to no other port than its usual one.
    func allows(_ endpoint: String) -> Bool {
        guard endpoint.utf8.count <= PushSettings.longestEndpoint,
            endpoint.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let url = URLComponents(string: endpoint), url.scheme?.lowercased() == "https", url.user == nil,
            url.password == nil, let host = url.host?.lowercased(), !host.isEmpty,
            url.port == nil || url.port == 443 || allowsPrivateAddresses
        else { return false }
        return hosts.contains { pattern in
            pattern.hasPrefix("*.") ? host.hasSuffix(pattern.dropFirst()) : host == pattern
        }
    }
}
