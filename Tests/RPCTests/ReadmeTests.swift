import Foundation
import RPCTestSupport
import Testing

@Suite("The README of the RPC layer", .timeLimit(.minutes(5)))
struct ReadmeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The Swift programs that the page shows, in order.
    private static func examples() throws -> [String] {
        let page = try String(contentsOf: root.appending(path: "Shared/RPC/README.md"), encoding: .utf8)
        return page.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    @Test("shows only programs that are built with the tests")
    func built() throws {
        let files = ["Program/main", "Tests/InProcessExample"].map {
            "Tests/RPCExamples/\($0).swift"
        }
        let built = try files.map { try String(contentsOf: Self.root.appending(path: $0), encoding: .utf8) }
        #expect(try Self.examples() == built)
    }

    @Test("has a first example that serves and calls over TLS")
    func run() throws {
        let process = Process()
        let output = URL.temporaryDirectory.appending(path: "larder-rpc-example-\(UUID().uuidString)")
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "larder-rpc-example")
        process.currentDirectoryURL = URL(filePath: TestCertificates.authority).deletingLastPathComponent()
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try String(contentsOf: output, encoding: .utf8) == "3 bytes came back\n")
    }
}
