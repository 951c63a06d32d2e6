import Foundation
import ServiceKit
import TLS

/// The configuration of the listener for browsers.
struct WebOptions: Sendable {
    /// Where it listens.
    var host: String
    /// The port; 0 lets the system choose.
    var port: Int
    /// The certificate that browsers see; nil for plain HTTP, which loopback addresses alone may have.
    var identity: TLSIdentity?
    /// The names that browsers may know it by, in small letters and without a port.
    var hosts: Set<String>
    /// The folder of the app's files; nil to serve none.
    var files: String?
    /// The address of map tiles, with `{z}`, `{x}` and `{y}`; nil for no map.
    var tiles: MapTiles?
    /// How users reach those who run the installation: an e-mail address, an HTTPS address or a text; nil when none is given.
    var contact: String?
    /// The folder of the mails that ``MailPages`` shows, on a developer's machine; nil to show none.
    var mail: String?

    /// Where map tiles come from.
    struct MapTiles: Sendable, Hashable {
        /// An HTTPS address with `{z}`, `{x}` and `{y}`.
        let url: String
        /// Whom the map credits.
        let attribution: String

        /// The scheme, host and port that the pages may load pictures from; nil for an address without.
        var origin: String? {
            guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else { return nil }
            let authority = url.dropFirst(scheme.count).prefix { $0 != "/" }
            let isHost = authority.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:".contains($0)) }
            // Plain HTTP is for a server of tiles on this machine.
            let isAllowed = scheme == "https://" || authority.prefix { $0 != ":" } == "localhost"
            return !authority.isEmpty && isHost && isAllowed ? scheme + authority : nil
        }
    }

    static let configurationKeys = [
        "web.host", "web.port", "web.certificate", "web.key", "web.hosts", "web.files", "web.tiles", "web.tilesCredit",
        "web.contact", "web.mail",
    ]

    /// The names of this machine for itself.
    static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    /// Reads the options.
    /// - Returns: Nil without a port: nothing listens then.
    /// - Throws: `ConfigurationError` for values that do not fit each other.
    init?(_ configuration: ServiceConfiguration) throws {
        guard configuration.text("web.port") != nil else {
            for key in WebOptions.configurationKeys where key != "web.port" && configuration.text(key) != nil {
                throw ConfigurationError("\(key) is set, but web.port is not: nothing listens for browsers without it.")
            }
            return nil
        }
        port = try configuration.number("web.port", default: 0, in: 0...65_535)
        host = configuration.text("web.host") ?? "127.0.0.1"
        identity = try WebOptions.identity(configuration)
        hosts = Set(
            (configuration.text("web.hosts") ?? "").split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces).lowercased()
            }
        )
        files = configuration.text("web.files")
        tiles = try WebOptions.tiles(configuration)
        contact = try WebOptions.contact(configuration)
        mail = configuration.text("web.mail")
        guard mail == nil || (identity == nil && hosts.isEmpty) else {
            throw ConfigurationError(
                "web.mail is for development: it shows mails with links into accounts, and goes with neither web.certificate "
                    + "nor web.hosts."
            )
        }
        if identity == nil {
            guard ["127.0.0.1", "::1", "localhost"].contains(host) else {
                throw ConfigurationError(
                    "web.host is \(host), but without web.certificate and web.key browsers are served on loopback alone."
                )
            }
            hosts.formUnion(WebOptions.loopbackHosts)
        } else if hosts.isEmpty {
            throw ConfigurationError("web.hosts is missing: the names in web.certificate that browsers may use.")
        }
    }

    private static func identity(_ configuration: ServiceConfiguration) throws -> TLSIdentity? {
        switch (configuration.text("web.certificate"), configuration.text("web.key")) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return TLSIdentity(certificateChain: certificate, privateKey: key)
        default: throw ConfigurationError("web.certificate and web.key belong together; one of them is missing.")
        }
    }

    private static func tiles(_ configuration: ServiceConfiguration) throws -> MapTiles? {
        guard let url = configuration.text("web.tiles") else { return nil }
        guard let credit = configuration.text("web.tilesCredit") else {
            throw ConfigurationError("web.tilesCredit is missing: whom the map credits for its tiles.")
        }
        let tiles = MapTiles(url: url, attribution: credit)
        guard tiles.origin != nil, ["{z}", "{x}", "{y}"].allSatisfy(url.contains) else {
            throw ConfigurationError("web.tiles must be an HTTPS address with {z}, {x} and {y}.")
        }
        return tiles
    }

    private static func contact(_ configuration: ServiceConfiguration) throws -> String? {
        guard let contact = configuration.text("web.contact") else { return nil }
        guard (1...200).contains(contact.count), !contact.contains(where: \.isNewline) else {
            throw ConfigurationError("web.contact must be one line of 1 to 200 characters.")
        }
        return contact
    }
}
