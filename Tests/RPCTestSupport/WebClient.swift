import Foundation
package import NIOCore
import NIOPosix
package import TLS

/// A connection that sends HTTP/1.1 byte for byte as a test says, and reads answers.
package final class WebClient: Sendable {
    /// An answer.
    package struct Answer: Sendable {
        /// The HTTP status.
        package var status: Int
        /// Names in small letters; a field that is there several times has all its values, joined by line feeds.
        package var fields: [String: String]
        /// Without the framing of chunks.
        package var body: ByteBuffer

        /// The body as text.
        package var text: String { String(buffer: body) }
    }

    /// The server has closed the connection.
    package struct Closed: Error {}

    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
    private let reader: Reader
    private let port: Int

    private actor Reader {
        private var iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        private var pending = ByteBuffer()

        init(_ stream: NIOAsyncChannelInboundStream<ByteBuffer>) { iterator = stream.makeAsyncIterator() }

        func more() async throws {
            var iterator = iterator
            guard let part = try await iterator.next(isolation: self) else { throw Closed() }
            self.iterator = iterator
            pending.writeImmutableBuffer(part)
        }

        func line() async throws -> String {
            while true {
                if let end = pending.readableBytesView.firstIndex(of: 0x0A) {
                    let length = end - pending.readerIndex + 1
                    return pending.readString(length: length)!.trimmingCharacters(in: .newlines)
                }
                try await more()
            }
        }

        func bytes(_ count: Int) async throws -> ByteBuffer {
            while pending.readableBytes < count { try await more() }
            return pending.readSlice(length: count)!
        }
    }

    private init(_ channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>, port: Int, _ reader: Reader) {
        self.channel = channel
        self.port = port
        self.reader = reader
    }

    /// Runs with a connection to a port on loopback.
    /// - Parameter tls: Nil for bytes in the clear.
    package static func with<Result: Sendable>(
        port: Int,
        tls: TLSContext? = nil,
        _ body: @Sendable (WebClient) async throws -> Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(TLSHandler(context: tls)) }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, _ in
            try await body(WebClient(channel, port: port, Reader(inbound)))
        }
    }

    /// Sends bytes.
    package func send(_ text: String) async throws { try await send(ByteBuffer(string: text)) }

    /// Sends bytes.
    package func send(_ bytes: ByteBuffer) async throws { try await channel.channel.writeAndFlush(bytes) }

    /// Sends a request and reads its answer.
    package func request(
        _ method: String,
        _ path: String,
        _ fields: [String: String] = [:],
        body: ByteBuffer = ByteBuffer()
    ) async throws -> Answer {
        try await sendHead(method, path, fields, length: body.readableBytes)
        if body.readableBytes > 0 { try await send(body) }
        return try await answer(toHead: method == "HEAD")
    }

    /// Sends the head of a request.
    package func sendHead(_ method: String, _ path: String, _ fields: [String: String] = [:], length: Int?) async throws
    {
        var head = "\(method) \(path) HTTP/1.1\r\n"
        if fields["Host"] == nil { head += "Host: localhost:\(port)\r\n" }
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if let length, length > 0 || method == "POST" { head += "Content-Length: \(length)\r\n" }
        try await send(head + "\r\n")
    }

    /// Reads the head of an answer.
    package func head() async throws -> Answer {
        let parts = try await reader.line().split(separator: " ", maxSplits: 2)
        var answer = Answer(status: parts.count > 1 ? Int(parts[1]) ?? 0 : 0, fields: [:], body: ByteBuffer())
        while true {
            let line = try await reader.line()
            guard let colon = line.firstIndex(of: ":") else { return answer }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            answer.fields[name] = answer.fields[name].map { $0 + "\n" + value } ?? value
        }
    }

    /// Reads an answer.
    package func answer(toHead isHead: Bool = false) async throws -> Answer {
        var answer = try await head()
        guard !isHead, answer.status != 204, answer.status != 304 else { return answer }
        if let length = answer.fields["content-length"].flatMap({ Int($0) }) {
            answer.body = try await reader.bytes(length)
        } else {
            while let chunk = try await chunk() { answer.body.writeImmutableBuffer(chunk) }
        }
        return answer
    }

    /// Reads a chunk of a body; nil after the last.
    package func chunk() async throws -> ByteBuffer? {
        let size = Int(try await reader.line(), radix: 16) ?? 0
        let chunk = try await reader.bytes(size)
        _ = try await reader.line()
        return size == 0 ? nil : chunk
    }

    /// Returns once the server has closed the connection.
    package func waitUntilClosed() async throws {
        do {
            while true { try await reader.more() }
        } catch {
            return
        }
    }
}
