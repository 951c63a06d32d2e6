import Foundation
import MessageCoding
import NIOCore
import RPC

/// How messages are written in the Connect protocol (https://connectrpc.com/docs/protocol).
enum ConnectCodec: String, Sendable {
    case json
    case proto

    /// The codec and kind of call that a content type stands for; nil for another one.
    static func parse(_ contentType: String?) -> (codec: ConnectCodec, isStream: Bool)? {
        guard let contentType else { return nil }
        let essence = contentType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        guard essence.hasPrefix("application/") else { return nil }
        let name = essence.dropFirst("application/".count)
        if name.hasPrefix("connect+") {
            return ConnectCodec(rawValue: String(name.dropFirst("connect+".count))).map { ($0, true) }
        }
        return ConnectCodec(rawValue: String(name)).map { ($0, false) }
    }

    /// The content type of answers.
    func contentType(isStream: Bool) -> String {
        isStream ? "application/connect+\(rawValue)" : "application/\(rawValue)"
    }

    /// A message as a service takes it.
    /// - Throws: ``Status``, INVALID_ARGUMENT that names what is wrong with JSON.
    func decode(_ message: ByteBuffer, as type: MessageDescriptor) throws(Status) -> ByteBuffer {
        switch self {
        case .proto: return message
        case .json:
            // An empty body stands for an empty message, as curl sends it without data.
            guard message.readableBytes > 0 else { return message }
            do {
                return try MessageJSON.decode(message, as: type)
            } catch {
                throw Status(.invalidArgument, "\(error)", reason: .malformedMessage)
            }
        }
    }

    /// A service's message as the client reads it.
    /// - Throws: ``Status``, INTERNAL for a message that is not of its type.
    func encode(_ message: ByteBuffer, as type: MessageDescriptor) throws(Status) -> ByteBuffer {
        switch self {
        case .proto: return message
        case .json:
            do {
                return try MessageJSON.encode(message, as: type, writesTimesAsText: false)
            } catch {
                throw Status(.internalError, .rpc.ourFault)
            }
        }
    }
}

/// The methods that browsers may call, by path.
struct WebMethods: Sendable {
    private let methods: [String: MethodDescriptor]

    /// All user methods of these services.
    init(_ services: [ServiceDescriptor]) {
        methods = Dictionary(services.flatMap(\.methods).map { ($0.path, $0) }) { first, _ in first }
    }

    /// The method of a path without its first slash; nil when there is none.
    subscript(_ path: some StringProtocol) -> MethodDescriptor? { methods[String(path)] }
}
