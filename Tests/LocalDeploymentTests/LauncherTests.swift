import Foundation
import PostgresTestSupport
import Testing

@testable import LocalDeployment
@testable import larder_local

@Suite("The launcher's program", .timeLimit(.minutes(5)))
struct LauncherTests {
    /// Runs the built launcher from Python, with scripts of the test's in place of those that make certificates and start a
    /// server, and prints its exit status; a negative one is the signal that ended it.
    private func run(
        certificates: String,
        before: String = "",
        output: String = "None"
    ) async throws -> String {
        try await withFolder { folder in
            for (name, text) in [("certificates.sh", certificates), ("postgres.sh", "exit 1")] {
                try Data("\(text)\n".utf8).write(to: folder.appending(path: name))
            }
            let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
                .appending(path: "larder-local").path
            let port = try #require((30_000..<32_000).lazy.first { (try? Ports(gateway: $0)) != nil })
            let python = """
                import os, signal, subprocess, sys
                signal.pthread_sigmask(signal.SIG_SETMASK, [])
                \(before)
                unread, closed = os.pipe()
                os.close(unread)
                run = subprocess.run(sys.argv[1:], stdout=\(output), stderr=subprocess.DEVNULL, timeout=60)
                print(run.returncode)
                """
            return try await Shell.run(
                "/usr/bin/env",
                [
                    "python3", "-c", python, program, "--data", folder.appending(path: "data").path, "--scripts",
                    folder.path, "--port", "\(port)",
                ]
            )
        }
    }

    @Test("closing the terminal stops everything, as Ctrl-C does")
    func hangup() async throws {
        let output = try await run(certificates: "kill -HUP $PPID")
        #expect(output.hasSuffix("\nStopped.\n0\n"), "\(output)")
    }

    @Test("where SIGHUP is ignored, as under nohup, it stays so")
    func ignoredHangup() async throws {
        let output = try await run(
            certificates: "kill -HUP $PPID",
            before: "signal.signal(signal.SIGHUP, signal.SIG_IGN)"
        )
        // The stand-in for the database's script fails, which the program now gets to.
        #expect(output.hasSuffix("\n1\n"), "\(output)")
    }

    @Test("it goes on when nobody reads its output any more")
    func closedOutput() async throws {
        let output = try await run(certificates: "exit 1", output: "closed")
        #expect(output == "1\n")
    }

    @Test("it explains its options")
    func help() {
        for option in ["--data", "--scripts", "--receipt", "--sample", "--port", "--replicas", "--trust-domain"] {
            #expect(LauncherOptions.help.contains("\n  \(option) "))
        }
    }

    @Test("the demonstration user is chosen once, and known to its owner alone")
    func demonstrationUser() async throws {
        try await withFolder { root in
            let folder = DeploymentFolder(data: root, executables: root, scripts: root)
            try folder.create()
            #expect(try DemonstrationUser.stored(in: folder) == nil)
            let user = try DemonstrationUser.create(in: folder)
            #expect(try DemonstrationUser.stored(in: folder) == user)
            let file = folder.secrets.appending(path: "demonstration.json").path
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        }
    }
}

@Suite("Who sends a receipt after the start", .timeLimit(.minutes(5)))
struct DemonstrationTests {
    /// Runs the demonstration with a client that reports its arguments, and for which the user of a file is signed in.
    private func run(
        signedIn: String? = nil,
        receipt: Bool = false,
        failing: String = "nothing",
        times: Int = 1
    ) async throws -> [String] {
        try await withFolder { root in
            let folder = DeploymentFolder(data: root, executables: root, scripts: root)
            try folder.create()
            let (program, photo, user) = (
                root.appending(path: "larder"), root.appending(path: "photo.jpg"), root.appending(path: "user")
            )
            let calls = root.appending(path: "calls")
            let client = """
                #!/bin/bash
                if [[ $1 == account ]]; then
                    [[ -e '\(user.path)' ]] || exit 77
                    echo "{\\"username\\":\\"$(cat '\(user.path)')\\"}"
                    exit 0
                fi
                if [[ $1 == register ]]; then
                    mkdir -p '\(folder.mail.path)/new'
                    printf '%s\\n' "Date: $(LC_ALL=C date -u -R)" "To: <$5>" 'Message-ID: <1@localhost>' '' \\
                        'Content-Type: text/plain; charset=utf-8' '' "$(echo 'http://localhost/verify#token' | base64)" '--' \\
                        'Content-Type: text/html; charset=utf-8' '' "$(echo '<p></p>' | base64)" '--' \\
                        >'\(folder.mail.path)/new/'"$(date +%s).1.larder"
                fi
                [[ $1 != verify || $(cat) == token$'\n'Larder-* ]] || exit 1
                echo "$1 $2" | sed 's/demo[0-9a-z]*/DEMO/' >>'\(calls.path)'
                [[ $1 != \(failing) ]]
                """
            try Data(client.utf8).write(to: program)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
            for file in [photo, calls] { try Data().write(to: file) }
            if let signedIn { try Data(signedIn.utf8).write(to: user) }
            var options = try LauncherOptions(arguments: ["--sample", photo.path])
            if receipt { options.receipt = photo }
            for _ in 0..<times {
                let demonstration = Demonstration(
                    client: ClientProgram(executable: program, environment: [:]),
                    folder: folder,
                    options: options,
                    say: { _ in }
                )
                try await demonstration.run(unless: { false })
            }
            return try String(contentsOf: calls, encoding: .utf8).split(separator: "\n").map(String.init)
        }
    }

    @Test("who is signed in sends the receipt; no other account is made")
    func signedInUser() async throws {
        #expect(try await run(signedIn: "ada", receipt: true) == ["receipt add"])
    }

    @Test("who is signed in does not get the sample")
    func noSample() async throws {
        #expect(try await run(signedIn: "ada") == [])
    }

    @Test("a new demonstration user sends the sample, once")
    func newUser() async throws {
        #expect(
            try await run(times: 2) == ["register --username", "verify --link-stdin", "sign-in DEMO", "receipt add"]
        )
    }

    @Test("the demonstration user of before sends a further receipt")
    func knownUser() async throws {
        let calls = ["register --username", "verify --link-stdin", "sign-in DEMO", "receipt add"]
        #expect(try await run(receipt: true, times: 2) == calls + ["sign-in DEMO", "receipt add"])
    }

    @Test("a receipt that cannot be read is reported")
    func failure() async throws {
        let failure = await #expect(throws: DeploymentError.self) {
            try await run(signedIn: "ada", receipt: true, failing: "receipt")
        }
        #expect(failure?.description == "The command larder receipt add failed.")
    }
}

@Suite("What make run is given", .timeLimit(.minutes(5)))
struct OptionScriptTests {
    private func check(_ arguments: String..., in folder: String = "/") async throws -> Shell.Outcome {
        try await Shell.attempt(
            "/bin/bash",
            ["-c", "cd '\(folder)' && exec \"$0\" \"$@\"", Shell.repository + "/deploy/local/options.sh"] + arguments
        )
    }

    private func freePort() throws -> Int {
        try #require((32_000..<34_000).lazy.first { (try? Ports(gateway: $0, replicas: 2)) != nil })
    }

    @Test("what is right is accepted without a word")
    func right() async throws {
        let port = "\(try freePort())"
        for photo in ["", Shell.repository + "/deploy/sample/receipt.jpg"] {
            let outcome = try await check(port, "2", photo)
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.output)")
        }
    }

    @Test(
        "a number out of range is named",
        arguments: [
            ("abc", "1", "PORT must be a number from 1 to 65428, not abc."),
            ("65429", "1", "PORT must be a number from 1 to 65428, not 65429."),
            ("65428", "2", "PORT must be a number from 1 to 65418, not 65428."),
            ("7443", "10", "REPLICAS must be a number from 1 to 9, not 10."),
        ]
    )
    func numbers(port: String, replicas: String, sentence: String) async throws {
        let outcome = try await check(port, replicas)
        #expect(outcome.status == 1)
        #expect(outcome.output == "make run: \(sentence)\n")
    }

    @Test("is checked before anything is installed or built")
    func order() async throws {
        let commands = try await Shell.run("/usr/bin/env", ["make", "-C", Shell.repository, "-n", "run", "PORT=1234"])
        let places = ["options.sh \"1234\"", "packages.sh", "build.sh release", "larder-local --receipt"].map {
            commands.range(of: $0)?.lowerBound
        }
        #expect(places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }

    @Test("the range of ports is the launcher's")
    func range() throws {
        let failure = #expect(throws: DeploymentError.self) { try Ports(gateway: 65_429) }
        #expect(failure?.description == "The gateway's port must be a number from 1 to 65428, not 65429.")
    }

    @Test("a port that is taken is named", arguments: [0, 3])
    func taken(offset: Int) async throws {
        let listener = try Listener()
        let outcome = try await check("\(listener.port - offset)", "1")
        #expect(outcome.status == 1)
        // Others may have taken a port before it.
        if offset == 0 {
            #expect(outcome.output.hasPrefix("make run: port \(listener.port) is taken by another program."))
        } else {
            #expect(outcome.output.hasPrefix("make run: port "))
            #expect(outcome.output.contains("is taken by another program."))
        }
        withExtendedLifetime(listener) {}
    }

    @Test(
        "ports are not looked at while programs of a launcher that was killed run, which are ended before they are needed"
    )
    func leftovers() async throws {
        try await withFolder { folder in
            let listener = try Listener()
            let processes = folder.appending(path: ".larder/processes")
            try FileManager.default.createDirectory(at: processes, withIntermediateDirectories: true)
            let record = processes.appending(path: "\(getpid())")
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            try Data(program.utf8).write(to: record)
            let accepted = try await check("\(listener.port)", "1", in: folder.path)
            #expect(accepted.status == 0 && accepted.output.isEmpty, "\(accepted.output)")
            // Another program has that number by now.
            try Data("/usr/bin/larder-budget".utf8).write(to: record)
            let rejected = try await check("\(listener.port)", "1", in: folder.path)
            #expect(rejected.output.contains("is taken by another program"))
            withExtendedLifetime(listener) {}
        }
    }

    @Test("what is no photo is named", arguments: ["", "This is not a photo, but text."])
    func noPhoto(content: String) async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "photo.jpg")
            try Data(content.utf8).write(to: file)
            let outcome = try await check("\(try freePort())", "1", file.path)
            #expect(outcome.status == 1)
            #expect(outcome.output == "make run: \(file.path) is not a photo: a JPEG, PNG or WebP file is needed.\n")
            let missing = try await check("\(try freePort())", "1", file.path + ".png")
            #expect(missing.output == "make run: the photo \(file.path).png cannot be read.\n")
        }
    }
}
