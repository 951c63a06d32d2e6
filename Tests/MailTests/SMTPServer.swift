import Foundation

/// An SMTP server that others have written, as a process; see `server.py`.
final class SMTPServer {
    /// A mail that it has taken, as Python's parser reads it.
    struct Mail: Decodable {
        let from: String
        let to: [String]
        let headers: [String: String]
        let parts: [String: String]
        let isEncrypted: Bool
        let user: String
        let defects: [String]
    }

    /// The packages that it needs cannot be fetched.
    struct Unavailable: Error {}

    let port: Int
    private let process: Process
    private let output: FileHandle
    private let input: Pipe

    /// Starts a server.
    /// - Parameters:
    ///   - behaviour: How it fails; see `server.py`.
    ///   - certificate: The files of the certificate and its key; nil for a server without encryption.
    init(_ behaviour: String, certificate: (chain: String, key: String)? = nil) throws {
        let (process, output, input) = (Process(), Pipe(), Pipe())
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "server.sh").path
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [script, behaviour] + (certificate.map { [$0.chain, $0.key] } ?? [])
        process.standardOutput = output
        process.standardInput = input
        try process.run()
        (self.process, self.output, self.input) = (process, output.fileHandleForReading, input)
        guard let line = SMTPServer.line(from: output.fileHandleForReading), let port = Int(line) else {
            process.waitUntilExit()
            throw Unavailable()
        }
        self.port = port
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.terminate()
    }

    /// The next mail that it takes.
    func nextMail() throws -> Mail {
        try JSONDecoder().decode(Mail.self, from: Data((SMTPServer.line(from: output) ?? "").utf8))
    }

    private static func line(from handle: FileHandle) -> String? {
        var bytes: [UInt8] = []
        while let byte = try? handle.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
