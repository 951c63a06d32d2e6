import Foundation
import Synchronization

/// A push service with a browser behind it that others have written, as a process; see `server.py`.
final class PushServer: Sendable {
    /// A message that it has taken and decrypted.
    struct Message: Decodable {
        let path: String
        let message: String
        let size: Int
        let scheme: String
        let key: String
        let contact: String
        let expiry: Int
        let ttl: String
        let urgency: String
        let encoding: String
    }

    /// Where it is, and the keys of its browser.
    struct Place: Decodable {
        let port: Int
        let publicKey: Data
        let secret: Data
    }

    /// The packages that it needs cannot be fetched.
    struct Unavailable: Error {}

    /// What belongs to the process.
    private struct Running {
        let process: Process
        let output: FileHandle
        let input: Pipe
    }

    let place: Place
    private let running: Mutex<Running>

    /// Starts a service.
    /// - Parameters:
    ///   - chain: The file of its certificate.
    ///   - key: The file of the certificate's key.
    init(chain: String, key: String) throws {
        let (process, output, input) = (Process(), Pipe(), Pipe())
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [folder.appending(path: "PushService/server.sh").path, chain, key]
        process.standardOutput = output
        process.standardInput = input
        try process.run()
        guard let line = PushServer.line(from: output.fileHandleForReading) else {
            process.waitUntilExit()
            throw Unavailable()
        }
        place = try JSONDecoder().decode(Place.self, from: Data(line.utf8))
        running = Mutex(Running(process: process, output: output.fileHandleForReading, input: input))
    }

    deinit {
        running.withLock { running in
            try? running.input.fileHandleForWriting.close()
            running.process.terminate()
        }
    }

    /// The address of a browser whose messages are answered with a status; 0 for no answer.
    func endpoint(_ status: Int) -> String { "https://localhost:\(place.port)/\(status)/browser" }

    /// The next message that it takes.
    func nextMessage() throws -> Message {
        try JSONDecoder().decode(
            Message.self,
            from: Data((running.withLock { PushServer.line(from: $0.output) } ?? "").utf8)
        )
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
