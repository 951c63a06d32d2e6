import AllServices
import RPC
import Testing

@testable import ServiceKit

@Suite("Configuration of a program's server", .timeLimit(.minutes(5)))
struct ServerOptionsTests {
    private func read(_ arguments: [String] = []) async throws -> ServerOptions {
        let required = ["--tls-certificate", "c.pem", "--tls-key", "k.pem", "--tls-authority", "a.pem"]
        return try await ServiceConfiguration(
            arguments: required + arguments,
            environment: [:],
            services: ServiceCatalogue.all
        ).server
    }

    @Test(
        "a list of callers that cannot be read is rejected with an example",
        arguments: [
            "larder.rpc.v1.Echo", "larder.rpc.v1.Echo=b;larder.rpc.v1.Echo=c", "=b", "larder.rpc.v1.Echo=b,,c=",
        ]
    )
    func wrongCallers(_ list: String) async {
        await #expect(throws: ConfigurationError.self) { try await read(["--callers", list]) }
    }

    @Test("callers are read for each service; a service may have none")
    func callers() async throws {
        let list = "larder.budget.v1.Purchases = gateway, ocr ;larder.rpc.v1.Diagnostics="
        let options = try await read(["--callers", list])
        #expect(
            options.allowedCallers == [
                "larder.budget.v1.Purchases": ["gateway", "ocr"], "larder.rpc.v1.Diagnostics": [],
            ]
        )
    }

    @Test("a service that does not exist is rejected with the one that was perhaps meant, as it would protect nothing")
    func misspeltService() async {
        let error = await #expect(throws: ConfigurationError.self) {
            try await read(["--callers", "larder.budget.v1.Purchase=gateway"])
        }
        #expect(
            error?.description
                == "callers names the service larder.budget.v1.Purchase, which does not exist. "
                + "Do you mean larder.budget.v1.Purchases?"
        )
    }

    @Test("connections live half an hour, loops may lag a tenth of a second, and 128 MiB may be in flight by default")
    func defaults() async throws {
        let options = try await read()
        #expect(options.connectionLife == ConnectionLife(maximumAge: .seconds(1_800)))
        #expect(options.limits == ServerLimits(shedding: LoadShedding(target: .milliseconds(100))))
        #expect(options.allowedCallers.isEmpty && options.lameDuck == .zero)
    }

    @Test("what is set reaches the server, and 0 turns off what can be off")
    func set() async throws {
        let options = try await read([
            "--limits-calls", "7", "--limits-calls-per-peer", "3", "--limits-mebibytes-in-flight", "2",
            "--limits-lag-milliseconds", "0", "--connections-maximum-age-seconds", "0",
            "--connections-maximum-idle-seconds", "60", "--lame-duck-seconds", "4",
        ])
        #expect(options.limits.calls == 7 && options.limits.callsPerPeer == 3)
        #expect(options.limits.bytesInFlight == 2_097_152 && options.limits.shedding == nil)
        #expect(options.connectionLife == ConnectionLife(maximumIdle: .seconds(60)))
        #expect(options.lameDuck == .seconds(4))
        var server = ServerConfiguration(inProcess: [])
        options.apply(to: &server)
        #expect(server.limits == options.limits && server.lameDuck == .seconds(4))
        #expect(
            server.settings.maximumConcurrentStreams == 7,
            "a connection of the gateway is not full before the server"
        )
    }

    @Test(
        "a number out of its range is rejected with the range",
        arguments: [
            ("--limits-connections", "0", "limits.connections must be a number from 1 to 1000000."),
            ("--limits-handshakes-per-address", "1000001", "limits.handshakesPerAddress must be a number from 1 to"),
            ("--limits-calls", "0", "limits.calls must be a number from 1 to 10000000."),
            ("--limits-mebibytes-in-flight", "1048577", "limits.mebibytesInFlight must be a number from 1 to 1048576."),
            ("--limits-lag-milliseconds", "-1", "limits.lagMilliseconds must be a number from 0 to 60000."),
            ("--connections-grace-seconds", "86401", "connections.graceSeconds must be a number from 0 to 86400."),
            ("--lame-duck-seconds", "601", "lameDuckSeconds must be a number from 0 to 600."),
            ("--tls-watch-seconds", "0", "tls.watchSeconds must be a number from 1 to 86400."),
            ("--tls-warning-days", "3651", "tls.warningDays must be a number from 0 to 3650."),
        ]
    )
    func outOfRange(flag: String, value: String, sentence: String) async {
        let error = await #expect(throws: ConfigurationError.self) { try await read([flag, value]) }
        #expect(error?.description.hasPrefix(sentence) == true, "\(error?.description ?? "")")
    }

    @Test("each option reaches the server or the watch of its certificate")
    func applied() async throws {
        let options = try await read([
            "--limits-connections", "5", "--connections-maximum-age-seconds", "90", "--connections-grace-seconds", "7",
            "--callers", "larder.rpc.v1.Diagnostics=operator", "--lame-duck-seconds", "3",
            "--connections-renewal-seconds", "0", "--tls-watch-seconds", "1", "--tls-warning-days", "0",
        ])
        var server = ServerConfiguration(inProcess: [])
        options.apply(to: &server)
        #expect(server.limits.connections == 5)
        #expect(server.connectionLife == ConnectionLife(maximumAge: .seconds(90), grace: .seconds(7)))
        #expect(server.allowedCallers == ["larder.rpc.v1.Diagnostics": ["operator"]])
        #expect(server.lameDuck == .seconds(3))
        #expect(options.renewal == .zero)
        #expect(options.certificateInterval == .seconds(1))
        #expect(options.certificateWarningDays == 0)
    }
}
