import Foundation
import Logging
import RPC
import TLS
import Testing

@testable import ServiceKit

@Suite("Configuration of a program", .timeLimit(.minutes(5)))
struct ConfigurationTests {
    private static let required = ["--tls-certificate", "c.pem", "--tls-key", "k.pem", "--tls-authority", "a.pem"]

    private func read(
        _ arguments: [String] = [],
        required: [String] = required,
        environment: [String: String] = [:],
        file: String? = nil,
        keys: [String] = ["keys.master", "reader.workers"]
    ) async throws -> ServiceConfiguration {
        var arguments = required + arguments
        let path = URL.temporaryDirectory.appending(path: "larder-configuration-\(UUID().uuidString).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        if let file {
            try Data(file.utf8).write(to: URL(filePath: path))
            arguments += ["--config", path]
        }
        return try await ServiceConfiguration(arguments: arguments, environment: environment, keys: keys, services: [])
    }

    private func problem(
        _ arguments: [String] = [],
        required: [String] = required,
        environment: [String: String] = [:],
        file: String? = nil
    ) async -> String {
        do {
            _ = try await read(arguments, required: required, environment: environment, file: file)
            return "none"
        } catch {
            return "\((error as? ConfigurationError)?.description ?? "another error: \(error)")"
        }
    }

    // MARK: Failures

    @Test("an unknown option is rejected and the known ones are listed", arguments: ["--listen-prt", "--listen-prt=1"])
    func unknownFlag(_ flag: String) async {
        let problem = await problem([flag, "1"])
        #expect(problem.hasPrefix("There is no option --listen-prt. Options: --callers, --config, "))
        #expect(problem.contains("--keys-master, "))
    }

    @Test("a word that belongs to no option is rejected", arguments: ["-v", "8080", "tls-key"])
    func strayWord(_ word: String) async {
        #expect(await problem([word]).hasPrefix("There is no option \(word). "))
    }

    @Test(
        "an option without its value is rejected",
        arguments: [["--listen-port"], ["--listen-port", "--log-level", "info"]]
    )
    func withoutValue(_ arguments: [String]) async {
        #expect(await problem(arguments) == "The option --listen-port needs a value.")
    }

    @Test("an option that is given twice is rejected")
    func twice() async {
        #expect(await problem(["--listen-port", "1", "--listen-port=2"]) == "The option --listen-port is given twice.")
    }

    @Test(
        "a value that is missing is asked for by flag, variable and key",
        arguments: ["tls.certificate", "tls.key", "tls.authority"]
    )
    func missing(_ key: String) async {
        let flag = "--" + key.replacing(".", with: "-")
        let index = Self.required.firstIndex(of: flag) ?? 0
        var required = Self.required
        required.removeSubrange(index...index + 1)
        let variable = "LARDER_" + key.replacing(".", with: "_").uppercased()
        #expect(
            await problem(required: required) == "\(key) is not set: give \(flag), \(variable) or \(key) in the file."
        )
    }

    @Test("a program that serves rejects the password of its schema's owner, wherever it is given")
    func ownersPassword() async {
        let variable = await problem(environment: ["LARDER_DATABASE_OWNER_URL": "user=o password=p"])
        #expect(variable.hasPrefix("LARDER_DATABASE_OWNER_URL is for migrate alone"))
        #expect(await problem(environment: ["LARDER_DATABASE_OWNER_URL": ""]) == "none")
        #expect(await problem(["--database-owner-url", "user=o"]).contains("--database-owner-url"))
        #expect(await problem(file: #"{"database": {"ownerUrl": "user=o"}}"#).contains("database.ownerUrl"))
    }

    @Test("a migration takes the owner's connection string and the keys of the program, and needs no certificate")
    func migration() throws {
        func read(_ arguments: [String], _ environment: [String: String] = [:]) throws -> MigrationConfiguration {
            try MigrationConfiguration(arguments: arguments, environment: environment, keys: ["reader.workers"])
        }
        let missing = #expect(throws: ConfigurationError.self) { try read([]) }
        #expect(missing?.description.hasPrefix("database.ownerUrl is not set: ") == true)
        #expect(throws: ConfigurationError.self) { try read(["--database-owner-url", "user=o", "--nothing", "1"]) }
        let options = ["--reader-workers", "2", "--database-url", "r", "--log-format", "text", "--log-level", "debug"]
        let configuration = try read(options, ["LARDER_DATABASE_OWNER_URL": "user=o"])
        #expect(configuration.ownerURL == "user=o")
        #expect(configuration.logLevel == .debug && !configuration.logsAsJSON)
    }

    @Test("a program with users may present them another certificate than services; both its files are needed")
    func serverCertificate() async throws {
        let keys = ServiceConfiguration.serverCertificateKeys
        let both = ["--tls-server-certificate", "public.pem", "--tls-server-key", "public-key.pem"]
        let given = try await read(both, keys: keys)
        #expect(
            given.serverIdentity.certificateChain == "public.pem" && given.serverIdentity.privateKey == "public-key.pem"
        )
        #expect(given.identity.certificateChain == "c.pem")
        #expect(try await read(keys: keys).serverIdentity.certificateChain == "c.pem")
        for (part, missing) in [(both.prefix(2), "tls.serverKey"), (both.suffix(2), "tls.serverCertificate")] {
            let problem = await #expect(throws: ConfigurationError.self) { try await read(Array(part), keys: keys) }
            #expect(problem?.description.hasPrefix("\(missing) is not set") == true)
        }
        let inside = ["LARDER_TLS_SERVER_CERTIFICATE": "public.pem", "LARDER_TLS_SERVER_KEY": "public-key.pem"]
        #expect(try await read(environment: inside).serverIdentity.certificateChain == "c.pem")
        #expect(try await read(environment: inside, keys: keys).serverIdentity.certificateChain == "public.pem")
    }

    @Test("keys of several words name their flag and variable as such")
    func severalWords() {
        let sentence = ConfigurationError.missing("database.ownerUrl").description
        #expect(sentence.contains("--database-owner-url, LARDER_DATABASE_OWNER_URL or database.ownerUrl "))
    }

    @Test(
        "a number that is none or out of its range is rejected",
        arguments: [
            ("--listen-port", "65536", "listen.port must be a number from 0 to 65535."),
            ("--listen-port", "-1", "listen.port must be a number from 0 to 65535."),
            ("--metrics-port", "65536", "metrics.port must be a number from 0 to 65535."),
            ("--listen-port", "http", "listen.port must be a number from 0 to 65535."),
            ("--database-pool-size", "0", "database.poolSize must be a number from 1 to 1000."),
            ("--event-loops", "", "eventLoops must be a number from 1 to 256."),
            ("--drain-seconds", "1.5", "drainSeconds must be a number from 0 to 600."),
        ]
    )
    func number(_ flag: String, _ value: String, _ sentence: String) async {
        #expect(await problem([flag, value]) == sentence)
    }

    @Test("the trust domain is larder unless given, and rejected when it cannot be one")
    func trustDomain() async throws {
        #expect(try await read().trust.trustDomain == "larder")
        #expect(try await read(["--tls-trust-domain", "larder.staging"]).trust.trustDomain == "larder.staging")
        let sentence = "tls.trustDomain must consist of a-z, 0-9, \".\", \"-\" and \"_\"."
        #expect(await problem(["--tls-trust-domain", "Larder/staging"]) == sentence)
        #expect(await problem(["--tls-trust-domain", ""]) == sentence)
    }

    @Test("a log level or format that does not exist is rejected")
    func log() async {
        #expect(await problem(["--log-level", "loud"]).hasPrefix("log.level must be one of trace, debug, "))
        #expect(await problem(["--log-format", "xml"]) == "log.format must be json or text.")
    }

    @Test(
        "places of services that cannot be read are rejected",
        arguments: ["auth", ":1", "h:0", "h:65536", "h:1,h", "h:x"]
    )
    func peers(_ list: String) async {
        #expect(await problem(["--peers-auth", list]) == "peers.auth must be a list like host:port,host:port.")
    }

    @Test(
        "a file that is not there, or no JSON object, is rejected",
        arguments: ["", "{", "[]", "\"x\"", "{\"a\":1 \"b\":2}"]
    )
    func malformedFile(_ text: String) async {
        #expect(await problem(file: text).hasSuffix(" is not a JSON object."))
        #expect(await problem(["--config", "/nowhere.json"]) == "The configuration file /nowhere.json cannot be read.")
    }

    @Test(
        "a key in the file that no program knows is rejected",
        arguments: [
            (#"{"listen": {"prt": 1}}"#, "listen.prt"), (#"{"listen": 1}"#, "listen"),
            (#"{"listen": {"host": {"name": "x"}}}"#, "listen.host.name"),
        ]
    )
    func unknownKey(_ file: String, _ key: String) async {
        #expect(await problem(file: file).hasSuffix(" has the unknown key \(key)."))
    }

    @Test("a value in the file that cannot be text is rejected", arguments: ["null", "[\"h:1\"]"])
    func fileValue(_ value: String) async {
        let problem = await problem(file: #"{"peers": {"auth": \#(value)}}"#)
        #expect(problem.hasPrefix("peers.auth in the configuration file "))
        #expect(problem.hasSuffix(" must be a text, a number, true or false."))
    }

    @Test("a number in the file is held to the same range")
    func fileNumber() async {
        #expect(await problem(file: #"{"listen": {"port": 70000}}"#) == "listen.port must be a number from 0 to 65535.")
        #expect(await problem(file: #"{"listen": {"port": 1.5}}"#) == "listen.port must be a number from 0 to 65535.")
    }

    @Test("values of a program alone are checked alike")
    func ownValues() async throws {
        let configuration = try await read(environment: ["LARDER_READER_WORKERS": "many"])
        #expect(throws: ConfigurationError.self) { try configuration.number("reader.workers", default: 1, in: 1...4) }
        #expect(throws: ConfigurationError.self) { try configuration.requiredText("keys.master") }
    }

    // MARK: Values

    @Test(
        "something is to be done that is said to be, and nothing else",
        arguments: [("yes", true), ("no", false), ("", false), (nil, false)]
    )
    func yes(_ value: String?, _ isMeant: Bool) async throws {
        let environment = value.map { ["LARDER_READER_WORKERS": $0] } ?? [:]
        let configuration = try await read(environment: environment)
        #expect(try configuration.isYes("reader.workers") == isMeant)
    }

    @Test("what is neither yes nor no is named", arguments: ["true", "Yes", "1", "yes please"])
    func neither(_ value: String) async throws {
        let configuration = try await read(environment: ["LARDER_READER_WORKERS": value])
        let error = #expect(throws: ConfigurationError.self) { try configuration.isYes("reader.workers") }
        #expect(error?.description == "reader.workers must be yes or no.")
    }

    @Test("a flag wins over the environment, and that over the file")
    func precedence() async throws {
        let file = #"{"listen": {"host": "file", "port": 1}, "database": {"poolSize": 3}, "log": {"format": "text"}}"#
        let environment = ["LARDER_LISTEN_HOST": "environment", "LARDER_LISTEN_PORT": "2"]
        let configuration = try await read(["--listen-host=flag"], environment: environment, file: file)
        #expect(configuration.listenHost == "flag")
        #expect(configuration.listenPort == 2)
        #expect(configuration.databasePoolSize == 3)
        #expect(!configuration.logsAsJSON)
    }

    @Test("what nobody says has its default")
    func defaults() async throws {
        let configuration = try await read()
        #expect(configuration.listenHost == "127.0.0.1")
        #expect(configuration.listenPort == 0)
        #expect(configuration.databaseURL == nil)
        #expect(configuration.databasePoolSize == 8)
        #expect(configuration.peers.isEmpty)
        #expect(configuration.logLevel == .info)
        #expect(configuration.logsAsJSON)
        #expect(configuration.drainTimeout == .seconds(15))
        #expect(try configuration.number("reader.workers", default: 7, in: 1...9) == 7)
    }

    @Test(
        "metrics are served on loopback, 100 above the own port, unless configured otherwise",
        arguments: [
            ([], 0), (["--listen-port", "7443"], 7_543), (["--listen-port", "65500"], 0),
            (["--listen-port", "7443", "--metrics-port", "0"], 0), (["--metrics-port", "9000"], 9_000),
        ]
    )
    func metrics(_ arguments: [String], _ port: Int) async throws {
        let configuration = try await read(arguments)
        #expect(configuration.metricsHost == "127.0.0.1")
        #expect(configuration.metricsPort == port)
        #expect(try await read(["--metrics-host", "10.0.0.1"]).metricsHost == "10.0.0.1")
    }

    @Test("the file may hold all, numbers and truth values as JSON has them")
    func file() async throws {
        let file = """
            {"tls": {"certificate": "c", "key": "k", "authority": "a"}, "eventLoops": 3, "keys": {"master": true},
             "reader": {"workers": 2}}
            """
        let configuration = try await read(required: [], file: file)
        #expect(configuration.eventLoops == 3)
        #expect(try configuration.requiredText("keys.master") == "true")
        #expect(try configuration.number("reader.workers", default: 1, in: 1...4) == 2)
    }

    @Test("lists with commas come by flag and by variable")
    func lists() async throws {
        let places = [Endpoint(host: "a", port: 1), Endpoint(host: "::1", port: 2)]
        #expect(try await read(["--peers-auth", "a:1, [::1]:2"]).peers["auth"] == places)
        #expect(try await read(environment: ["LARDER_PEERS_AUTH": "a:1,[::1]:2"]).peers["auth"] == places)
        let url = "host=a,b dbname=larder"
        #expect(try await read(["--database-url=\(url)"]).databaseURL == url)
    }
}
