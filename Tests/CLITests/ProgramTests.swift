import Foundation
import LarderClient
import LarderClientTestSupport
import RPCTestSupport
import Testing

@testable import larder

@Suite("The program as run by scripts", .timeLimit(.minutes(5)))
struct ProgramTests {
    @Test("Without a session it exits with 77, and prints nothing but JSON")
    func notSignedIn() async throws {
        try await TestGateway.with { gateway async throws in
            try await withProgram(gateway) { program async throws in
                let run = try await program("purchases", "--json")
                #expect(run.status == ExitStatus.unauthenticated.rawValue)
                #expect(run.out.isEmpty)
                let error = try #require(try Printed.document(run.error)["error"] as? [String: Any])
                #expect(error["reason"] as? String == "SIGN_IN_REQUIRED")
                let sentence =
                    "Nobody is signed in for the gateway \(gateway.endpoint): the file "
                    + "\(program.credentials.path) has no session."
                #expect(error["message"] as? String == sentence)
                #expect((error["hint"] as? String)?.contains("run larder in its folder or below") == true)
            }
        }
    }

    @Test("A session for another gateway is named")
    func otherGateway() async throws {
        try await TestGateway.with { gateway async throws in
            try await withProgram(gateway) { program async throws in
                #expect(try await program("sign-in", "ada", "--password-stdin", input: "Correct-1").status == 0)
                let run = try await program("purchases", "--gateway", "localhost:1")
                #expect(run.status == ExitStatus.unauthenticated.rawValue)
                #expect(run.error.contains("Nobody is signed in for the gateway localhost:1: the file "))
                #expect(run.error.contains(" only has a session for \(gateway.endpoint).\n"))
                let elsewhere = try await program("account", "--credentials", "/nowhere/credentials.json")
                #expect(elsewhere.error.contains("the file /nowhere/credentials.json has no session."))
            }
        }
    }

    @Test("Help, version and exit statuses are JSON documents for scripts")
    func documents() async throws {
        try await TestGateway.with { gateway async throws in
            try await withProgram(gateway) { program async throws in
                let version = try Printed.document(try await program("--version", "--json").out)
                #expect(version["version"] as? String == "larder \(LarderCommand.version) (protocol larder/1)")
                for arguments in [
                    ["help", "--json"], ["--json", "help", "receipt"], ["receipt", "--help", "--json"],
                ] {
                    let run = try await program(arguments)
                    #expect(run.status == 0, "\(run.error)")
                    #expect((try Printed.document(run.out)["help"] as? String)?.contains("USAGE") == true)
                }
                let statuses = try Printed.document(try await program("exit-codes", "--json").out)
                #expect((statuses["exitStatuses"] as? [Any])?.count == ExitStatus.allCases.count)
            }
        }
    }

    @Test("An authority that did not issue the gateway's certificate is reported as the reason")
    func wrongAuthority() async throws {
        try await TestGateway.with { gateway async throws in
            try await withProgram(gateway) { program async throws in
                let run = try await program("status", "--authority", "/etc/ssl/certs/ca-certificates.crt")
                #expect(run.status == ExitStatus.configuration.rawValue)
                #expect(run.error.lowercased().contains("certificate"))
                let missing = try await program("status", "--authority", "/nowhere.pem")
                #expect(missing.status == ExitStatus.configuration.rawValue)
                #expect(missing.error.contains("/nowhere.pem"))
            }
        }
    }

    @Test("Ctrl-C while a receipt is read exits with 130 and says that it was sent")
    func interrupted() async throws {
        try await TestGateway.with { gateway async throws in
            try await withProgram(gateway) { program async throws in
                #expect(try await program("sign-in", "ada", "--password-stdin", input: "Correct-1").status == 0)
                gateway.state { state in
                    state.receipts.watches = [.init([.init(state: .reading, percent: 40)], lasts: true)]
                }
                let photo = program.folder.appending(path: "photo.jpg")
                try Data(repeating: 1, count: 1_000).write(to: photo)
                let run = try await program("receipt", "add", photo.path) { process in
                    try await gateway.calls.wait { $0.contains { $0.hasSuffix("/WatchReceipt") } }
                    #expect(kill(process, SIGINT) == 0)
                }
                #expect(run.status == ExitStatus.cancelled.rawValue)
                #expect(run.error.contains("larder receipt show receipt-1"))
            }
        }
    }

    @Test("The credentials file is accessible to its owner alone, whatever the umask")
    func credentials() async throws {
        try await TestGateway.with { gateway async throws in
            try await withProgram(gateway) { program async throws in
                let run = try await program("sign-in", "ada", "--password-stdin", input: "Correct-1")
                #expect(run.out == "Signed in as ada.\n")
                let path = program.credentials.path
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600)
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
                let refused = try await program("account")
                #expect(refused.status == ExitStatus.file.rawValue)
                #expect(refused.error.contains("chmod 600"))
            }
        }
    }

    @Test("Signing in below a profile that others can write sends nothing to its gateway")
    func hostileFolder() async throws {
        try await TestGateway.with { gateway async throws in
            try await withProject(gateway) { program, profile async throws in
                try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: profile.path)
                let run = try await program("sign-in", "ada", "--password-stdin", "--timeout", "1", input: "Correct-1")
                #expect(run.status != 0)
                let notice = "\(profile.path) is not used: other users can write \(profile.path) (mode 0666).\n"
                #expect(run.error.hasPrefix(notice))
                #expect(run.error.contains("The gateway is localhost:7443.\n"))
                #expect(gateway.calls.values.isEmpty)
            }
        }
    }

    @Test("A token is not sent when a project names another authority for the gateway that gave it")
    func otherAuthority() async throws {
        try await TestGateway.with { gateway async throws in
            try await withProject(gateway) { program, profile async throws in
                let signedIn = try await program("sign-in", "ada", "--password-stdin", input: "Correct-1")
                #expect(signedIn.error.hasPrefix("The gateway is \(gateway.endpoint), as \(profile.path) says; "))
                #expect(try await program("account").status == 0)
                let calls = gateway.calls.values.count
                let copy = program.folder.appending(path: "other.pem")
                try FileManager.default.copyItem(atPath: gateway.authority, toPath: copy.path)
                let other = try await program("account", "--authority", copy.path)
                #expect(other.status == ExitStatus.unauthenticated.rawValue)
                #expect(gateway.calls.values.count == calls)
            }
        }
    }

    @Test("A write error of the output is a failure and is reported")
    func fullDevice() async throws {
        try await TestGateway.with { gateway async throws in
            gateway.state { $0.health = [.init(service: "auth", status: .serving)] }
            try await withProgram(gateway) { program async throws in
                for arguments in [["status"], ["--help"], ["exit-codes"]] {
                    let run = try await program(arguments, output: "/dev/full")
                    #expect(run.status == ExitStatus.file.rawValue)
                    #expect(run.error == "error: The output cannot be written: No space left on device.\n")
                }
            }
        }
    }

    @Test("It prints its version and the protocol's")
    func version() async throws {
        try await TestGateway.with { gateway async throws in
            try await withProgram(gateway) { program async throws in
                let run = try await program("--version")
                #expect(run.status == 0)
                #expect(run.out == "larder \(LarderCommand.version) (protocol larder/1)\n")
            }
        }
    }

    @Test("It exits cleanly after a call with other work in progress")
    func endsInOrder() async throws {
        try await TestGateway.with { gateway async throws in
            gateway.state { $0.health = [.init(service: "auth", status: .serving)] }
            try await withProgram(gateway) { program async throws in
                for _ in 0..<20 { #expect(try await program("status").status == 0) }
            }
        }
    }

    @Test("A service is called with a certificate, from a request on standard input to the exit status")
    func directCall() async throws {
        try await TestService.with { service async throws in
            try await TestGateway.with { gateway async throws in
                try await withProgram(gateway) { program async throws in
                    let place = service.server.options(of: "budget", as: "ocr")
                    let run = try await program(
                        ["rpc", "call", "CollectEchoes"] + place,
                        input: #"[{"payload":"aGk="},{}]"#
                    )
                    #expect(run.out == "{\"messages\":\"2\",\"bytes\":\"2\"}\n", "\(run.error)")
                    let refused = try await program(["rpc", "channels"] + place)
                    #expect(refused.status == ExitStatus.forbidden.rawValue)
                }
            }
        }
    }

    @Test("Programs that find the token expired at the same time renew it once")
    func sharedRenewal() async throws {
        try await TestGateway.with { gateway async throws in
            try await withProgram(gateway) { program async throws in
                #expect(try await program("sign-in", "ada", "--password-stdin", input: "Correct-1").status == 0)
                gateway.state { $0.sessions.expireAll() }
                try await withThrowingTaskGroup(of: Int32.self) { group in
                    for _ in 0..<4 { group.addTask { try await program("account").status } }
                    for try await status in group { #expect(status == 0) }
                }
                #expect(gateway.state { $0.sessions.refreshKeys.count } == 1)
            }
        }
    }
}

func withProgram<Result>(
    _ gateway: TestGateway,
    _ body: (Program) async throws -> Result
) async throws -> Result {
    let folder = URL.temporaryDirectory.appending(path: "larder-program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var environment = ProcessInfo.processInfo.environment
    environment["LARDER_LANGUAGE"] = "en"
    environment["LARDER_GATEWAY"] = gateway.endpoint.description
    environment["LARDER_AUTHORITY"] = gateway.authority
    environment["LARDER_CREDENTIALS"] = folder.appending(path: "config/credentials.json").path
    return try await body(Program(folder: folder, environment: environment))
}

/// Runs `body` with a program whose gateway comes from a project's profile alone.
func withProject<Result>(
    _ gateway: TestGateway,
    _ body: (_ program: Program, _ profile: URL) async throws -> Result
) async throws -> Result {
    try await withProgram(gateway) { program async throws in
        var program = program
        for name in ["LARDER_GATEWAY", "LARDER_AUTHORITY", "LARDER_CREDENTIALS", "XDG_CONFIG_HOME"] {
            program.environment[name] = nil
        }
        program.environment["HOME"] = program.folder.path
        let project = program.folder.appending(path: "project")
        program.workingFolder = project
        let folder = project.appending(path: ".larder")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let profile = folder.appending(path: "client.json")
        let content = ["gateway": gateway.endpoint.description, "authority": gateway.authority]
        try JSONEncoder().encode(content).write(to: profile)
        for (path, mode) in [(folder.path, 0o755), (profile.path, 0o644)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        return try await body(program, profile)
    }
}
