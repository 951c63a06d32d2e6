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
        // Whatever the umask.
        try set(mode: 0o755, folder)
        try set(mode: 0o644, folder.appending(path: "client.json"))
    }

    private func set(mode: Int, _ file: URL) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    /// Runs `body` with the default profile expected, and a project's file in place that names another gateway.
    private func withHostileProject(_ reason: String, _ spoil: (URL) throws -> Void) throws {
        try withFolders { base, environment in
            let project = base.appending(path: "project")
            try write(
                #"{"gateway": "evil:1", "authority": "ca.pem", "credentials": "c.json", "trustDomain": "evil"}"#,
                project.appending(path: ".larder")
            )
            #expect(try ClientProfile(options(), in: environment).gateway.host == "evil")
            try spoil(project)
            let profile = try ClientProfile(options(), in: environment)
            #expect(profile.gateway == Endpoint(host: "localhost", port: 7_443))
            #expect(profile.authority == ClientProfile.systemAuthorities)
            #expect(profile.credentials == base.appending(path: "home/.config/larder/credentials.json").path)
            #expect(profile.trustDomain == "larder")
            let file = project.appending(path: ".larder/client.json").path
            #expect(profile.notices.map { $0.hasPrefix("\(file) is not used: ") } == [true])
            #expect(profile.notices.first?.contains(reason) == true, "\(profile.notices)")
        }
    }

    @Test(
        "A project's profile that others can write, or replace, is not used",
        arguments: [
            (".larder/client.json", 0o666), (".larder/client.json", 0o664), (".larder", 0o777), (".larder", 0o775),
            (".larder", 0o1777), ("", 0o777), ("..", 0o707),
        ]
    )
    func writable(path: String, mode: Int) throws {
        try withHostileProject("(mode 0\(String(mode, radix: 8)))") { project in
            try set(mode: mode, project.appending(path: path).standardizedFileURL)
        }
    }

    @Test(
        "A project's profile that belongs to another user is not used, nor one in another user's folder",
        .enabled(if: geteuid() == 0, "Only root can give files to another user."),
        arguments: [".larder/client.json", ".larder", "", ".."]
    )
    func othersProfile(path: String) throws {
        try withHostileProject("belongs to another user") { project in
            let file = project.appending(path: path).standardizedFileURL.path
            #expect(chown(file, 65_534, gid_t.max) == 0)
        }
    }

    @Test("A project's profile that is a link to another is not used", arguments: [".larder", ".larder/client.json"])
    func link(path: String) throws {
        try withHostileProject("is a symbolic link") { project in
            let (file, moved) = (project.appending(path: path), project.appending(path: "moved"))
            try FileManager.default.moveItem(at: file, to: moved)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: moved)
        }
    }

    @Test("A folder above in which others cannot replace it makes no difference")
    func stickyFolder() throws {
        try withFolders { base, environment in
            let project = base.appending(path: "project")
            try write(#"{"gateway": "near:1"}"#, project.appending(path: ".larder"))
            try set(mode: 0o1777, project)
            let profile = try ClientProfile(options(), in: environment)
            #expect(profile.gateway.host == "near")
            #expect(profile.notices.isEmpty)
        }
    }

    @Test("Behind a profile that is not used, the next one applies")
    func nextProfile() throws {
        try withFolders { base, environment in
            let near = base.appending(path: "project/.larder")
            try write(#"{"gateway": "near:1"}"#, near)
            try set(mode: 0o666, near.appending(path: "client.json"))
            try write(#"{"gateway": "far:1"}"#, base.appending(path: ".larder"))
            let profile = try ClientProfile(options(), in: environment)
            #expect(profile.gateway.host == "far")
            #expect(profile.notices.count == 1)
        }
    }

    @Test(
        "A project's profile cannot move the session to another folder",
        arguments: ["/tmp/c.json", "../c.json", "down/c.json", "../.larder-2/c.json", ".."]
    )
    func foreignCredentials(path: String) throws {
        try withFolders { base, environment in
            try write(#"{"credentials": "\#(path)"}"#, base.appending(path: "project/.larder"))
            let failure = #expect(throws: Failure.self) { try ClientProfile(options(), in: environment) }
            #expect(failure?.exit == .configuration)
            #expect(failure?.message.contains("outside its folder") == true)
            #expect(try ClientProfile(options("--credentials", "/own"), in: environment).credentials == "/own")
        }
    }

    @Test("What gives the gateway and its authority is named")
    func sentence() throws {
        try withFolders { base, environment in
            #expect(try ClientProfile(options(), in: environment).gatewaySentence == "The gateway is localhost:7443.")
            let folder = base.appending(path: "project/.larder")
            try write(#"{"gateway": "near:2", "authority": "ca.pem"}"#, folder)
            let (file, authority) = (folder.appending(path: "client.json").path, folder.appending(path: "ca.pem").path)
            #expect(
                try ClientProfile(options(), in: environment).gatewaySentence
                    == "The gateway is near:2, as \(file) says; its certificate must come from \(authority)."
            )
            #expect(
                try ClientProfile(options("--gateway", "far:3"), in: environment).gatewaySentence
                    == "The gateway is far:3; its certificate must come from \(authority), as \(file) says."
            )
            var other = environment
            other.variables["LARDER_GATEWAY"] = "variable:4"
            #expect(
                try ClientProfile(options("--authority", "/own.pem"), in: other).gatewaySentence
                    == "The gateway is variable:4, as LARDER_GATEWAY says; its certificate must come from /own.pem."
            )
        }
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
            try write(#"{"gateway": "near:2", "authority": "ca.pem", "credentials": "c.json"}"#, near)
            let profile = try ClientProfile(options(), in: environment)
            #expect(profile.gateway == Endpoint(host: "near", port: 2))
            #expect(profile.authority == near.appending(path: "ca.pem").path)
            #expect(profile.credentials == near.appending(path: "c.json").path)
        }
    }

    @Test("Without one, the user's configuration applies, in the XDG folder")
    func userConfiguration() throws {
        try withFolders { base, environment in
            try write(
                #"{"gateway": "home:3", "credentials": "/abs/c.json"}"#,
                base.appending(path: "home/.config/larder")
            )
            #expect(try ClientProfile(options(), in: environment).gateway.host == "home")
            #expect(try ClientProfile(options(), in: environment).credentials == "/abs/c.json")
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
            let folder = base.appending(path: "project/.larder")
            let credentials = folder.appending(path: "c.json").path
            try write(
                #"{"gateway": "file:1", "authority": "/file", "credentials": "\#(credentials)"}"#,
                folder
            )
            var environment = environment
            environment.variables["LARDER_GATEWAY"] = "environment:2"
            environment.variables["LARDER_AUTHORITY"] = "/environment"
            environment.variables["LARDER_CREDENTIALS"] = ""
            let profile = try ClientProfile(options("--gateway", "option:3"), in: environment)
            #expect(profile.gateway.host == "option")
            #expect(profile.authority == "/environment")
            #expect(profile.credentials == credentials)
        }
    }
}
