import ArgumentParser
import Foundation
import LarderClient
import Testing

@testable import larder

@Suite("Sources of gateway, authority and credentials")
struct ProfileTests {
    /// A home folder, and a working folder some levels below a folder that may contain a profile.
    private func withFolders<Result>(_ body: (URL, ClientProfile.Environment) throws -> Result) throws -> Result {
        let base = URL.temporaryDirectory.appending(path: "larder-profile-\(UUID().uuidString)")
        let working = base.appending(path: "project/deep/down")
        try FileManager.default.createDirectory(at: working, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: base) }
        let variables = ["HOME": base.appending(path: "home").path]
        return try body(base, .init(variables: variables, workingFolder: working))
    }

    private func write(_ content: String, _ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: folder.appending(path: "client.json"))
    }

    private func options(_ arguments: String...) throws -> GlobalOptions { try GlobalOptions.parse(arguments) }

    @Test("A profile that is not a JSON object is named", arguments: ["", "[]", "{\"gateway\": 7}"])
    func malformed(content: String) throws {
        try withFolders { base, environment in
            let folder = base.appending(path: "project/.larder")
            try write(content, folder)
            let failure = #expect(throws: Failure.self) { try ClientProfile(options(), in: environment) }
            #expect(failure?.exit == .configuration)
            #expect(failure?.message.contains(folder.appending(path: "client.json").path) == true)
        }
    }

    @Test(
        "A gateway without a port is rejected",
        arguments: ["localhost", "localhost:", ":7443", "localhost:0", "h:99999"]
    )
    func gateway(text: String) throws {
        try withFolders { _, environment in
            let failure = #expect(throws: Failure.self) {
                try ClientProfile(options("--gateway", text), in: environment)
            }
            #expect(failure?.exit == .configuration)
        }
    }

    @Test("The defaults are the local gateway, the system's authorities and the user's own folder")
    func defaults() throws {
        try withFolders { base, environment in
            let profile = try ClientProfile(options(), in: environment)
            #expect(profile.gateway == Endpoint(host: "localhost", port: 7_443))
            #expect(profile.authority == "/etc/ssl/certs/ca-certificates.crt")
            #expect(profile.credentials == base.appending(path: "home/.config/larder/credentials.json").path)
        }
    }

    @Test("The nearest profile applies, and its paths are relative to it")
    func nearest() throws {
        try withFolders { base, environment in
            try write(#"{"gateway": "far:1"}"#, base.appending(path: ".larder"))
            let near = base.appending(path: "project/.larder")
            try write(#"{"gateway": "near:2", "authority": "ca.pem", "credentials": "/abs/c.json"}"#, near)
            let profile = try ClientProfile(options(), in: environment)
            #expect(profile.gateway == Endpoint(host: "near", port: 2))
            #expect(profile.authority == near.appending(path: "ca.pem").path)
            #expect(profile.credentials == "/abs/c.json")
        }
    }

    @Test("Without one, the user's configuration applies, in the XDG folder")
    func userConfiguration() throws {
        try withFolders { base, environment in
            try write(#"{"gateway": "home:3"}"#, base.appending(path: "home/.config/larder"))
            #expect(try ClientProfile(options(), in: environment).gateway.host == "home")
            var other = environment
            let folder = base.appending(path: "elsewhere")
            other.variables["XDG_CONFIG_HOME"] = folder.path
            try write(#"{"gateway": "xdg:4"}"#, folder.appending(path: "larder"))
            let profile = try ClientProfile(options(), in: other)
            #expect(profile.gateway.host == "xdg")
            #expect(profile.credentials == folder.appending(path: "larder/credentials.json").path)
        }
    }

    @Test("The trust domain is larder, that of the profile, or that of the environment")
    func trustDomain() throws {
        try withFolders { base, environment in
            #expect(try ClientProfile(options(), in: environment).trustDomain == "larder")
            try write(#"{"trustDomain": "larder.staging"}"#, base.appending(path: "project/.larder"))
            #expect(try ClientProfile(options(), in: environment).trustDomain == "larder.staging")
            var environment = environment
            environment.variables["LARDER_TRUST_DOMAIN"] = "larder.test"
            #expect(try ClientProfile(options(), in: environment).trustDomain == "larder.test")
        }
    }

    @Test("The command line takes precedence over the environment, and that over a profile")
    func order() throws {
        try withFolders { base, environment in
            try write(
                #"{"gateway": "file:1", "authority": "/file", "credentials": "/file"}"#,
                base.appending(path: "project/.larder")
            )
            var environment = environment
            environment.variables["LARDER_GATEWAY"] = "environment:2"
            environment.variables["LARDER_AUTHORITY"] = "/environment"
            environment.variables["LARDER_CREDENTIALS"] = ""
            let profile = try ClientProfile(options("--gateway", "option:3"), in: environment)
            #expect(profile.gateway.host == "option")
            #expect(profile.authority == "/environment")
            #expect(profile.credentials == "/file")
        }
    }
}
