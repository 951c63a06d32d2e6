import Foundation
import HTTPTypes
import NIOCore
import RPC
import ServiceKit
import TLS
import Testing

@testable import larder_gateway

@Suite("Configuration of the listener for browsers")
struct WebOptionsTests {
    private func options(_ values: [String: String]) async throws -> WebOptions? {
        let file = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID()).json")
        try JSONEncoder().encode(["web": values]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let configuration = try await ServiceConfiguration(
            arguments: [],
            environment: [
                "LARDER_TLS_CERTIFICATE": "a.pem", "LARDER_TLS_KEY": "a-key.pem", "LARDER_TLS_AUTHORITY": "ca.pem",
                "LARDER_CONFIG": file.path,
            ],
            keys: GatewayProgram.configurationKeys,
            services: []
        )
        return try WebOptions(configuration)
    }

    private func rejection(of values: [String: String]) async -> String? {
        let error = await #expect(throws: ConfigurationError.self) { _ = try await options(values) }
        return error?.description
    }

    private static let certified = ["port": "7450", "certificate": "web.pem", "key": "web-key.pem"]

    @Test("without a port nothing listens, and what else is set is a mistake")
    func noPort() async throws {
        #expect(try await options([:]) == nil)
        for key in WebOptions.configurationKeys where key != "web.port" {
            let name = String(key.dropFirst("web.".count))
            #expect(
                await rejection(of: [name: "x"])
                    == "\(key) is set, but web.port is not: nothing listens for browsers without it."
            )
        }
    }

    @Test("a port alone serves this machine by its own names, without files and map")
    func portAlone() async throws {
        let options = try #require(try await options(["port": "7450"]))
        #expect(options.host == "127.0.0.1" && options.port == 7_450 && options.identity == nil)
        #expect(options.hosts == ["localhost", "127.0.0.1", "[::1]"])
        #expect(options.files == nil && options.tiles == nil)
        for port in ["-1", "65536", "web"] { _ = await rejection(of: ["port": port]) }
    }

    @Test("mails are shown on a developer's machine alone")
    func mail() async throws {
        #expect(try await options(["port": "7450", "mail": "mail"])?.mail == "mail")
        #expect(try await options(["port": "7450"])?.mail == nil)
        for others in [
            Self.certified.merging(["hosts": "larder.example"]) { $1 }, ["port": "7450", "hosts": "larder.example"],
        ] {
            let rejected = await rejection(of: others.merging(["mail": "mail"]) { $1 })
            #expect(rejected?.hasPrefix("web.mail is for development") == true)
        }
    }

    @Test("plain HTTP is for loopback alone", arguments: ["0.0.0.0", "::", "192.0.2.1", "larder.example", "127.0.0.2"])
    func plainHTTP(_ host: String) async throws {
        #expect(
            await rejection(of: ["port": "7450", "host": host])
                == "web.host is \(host), but without web.certificate and web.key browsers are served on loopback alone."
        )
        let certified = Self.certified.merging(["host": host, "hosts": "larder.example"]) { $1 }
        #expect(try await options(certified)?.host == host)
    }

    @Test("loopback has any of its names", arguments: ["127.0.0.1", "::1", "localhost"])
    func loopback(_ host: String) async throws {
        #expect(try await options(["port": "0", "host": host])?.host == host)
    }

    @Test("a certificate needs its key and the names that browsers use, among which loopback is not")
    func certificate() async throws {
        let options = try #require(
            try await options(Self.certified.merging(["hosts": "Larder.example, www.larder.example"]) { $1 })
        )
        #expect(options.hosts == ["larder.example", "www.larder.example"])
        #expect(options.identity?.certificateChain == "web.pem" && options.identity?.privateKey == "web-key.pem")
        #expect(
            await rejection(of: Self.certified)
                == "web.hosts is missing: the names in web.certificate that browsers may use."
        )
        for missing in ["certificate", "key"] {
            #expect(
                await rejection(of: Self.certified.filter { $0.key != missing })
                    == "web.certificate and web.key belong together; one of them is missing."
            )
        }
    }

    @Test("map tiles come from an HTTPS address with its places, and with a credit")
    func tiles() async throws {
        let address = "https://tiles.example:8443/styles/{z}/{x}/{y}.png?key=1"
        let options = try #require(
            try await options(["port": "0", "tiles": address, "tilesCredit": "© Tiles"])
        )
        #expect(options.tiles == .init(url: address, attribution: "© Tiles"))
        #expect(options.tiles?.origin == "https://tiles.example:8443")
        #expect(
            await rejection(of: ["port": "0", "tiles": address])
                == "web.tilesCredit is missing: whom the map credits for its tiles."
        )
    }

    @Test(
        "no other address is one of tiles, above all none that would change the policy for pages",
        arguments: [
            "http://tiles.example/{z}/{x}/{y}", "//tiles.example/{z}/{x}/{y}", "https:///{z}/{x}/{y}",
            "https://tiles.example/{z}/{x}", "https://tiles.example; script-src */{z}/{x}/{y}",
            "https://tiles.example 'unsafe-inline'/{z}/{x}/{y}", "https://*/{z}/{x}/{y}",
            "https://user@tiles.example/{z}/{x}/{y}", "http://localhost.evil.example/{z}/{x}/{y}", "data:{z}{x}{y}",
        ]
    )
    func badTiles(_ address: String) async throws {
        #expect(
            await rejection(of: ["port": "0", "tiles": address, "tilesCredit": "© Tiles"])
                == "web.tiles must be an HTTPS address with {z}, {x} and {y}."
        )
    }

    @Test("pages load pictures from the tiles' origin and nothing else from anywhere else")
    func policy() throws {
        func policy(_ origin: String?) throws -> [String] {
            var response = WebResponse(.ok)
            SecurityHeaders(isSecure: true, tilesOrigin: origin).add(to: &response)
            return try #require(response.fields[.contentSecurityPolicy]).components(separatedBy: "; ")
        }
        let (with, without) = (try policy("https://tiles.example:8443"), try policy(nil))
        #expect(with.contains("img-src 'self' blob: data: https://tiles.example:8443"))
        #expect(without.contains("img-src 'self' blob: data:"))
        #expect(with.filter { !$0.hasPrefix("img-src") } == without.filter { !$0.hasPrefix("img-src") })
    }

    @Test("the app learns where tiles come from and whom to credit")
    func settings() throws {
        let tiles = WebOptions.MapTiles(url: "https://tiles.example/{z}/{x}/{y}", attribution: "© Tiles")
        guard case .bytes(let body) = WebSettings(version: "v", tiles: tiles).response.body else {
            return #expect(Bool(false))
        }
        let told = object(String(buffer: body))?["tiles"] as? [String: String]
        #expect(told == ["url": tiles.url, "attribution": tiles.attribution])
    }
}
