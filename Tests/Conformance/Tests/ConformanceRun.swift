import Foundation
import RPCTestSupport
import TLS
import Testing

/// A case as the Python program lists it.
struct ConformanceCase: Decodable, Hashable, Sendable, CustomTestStringConvertible {
    let `case`: String
    let group: String

    var testDescription: String { "\(group): \(`case`)" }
    /// Whether the server under test cannot take it: without a counterpart here, or for a gateway.
    var isNotApplicable: Bool { ["not_applicable", "gateway"].contains(group) }
}

/// The outcome of a case.
struct ConformanceResult: Decodable, Sendable {
    let `case`: String
    /// `passed`, `failed` or `skipped`.
    let result: String
    /// Why it failed or was skipped.
    let detail: String
}

/// One run of all cases, from which every test takes its result.
enum ConformanceRun {
    /// All cases in the order in which they run.
    static let cases: [ConformanceCase] = {
        do {
            return try lines(of: try output(of: ["--list"]))
        } catch {
            Issue.record("The cases cannot be listed: \(error)")
            return []
        }
    }()

    private static let results = Task.detached {
        let results: [ConformanceResult] = try lines(of: try output(of: arguments))
        return Dictionary(results.map { ($0.case, $0) }) { _, last in last }
    }

    /// The outcome of a case; waits for the run.
    static func result(of testCase: ConformanceCase) async throws -> ConformanceResult {
        try #require(await results.value[testCase.case], "The run ended before this case.")
    }

    /// The outcome of some cases at the conformance server, taken for a gateway.
    static func asGateway(_ cases: [String]) async throws -> [ConformanceResult] {
        let server = Process()
        server.executableURL = URL(filePath: program("larder-conformance-server"))
        server.arguments = files
        let pipe = Pipe()
        server.standardOutput = pipe
        try server.run()
        defer {
            server.terminate()
            server.waitUntilExit()
        }
        let port = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self).filter(\.isNumber)
        let chosen = cases.flatMap { ["--case", $0] }
        return try lines(
            of: output(
                of: ["--json", "--authority", TestCertificates.authority, "--gateway", "localhost:\(port)"] + chosen
            )
        )
    }

    private static var files: [String] {
        let identity = TestCertificates.identity("gateway")
        return ["--certificate", identity.certificateChain, "--key", identity.privateKey]
    }

    private static var arguments: [String] {
        let server = [program("larder-conformance-server")] + files
        return [
            "--json", "--authority", TestCertificates.authority,
            "--server", server.map { "'\($0)'" }.joined(separator: " "),
            "--client", "'\(program("larder-conformance-client"))'",
        ] + files
    }

    private static func program(_ name: String) -> String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name).path
    }

    /// The Python program's output. Through a file, since a pipe could leak into another process that is started at the
    /// same moment.
    private static func output(of arguments: [String]) throws -> String {
        let file = URL.temporaryDirectory.appending(path: "larder-conformance-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        // Keeps Python from writing into the sources.
        process.arguments = ["-B", "-m", "client"] + arguments
        process.currentDirectoryURL = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        process.standardOutput = try FileHandle(forWritingTo: file)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        // 1 means that a case failed, which its own test reports.
        guard process.terminationReason == .exit, process.terminationStatus <= 1 else {
            throw RunError(description: "python3 -m client ended with status \(process.terminationStatus)")
        }
        return try String(contentsOf: file, encoding: .utf8)
    }

    private static func lines<Line: Decodable>(of output: String) throws -> [Line] {
        try output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    private struct RunError: Error, CustomStringConvertible {
        let description: String
    }
}
