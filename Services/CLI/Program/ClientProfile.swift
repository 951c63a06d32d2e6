import Foundation
import LarderClient
import TLS

/// The gateway, its authority and the file of the session.
///
/// Each of the three is taken from the first of: the command line, the environment, the nearest `.larder/client.json`
/// in the working folder or above, `larder/client.json` in the user's configuration folder, the default. Operators'
/// further settings are in that file alone.
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
        let file = try ProfileFile.find(in: environment)
        func first(_ option: String?, _ variable: String, _ kept: String?) -> String? {
            let candidates = [option, environment.variables[variable], kept]
            return candidates.lazy.compactMap { $0 }.first { !$0.isEmpty }
        }
        let gateway = first(options.gateway, "LARDER_GATEWAY", file?.gateway) ?? ClientProfile.defaultGateway
        guard let endpoint = Endpoint(gateway) else {
            throw Failure(.configuration, "The gateway \"\(gateway)\" is not host:port, such as localhost:7443.")
        }
        self.gateway = endpoint
        authority =
            first(options.authority, "LARDER_AUTHORITY", file?.path(file?.authority)) ?? ClientProfile.systemAuthorities
        credentials =
            first(options.credentials, "LARDER_CREDENTIALS", file?.path(file?.credentials))
            ?? environment.configurationFolder.appending(path: "credentials.json").path
        operatorCertificate = file?.path(file?.operatorCertificate)
        operatorKey = file?.path(file?.operatorKey)
        servers = file?.servers ?? [:]
        trustDomain =
            first(nil, "LARDER_TRUST_DOMAIN", file?.trustDomain) ?? TLSTrust.defaultTrustDomain
    }
}

/// The content of a `client.json`.
private struct ProfileFile: Decodable {
    var gateway: String?
    var authority: String?
    var credentials: String?
    var operatorCertificate: String?
    var operatorKey: String?
    var servers: [String: String]?
    var trustDomain: String?
    private var folder: URL?

    private enum CodingKeys: String, CodingKey {
        case gateway, authority, credentials, operatorCertificate, operatorKey, servers, trustDomain
    }

    /// A path of the file, relative to its folder.
    func path(_ value: String?) -> String? {
        guard let value, !value.isEmpty else { return nil }
        return value.hasPrefix("/") ? value : folder?.appending(path: value).standardizedFileURL.path
    }

    /// The nearest file; nil when there is none.
    static func find(in environment: ClientProfile.Environment) throws -> ProfileFile? {
        var folder = environment.workingFolder.standardizedFileURL
        while true {
            if let file = try read(folder.appending(path: ".larder")) { return file }
            let parent = folder.deletingLastPathComponent().standardizedFileURL
            guard parent.path != folder.path, folder.path != "/" else { break }
            folder = parent
        }
        return try read(environment.configurationFolder)
    }

    private static func read(_ folder: URL) throws -> ProfileFile? {
        let url = folder.appending(path: "client.json")
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do {
            var file = try JSONDecoder().decode(ProfileFile.self, from: Data(contentsOf: url))
            file.folder = folder
            return file
        } catch is DecodingError {
            throw Failure(
                .configuration,
                "The file \(url.path) is not a JSON object with the strings gateway, authority, credentials, "
                    + "operatorCertificate, operatorKey and trustDomain, and the object servers."
            )
        } catch {
            throw Failure(.configuration, "The file \(url.path) cannot be read.")
        }
    }
}
