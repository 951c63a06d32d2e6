import Foundation
import PostgresTestSupport
import Testing

@testable import LocalDeployment

@Suite("What make run does before it starts anything", .timeLimit(.minutes(5)))
struct PreparationScriptTests {
    /// Runs a script of `deploy/local` with a program of the test's in place of one that it uses.
    private func run(
        _ command: String,
        standIn: (name: String, text: String),
        everySeconds interval: Int = 0
    ) async throws -> Shell.Outcome {
        try await withFolder { folder in
            // There are models for x86-64 only.
            for (name, text) in [standIn, ("uname", "echo x86_64")] {
                let program = folder.appending(path: name)
                try Data("#!/bin/bash\n\(text)\n".utf8).write(to: program)
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
            }
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            return try await Shell.attempt(
                "/bin/bash",
                ["-c", "cd \(Shell.repository) && \(command)"],
                environment: [
                    "PATH": "\(folder.path):\(path)", "PROGRESS_SECONDS": "\(interval)", "FOLDER": folder.path,
                ]
            )
        }
    }

    private static let build = "deploy/local/build.sh debug one two"

    @Test("a failed build prints what the compiler says, not its steps, and builds nothing further")
    func failure() async throws {
        let text = "echo '[1/2] Compiling A'; echo \"$6: error: no such thing\"; exit 1"
        let outcome = try await run(Self.build, standIn: ("swift", text), everySeconds: 1_000)
        #expect(outcome.status == 1)
        #expect(
            outcome.output == "Building (debug) …\none: error: no such thing\nbuild.sh: one could not be built\n"
        )
    }

    @Test("a build shows the program, how many there are, the time and the compiler's step")
    func progress() async throws {
        let text = "echo '[1/2] Compiling A'; echo '[2/2] Linking'"
        let outcome = try await run(Self.build, standIn: ("swift", text))
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n").dropFirst()
        #expect(lines.count == 4)
        let expected =
            [("one (1 of 2)", "[1/2] Compiling A"), ("one (1 of 2)", "[2/2] Linking")]
            + [("two (2 of 2)", "[1/2] Compiling A"), ("two (2 of 2)", "[2/2] Linking")]
        for (line, (program, step)) in zip(lines, expected) {
            #expect(line.hasPrefix("Building \(program), ") && line.hasSuffix(" s: \(step)"))
        }
    }

    @Test("a build has the same flags at a terminal and elsewhere, since others build everything again")
    func flags() async throws {
        let outcome = try await run(Self.build, standIn: ("swift", "echo \"$*\""))
        #expect(outcome.output.contains("build --no-color-diagnostics -debug-info-format none --product one"))
    }

    @Test("progress is shown while the compiler is silent")
    func silence() async throws {
        // Goes on only once the line about its step is in the output.
        let text = """
            echo '[1/2] Compiling A'
            exec 3>&1 >/dev/null
            grep -q -m 1 'Building one .*Compiling A' <(tail -n +1 --pid=$$ -f "$FOLDER/output")
            """
        let command = "deploy/local/build.sh debug one >\"$FOLDER/output\""
        #expect(
            try await run("touch \"$FOLDER/output\"; \(command)", standIn: ("swift", text), everySeconds: 1).status == 0
        )
    }

    private static let offline = """
        [[ $3 != download ]] || { echo 'ERROR: No matching distribution found'; exit 1; }
        """

    @Test("models that cannot be fetched are one line, and no failure where they are optional")
    func offlineOptional() async throws {
        let outcome = try await run(
            "deploy/local/models.sh --optional \"$FOLDER/models\"",
            standIn: ("python3", Self.offline),
            everySeconds: 1_000
        )
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.last?.hasPrefix("Tesseract alone reads receipts: ") == true)
        #expect(lines.dropLast() == ["Fetching the receipt readers' models, 97 MB …"] || lines.count == 1)
    }

    @Test("models that cannot be fetched are a failure where they were asked for")
    func offlineRequired() async throws {
        let outcome = try await run(
            "deploy/local/models.sh \"$FOLDER/models\"",
            standIn: ("python3", Self.offline),
            everySeconds: 1_000
        )
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("\nmodels.sh: "))
    }

    /// Python that fetches packages, and cannot do what the first argument says.
    private static func broken(at step: String) -> String {
        "[[ $1 != '\(step)' ]] || { echo 'BadZipFile: File is not a zip file' >&2; exit 1; }"
    }

    /// The steps after fetching: taking files out of the packages, and reducing a network.
    private static let steps = ["-", "deploy/local/latin_recognition.py"]

    @Test("models that cannot be unpacked are one line, and no failure where they are optional", arguments: steps)
    func brokenOptional(_ step: String) async throws {
        let outcome = try await run(
            "deploy/local/models.sh --optional \"$FOLDER/models\" && [[ ! -e $FOLDER/models ]]",
            standIn: ("python3", Self.broken(at: step)),
            everySeconds: 1_000
        )
        #expect(outcome.status == 0)
        let expected = """
            Fetching the receipt readers' models, 97 MB …
            Tesseract alone reads receipts: the models' packages cannot be unpacked (is the disk full?); \
            make deps tries again.

            """
        #expect(outcome.output == expected)
    }

    @Test("models that cannot be unpacked are a failure where they were asked for", arguments: steps)
    func brokenRequired(_ step: String) async throws {
        let outcome = try await run(
            "deploy/local/models.sh \"$FOLDER/models\"",
            standIn: ("python3", Self.broken(at: step)),
            everySeconds: 1_000
        )
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("\nBadZipFile: File is not a zip file\nmodels.sh: "))
    }

    @Test("models are fetched once, and again when their recipe changes")
    func recipe() async throws {
        let text = """
            [[ $1 == - ]] || exit 0
            mkdir -p "$2/models/openvino"
            touch "$2/models/openvino/libopenvino_c.so.1"
            """
        let script = "deploy/local/models.sh \"$FOLDER/models\""
        let outcome = try await run(
            "\(script) && \(script) && echo other >>\"$FOLDER/models/recipe\" && \(script)",
            standIn: ("python3", text),
            everySeconds: 1_000
        )
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.filter { $0.hasPrefix("Fetching the receipt readers' models") }.count == 2)
        #expect(lines.filter { $0.hasPrefix("The models are in ") }.count == 2)
    }

    @Test("a folder that holds something else than models is not replaced, and an option is no folder")
    func foreignFolder() async throws {
        let command = """
            mkdir "$FOLDER/own" && touch "$FOLDER/own/file"
            ! deploy/local/models.sh "$FOLDER/own" && [[ -e $FOLDER/own/file ]]
            ! deploy/local/models.sh --help
            """
        let outcome = try await run(command, standIn: ("python3", "exit 0"))
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("own is not empty and holds no models"))
        #expect(outcome.output.contains("usage: models.sh [--optional] [FOLDER]"))
    }

    @Test("fetching models shows how much has come")
    func fetching() async throws {
        let text = """
            [[ $3 == download ]] || exit 0
            while [[ $1 != --dest ]]; do shift; done
            truncate --size 42000000 "$2/part"
            echo Downloading
            exit 1
            """
        let outcome = try await run(
            "deploy/local/models.sh --optional \"$FOLDER/models\"",
            standIn: ("python3", text)
        )
        #expect(outcome.output.contains(" s: 42 of 97 MB\n"))
    }
}
