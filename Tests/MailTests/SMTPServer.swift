import Foundation

/// An SMTP server that others have written, as a process: aiosmtpd (`server.py`) or OpenSMTPD (`opensmtpd.sh`).
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

    /// Starts Debian's OpenSMTPD, without encryption, which takes mails for zoe@example.org.
    static func openSMTPD() throws -> SMTPServer { try SMTPServer(script: "opensmtpd.sh", []) }

    /// Starts a server.
    /// - Parameters:
    ///   - behaviour: How it fails; see `server.py`.
    ///   - certificate: The files of the certificate and its key; nil for a server without encryption.
    convenience init(_ behaviour: String, certificate: (chain: String, key: String)? = nil) throws {
        try self.init(script: "server.sh", [behaviour] + (certificate.map { [$0.chain, $0.key] } ?? []))
    }

    private init(script: String, _ arguments: [String]) throws {
        let (process, output, input) = (Process(), Pipe(), Pipe())
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [folder.appending(path: script).path] + arguments
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
