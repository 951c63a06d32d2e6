import NIOCore
import RPC
import RPCTestSupport
import TLS

@testable import larder_gateway

/// A frame of HTTP/2 (RFC 9113), as a test sends or gets it.
struct WebFrame: Sendable, Equatable {
    enum Kind: UInt8, Sendable {
        case data = 0
        case headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
    }

    var kind: Kind
    var flags: UInt8
    var stream: UInt32
    var payload: [UInt8]

    static let endStream: UInt8 = 1
    static let endHeaders: UInt8 = 4

    init(_ kind: Kind, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8]) {
        (self.kind, self.flags, self.stream, self.payload) = (kind, flags, stream, payload)
    }

    /// The head of a request, whole unless flags say otherwise.
    static func request(
        _ fields: [(String, String)],
        stream: UInt32 = 1,
        flags: UInt8 = endStream | endHeaders
    ) -> WebFrame {
        WebFrame(.headers, flags: flags, stream: stream, fields.flatMap { encoded($0, $1) })
    }

    /// A field in HPACK (RFC 7541), without its tables and codes.
    static func encoded(_ name: String, _ value: String) -> [UInt8] {
        func string(_ text: String) -> [UInt8] {
            var (length, bytes) = (text.utf8.count, [UInt8]())
            if length < 127 {
                bytes = [UInt8(length)]
            } else {
                (length, bytes) = (length - 127, [127])
                while length >= 128 {
                    bytes.append(UInt8(length % 128) | 128)
                    length /= 128
                }
                bytes.append(UInt8(length))
            }
            return bytes + Array(text.utf8)
        }
        return [0] + string(name) + string(value)
    }

    /// What goes over the wire.
    var bytes: [UInt8] {
        let length = payload.count
        return [UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255), kind.rawValue, flags]
            + (0..<4).map { UInt8(truncatingIfNeeded: stream >> (24 - 8 * $0)) } + payload
    }

    /// The whole frames at the beginning of some bytes.
    static func all(in bytes: [UInt8]) -> [WebFrame] {
        var (buffer, frames) = (ByteBuffer(bytes: bytes), [WebFrame]())
        while let length = buffer.getInteger(at: buffer.readerIndex, as: UInt32.self).map({ Int($0 >> 8) }),
            buffer.readableBytes >= 9 + length
        {
            buffer.moveReaderIndex(forwardBy: 3)
            let (kind, flags) = (buffer.readInteger(as: UInt8.self)!, buffer.readInteger(as: UInt8.self)!)
            let stream = buffer.readInteger(as: UInt32.self)!
            let payload = buffer.readBytes(length: length)!
            if let kind = Kind(rawValue: kind) {
                frames.append(WebFrame(kind, flags: flags, stream: stream, payload))
            }
        }
        return frames
    }

    /// The status in the head of an answer; nil when it is written in a way that this does not read.
    var status: Int? {
        guard kind == .headers, let first = payload.first else { return nil }
        // The statuses of HPACK's static table, and others by their digits.
        if let index = [0x88: 200, 0x89: 204, 0x8A: 206, 0x8B: 304, 0x8C: 400, 0x8D: 404, 0x8E: 500][Int(first)] {
            return index
        }
        guard [0x48, 0x08, 0x18].contains(first), payload.count > 1 else { return nil }
        let digits = payload.dropFirst(2).prefix(Int(payload[1] & 127))
        guard payload[1] & 128 != 0 else { return Int(String(decoding: digits, as: UTF8.self)) }
        let bits = digits.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        var (value, position) = (0, 0)
        // In Huffman's code the digits 0 to 2 have five bits, and 3 to 9 six, from 25 on.
        while position + 5 <= bits.count {
            let five = bits[position..<position + 5].reduce(0) { $0 * 2 + Int($1) }
            if five <= 2 {
                (value, position) = (value * 10 + five, position + 5)
            } else if position + 6 <= bits.count, five < 16 {
                (value, position) = (value * 10 + five * 2 + Int(bits[position + 5]) - 22, position + 6)
            } else {
                break
            }
        }
        return value
    }

    /// The code with which a stream or the connection ends.
    var errorCode: UInt32? {
        switch kind {
        case .reset: payload.count == 4 ? ByteBuffer(bytes: payload).getInteger(at: 0) : nil
        case .goAway: ByteBuffer(bytes: payload).getInteger(at: 4)
        default: nil
        }
    }
}

/// A connection that sends HTTP/2 over TLS frame for frame as a test says.
struct HTTP2Client: Sendable {
    let connection: RawConnection

    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// A connection of a client that has said hello.
    static func connect(_ port: Int, hello: [UInt8]? = nil) async throws -> HTTP2Client {
        let client = HTTP2Client(connection: try await .connect(port: port, tls: try .browser(["h2"])))
        // The connection may have ended by then.
        try? await client.connection.send(hello ?? preface + WebFrame(.settings, []).bytes)
        return client
    }

    /// Sends frames; the connection may have ended by then.
    func send(_ frames: [WebFrame]) async { try? await connection.send(frames.flatMap(\.bytes)) }

    /// The fields that each request has.
    static func fields(
        _ method: String,
        _ path: String,
        authority: String = "localhost",
        _ more: [(String, String)] = []
    ) -> [(String, String)] {
        [(":method", method), (":scheme", "https"), (":path", path), (":authority", authority)] + more
    }

    /// Returns all frames once there is one that a test waits for.
    @discardableResult
    func wait(for condition: @escaping @Sendable (WebFrame) -> Bool) async throws -> [WebFrame] {
        WebFrame.all(in: try await connection.wait { WebFrame.all(in: $0).contains(where: condition) })
    }

    /// The status of the answer on a stream.
    func status(on stream: UInt32 = 1) async throws -> Int? {
        try await wait { $0.kind == .headers && $0.stream == stream }
            .first { $0.kind == .headers && $0.stream == stream }?.status
    }

    /// What has come when the gateway has ended the connection.
    func waitForEnd() async throws -> [WebFrame] {
        try await connection.waitForEnd()
        return WebFrame.all(in: connection.bytes)
    }
}

extension TLSContext {
    /// A browser's side.
    static func browser(_ alpn: [String]) throws -> TLSContext {
        try TLSContext(
            .client(trust: TLSTrust(bundle: TestCertificates.authority), expectedService: "gateway", alpn: alpn)
        )
    }

    /// The gateway's side for browsers.
    static func forBrowsers() throws -> TLSContext {
        try TLSContext(.server(identity: TestCertificates.identity("gateway"), alpn: ["h2", "http/1.1"]))
    }
}
