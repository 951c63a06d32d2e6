import Foundation
import PostgresTestSupport
import Testing

@testable import LocalDeployment

@Suite("What a local Larder keeps in its folder", .timeLimit(.minutes(5)))
struct FolderTests {
    @Test("a second Larder on the same data is rejected until the first has let go")
    func lock() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "lock")
            var first: DeploymentLock? = try DeploymentLock(file)
            let refused = #expect(throws: DeploymentError.self) { try DeploymentLock(file) }
            #expect(refused?.description == "Larder already runs on \(folder.path).")
            // The rejected one must not have closed anything that is not its own.
            #expect(throws: DeploymentError.self) { try DeploymentLock(file) }
            withExtendedLifetime(first) {}
            first = nil
            _ = try DeploymentLock(file)
        }
    }

    @Test("the file holds the number of the process that has the lock, for sending it signals")
    func holder() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "lock")
            try Data("12345678 of an earlier one".utf8).write(to: file)
            let lock = try DeploymentLock(file)
            #expect(try String(contentsOf: file, encoding: .utf8) == "\(getpid())\n")
            withExtendedLifetime(lock) {}
        }
    }

    @Test("a lock that cannot be made is named")
    func unwritableLock() {
        let refused = #expect(throws: DeploymentError.self) { try DeploymentLock(URL(filePath: "/nowhere/lock")) }
        #expect(refused?.description == "The file /nowhere/lock cannot be written.")
    }

    @Test("an empty or unreadable secret is named and stays as it is", arguments: [Data(), Data([0xFF, 0xFE, 0x00])])
    func brokenSecret(_ content: Data) async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "master.key")
            try content.write(to: file)
            let refused = #expect(throws: DeploymentError.self) {
                try Secrets(folder: folder).masterKeyFile(of: "auth")
            }
            #expect(refused?.description.contains(file.path) == true)
            #expect(try Data(contentsOf: file) == content)
        }
    }

    @Test("a secret without a place is rejected")
    func nowhere() {
        let secrets = Secrets(folder: URL(filePath: "/nowhere"))
        #expect(throws: DeploymentError.self) { try secrets.password(of: "auth") }
    }

    @Test("a secret has its name only once it is complete")
    func completeSecret() async throws {
        try await withFolder { folder in
            let watch = try FolderWatch(folder)
            _ = try Secrets(folder: folder).masterKeyFile(of: "auth")
            let events = watch.events()
            let ofKey = events.filter { $0.name == "master.key" }
            #expect(ofKey.map(\.mask) == [UInt32(IN_CREATE)])
            let written = events.firstIndex { $0.mask == UInt32(IN_CLOSE_WRITE) }
            let named = events.firstIndex { $0.name == "master.key" }
            #expect(try #require(written) < #require(named))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["master.key"])
        }
    }

    @Test("programs that make a secret at the same time have the same one")
    func concurrentSecrets() async throws {
        try await withFolder { folder in
            for round in 0..<20 {
                let passwords = try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<8 { group.addTask { try Secrets(folder: folder).password(of: "role-\(round)") } }
                    return try await group.reduce(into: Set()) { $0.insert($1) }
                }
                #expect(passwords.count == 1)
            }
        }
    }

    @Test("nobody else may write where the client's profile is, whatever the umask and whoever made the folder")
    func modes() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data")
            let places = DeploymentFolder(data: data, executables: folder, scripts: folder)
            for made in [data, places.logs, places.secrets] {
                try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
                try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: made.path)
            }
            try places.create()
            let modes = try [data, places.logs, places.secrets].map {
                try FileManager.default.attributesOfItem(atPath: $0.path)[.posixPermissions] as? Int
            }
            #expect(modes == [0o755, 0o700, 0o700])
        }
    }

    @Test("secrets differ from each other, stay the same, and are for their owner alone")
    func secrets() async throws {
        try await withFolder { folder in
            let password = try Secrets(folder: folder).password(of: "auth")
            #expect(password.count == 48)
            #expect(try Secrets(folder: folder).password(of: "auth") == password)
            #expect(try Secrets(folder: folder).password(of: "auth-owner") != password)
            let key = try Secrets(folder: folder).masterKeyFile(of: "auth")
            let text = try String(contentsOf: key, encoding: .utf8)
            #expect(Data(base64Encoded: text.dropFirst(2).trimmingCharacters(in: .newlines))?.count == 32)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let path = folder.appending(path: name).path
                #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            }
        }
    }
}

@Suite("Ports of a local Larder", .timeLimit(.minutes(5)))
struct PortTests {
    @Test("a port that is taken is named, with the program that needs it", arguments: [0, 3])
    func taken(_ offset: Int) async throws {
        let socket = try Listener()
        let refused = #expect(throws: DeploymentError.self) { try Ports(gateway: socket.port - offset) }
        // Others may have taken a port before it.
        let text = try #require(refused?.description)
        if offset == 0 {
            #expect(text.hasPrefix("Port \(socket.port), which gateway needs, is taken by another program."))
        } else {
            #expect(text.contains("is taken by another program."))
        }
        withExtendedLifetime(socket) {}
    }

    @Test("a port for metrics that is taken is named too")
    func takenMetrics() throws {
        let socket = try Listener()
        let refused = #expect(throws: DeploymentError.self) { try Ports(gateway: socket.port - 100) }
        // Others may have taken a port before it.
        #expect(refused?.description.contains("is taken by another program.") == true)
        withExtendedLifetime(socket) {}
    }

    @Test("a port out of range is rejected", arguments: [Int.min, 0, 65_429, 65_536, Int.max])
    func outOfRange(_ port: Int) {
        let refused = #expect(throws: DeploymentError.self) { try Ports(gateway: port) }
        #expect(refused?.description.hasPrefix("The gateway's port must be a number from 1 to 65428") == true)
    }

    @Test("free ports are all different, and none that outgoing connections get", arguments: [1, 3])
    func free(replicas: Int) throws {
        let ports = try Ports.free(replicas: replicas)
        let all = LocalDeployment.instances(replicas: replicas).flatMap { [ports[$0], ports.metrics(of: $0)] }
        #expect(Set(all).count == 2 * LocalDeployment.programs.count * replicas)
        #expect(all.allSatisfy { (10_000..<32_000).contains($0) })
        #expect(ports.replicas == replicas)
    }

    @Test("further instances have ports of their own that follow from the gateway's", arguments: 1...9)
    func replicas(count: Int) throws {
        let free = (20_000..<30_000).lazy.compactMap { try? Ports(gateway: $0, replicas: count) }.first
        let ports = try #require(free)
        let instances = LocalDeployment.instances(replicas: count)
        #expect(Set(instances.flatMap { [ports[$0], ports.metrics(of: $0)] }).count == 14 * count)
        #expect(ports[ProgramInstance("auth", number: count)] == ports["gateway"] + 1 + 10 * (count - 1))
        #expect(ports.metrics(of: ProgramInstance("auth", number: count)) == ports["auth"] + 10 * (count - 1) + 100)
    }
}

@Suite("Scripts of a local Larder", .timeLimit(.minutes(5)))
struct ScriptTests {
    private func run(_ text: String, _ arguments: [String] = []) async throws -> String {
        try await withFolder { folder in
            let script = folder.appending(path: "script.sh")
            try Data(text.utf8).write(to: script)
            return try await Script.run(script, arguments)
        }
    }

    @Test("a script that fails is reported by the last line of its error output")
    func failing() async {
        let refused = await #expect(throws: DeploymentError.self) {
            try await run("echo one >&2; echo 'script.sh: two' >&2; echo three; exit 3")
        }
        #expect(refused?.description == "script.sh: two")
    }

    @Test("a script that fails without error output is reported by its status")
    func silent() async {
        let refused = await #expect(throws: DeploymentError.self) { try await run("exit 3") }
        #expect(refused?.description == "script.sh failed with status 3.")
    }

    @Test("a script that is missing is named")
    func missing() async {
        let refused = await #expect(throws: DeploymentError.self) {
            try await Script.run(URL(filePath: "/nowhere/script.sh"), [])
        }
        #expect(refused?.description == "The script /nowhere/script.sh is missing.")
    }

    @Test("a script gets its arguments, and what it prints is given back")
    func output() async throws {
        #expect(try await run("echo \"$2\"; echo noise >&2", ["a", "b c"]) == "b c\n")
    }

    @Test("the packages that Larder needs are installed where its tests run")
    func packages() async throws {
        let outcome = try await Shell.attempt(Shell.repository + "/deploy/local/packages.sh", ["--check"])
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output == "")
    }
}
