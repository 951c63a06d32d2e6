import Foundation
import LarderClient
import TLS

/// The gateway, its authority and the file of the session.
///
/// Each of the three is taken from the first of: the command line, the environment, the nearest `.larder/client.json`
/// in the working folder or above that no other user can have written, `larder/client.json` in the user's configuration
/// folder, the default. Operators' further settings are in that file alone.
struct ClientProfile: Equatable {
    var gateway: Endpoint
    var authority: String
    var credentials: String
    /// The operator's certificate; nil when the profile names none.
    var operatorCertificate: String?
    var operatorKey: String?
    /// The addresses of services, by name.
    var servers: [String: String]
    /// The SPIFFE trust domain of services.
    var trustDomain: String
    /// What gives the gateway: a file or a variable; nil for the command line and the default.
    var gatewayOrigin: String?
    /// What gives the authority: a file or a variable; nil for the command line and the default.
    var authorityOrigin: String?
    /// Why files that were found are not used, one sentence each.
    var notices: [String]

    /// The sources of the profile.
    struct Environment {
        var variables: [String: String]
        var workingFolder: URL

        /// The sources of this process.
        static var present: Environment {
            Environment(
                variables: ProcessInfo.processInfo.environment,
                workingFolder: URL(filePath: FileManager.default.currentDirectoryPath)
            )
        }

        /// The user's configuration folder for Larder, by the XDG Base Directory Specification.
        var configurationFolder: URL {
            if let base = variables["XDG_CONFIG_HOME"], base.hasPrefix("/") {
                return URL(filePath: base).appending(path: "larder")
            }
            let home = variables["HOME"].map { URL(filePath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
            return home.appending(path: ".config/larder")
        }
    }

    static let defaultGateway = "localhost:7443"
    /// The authorities trusted by Debian.
    static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"

    /// Determines the profile.
    /// - Throws: `Failure` (configuration) with the problem and its location.
    init(_ options: GlobalOptions, in environment: Environment) throws {
        let found = try ProfileFile.find(in: environment)
        let file = found.file
        func first(_ option: String?, _ variable: String, _ kept: String?) -> Setting? {
            let candidates = [
                Setting(value: option), Setting(value: environment.variables[variable], origin: variable),
                Setting(value: kept, origin: file?.path),
            ]
            return candidates.lazy.compactMap(\.self).first { !$0.value.isEmpty }
        }
        let gateway = first(options.gateway, "LARDER_GATEWAY", file?.gateway)
        let address = gateway?.value ?? ClientProfile.defaultGateway
        guard let endpoint = Endpoint(address) else {
            throw Failure(
                .configuration,
                .cli.profileGatewayNotAddress(address: address, example: ClientProfile.defaultGateway)
            )
        }
        self.gateway = endpoint
        gatewayOrigin = gateway?.origin
        let authority = first(options.authority, "LARDER_AUTHORITY", file?.path(file?.authority))
        self.authority = authority?.value ?? ClientProfile.systemAuthorities
        authorityOrigin = authority?.origin
        credentials =
            try first(options.credentials, "LARDER_CREDENTIALS", nil)?.value ?? file?.credentialsPath
            ?? environment.configurationFolder.appending(path: "credentials.json").path
        operatorCertificate = file?.path(file?.operatorCertificate)
        operatorKey = file?.path(file?.operatorKey)
        servers = file?.servers ?? [:]
        trustDomain =
            first(nil, "LARDER_TRUST_DOMAIN", file?.trustDomain)?.value ?? TLSTrust.defaultTrustDomain
        notices = found.notices
    }

    private struct Setting {
        var value: String
        var origin: String?

        init?(value: String?, origin: String? = nil) {
            guard let value else { return nil }
            (self.value, self.origin) = (value, origin)
        }
    }

    /// Names the gateway and its authority, and what gives them: what users should know before they enter a password.
    var gatewaySentence: String {
        var sentence = LocalizedText.cli.profileGateway(gateway: gateway.description)
        if let gatewayOrigin { sentence = .cli.profileSaidBy(sentence: sentence, origin: gatewayOrigin) }
        if authority != ClientProfile.systemAuthorities {
            sentence = .cli.profileCertificate(sentence: sentence, authority: authority)
            if let authorityOrigin, authorityOrigin != gatewayOrigin {
                sentence = .cli.profileSaidBy(sentence: sentence, origin: authorityOrigin)
            }
        }
        return sentence.shown + "."
    }

    /// The gateway as the client library names it, with the authority's absolute path.
    var clientGateway: LarderClient.Gateway {
        .init(endpoint: gateway, authorities: [URL(filePath: authority).absoluteURL.standardizedFileURL.path])
    }
}
