import Foundation
import RPC
import ServiceKit
import Testing

@testable import larder_gateway

@Suite("Configuration of the gateway's limits")
struct ConfigurationTests {
    /// The limits of a gateway with these values.
    private func limits(_ values: [String: Int] = [:]) async throws -> RateLimits {
        var environment = [
            "LARDER_TLS_CERTIFICATE": "a.pem", "LARDER_TLS_KEY": "a-key.pem", "LARDER_TLS_AUTHORITY": "ca.pem",
        ]
        // A file, since unknown keys of an environment are ignored.
        let file = FileManager.default.temporaryDirectory.appending(path: "gateway-\(UUID()).json")
        try JSONEncoder().encode(["limits": values]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        environment["LARDER_CONFIG"] = file.path
        let configuration = try await ServiceConfiguration(
            arguments: [],
            environment: environment,
            keys: GatewayProgram.configurationKeys,
            services: []
        )
        return try RateLimits(configuration)
    }

    @Test("without any, the defaults apply")
    func defaults() async throws {
        #expect(try await limits() == RateLimits())
        #expect(RateLimits().connectionsPerAddress == 1_000)
    }

    @Test("every limit can be set, that on connections of an address too")
    func everyKey() async throws {
        let limits = try await limits([
            "userPerSecond": 1, "userBurst": 2, "addressPerSecond": 3, "addressBurst": 4, "signInPerSecond": 5,
            "signInBurst": 6, "renewalPerSecond": 7, "renewalBurst": 8, "callsPerUser": 9,
            "streamsPerUser": 10, "callsPerAddress": 11, "connectionsPerAddress": 12, "trackedKeys": 13,
            "handshakePerSecond": 14, "handshakeBurst": 15, "registrationPerMinute": 16, "registrationBurst": 17,
        ])
        var expected = RateLimits()
        expected.user = RateLimit(perSecond: 1, burst: 2)
        expected.address = RateLimit(perSecond: 3, burst: 4)
        expected.signIn = RateLimit(perSecond: 5, burst: 6)
        expected.renewal = RateLimit(perSecond: 7, burst: 8)
        (expected.callsPerUser, expected.streamsPerUser) = (9, 10)
        (expected.callsPerAddress, expected.connectionsPerAddress) = (11, 12)
        expected.trackedKeys = 13
        expected.handshake = RateLimit(perSecond: 14, burst: 15)
        expected.registration = RateLimit(perMinute: 16, burst: 17)
        #expect(limits == expected)
        var server = ServerConfiguration(inProcess: [])
        server.settings.maximumConcurrentStreams = 10_000
        Gateway(channels: [:], limits: limits).assembly.configureServer?(&server)
        #expect(server.limits.connectionsPerAddress == 12)
        #expect(server.settings.maximumConcurrentStreams == 1_024, "also where services allow more")
    }

    @Test("a limit out of range is rejected by its key")
    func outOfRange() async throws {
        let error = await #expect(throws: ConfigurationError.self) { _ = try await limits(["callsPerUser": 0]) }
        #expect(error?.description == "limits.callsPerUser must be a number from 1 to 1000000.")
    }
}
