internal import CProtobuf
public import NIOCore

/// Converts encoded messages to JSON and back by their descriptors, without generated code.
///
/// The mapping is that of protocol buffers (https://protobuf.dev/programming-guides/json/): fields are named in
/// lowerCamelCase, 64-bit integers are strings, bytes are base64, enumerations are names. A
/// `larder.common.v1.Timestamp` is an RFC 3339 string, unless it is to be written as the message that it is; both are read.
public enum MessageJSON {
    /// The limits of a JSON text.
    public struct Limits: Sendable {
        /// The longest text in bytes, 8 MiB at first.
        public var maximumBytes = 8 << 20
        /// How deep objects and arrays may stand inside each other, 32 at first.
        public var maximumDepth = 32
        /// How many objects, arrays, strings, numbers, booleans and nulls there may be in all, 50,000 at first.
        public var maximumValues = Self.usualMaximumValues

        /// Some four times as many values as the largest request has: a purchase of 500 items with all of their fields, which
        /// are 22 values each. Files are one string. A value takes as little as two bytes of text and far more in memory, so
        /// that `maximumBytes` alone would admit millions.
        static let usualMaximumValues = 50_000

        /// The limits given above.
        public init() {}
    }

    /// The JSON of an encoded message.
    ///
    /// - Parameters:
    ///   - message: the encoded message.
    ///   - descriptor: its type.
    ///   - includesDefaults: whether fields at their default are written too. Messages and members of a `oneof` that
    ///     aren't set are left out in any case.
    ///   - writesTimesAsText: whether a `larder.common.v1.Timestamp` is a text. Clients that know nothing of Larder's
    ///     mapping expect an object.
    /// - Throws: `MessageJSONError` when the message is malformed or holds what JSON can't say.
    public static func encode(
        _ message: ByteBuffer,
        as descriptor: MessageDescriptor,
        includesDefaults: Bool = false,
        writesTimesAsText: Bool = true
    ) throws(MessageJSONError) -> ByteBuffer {
        let budget = MessageLimits.budget(forEncodedSize: message.readableBytes)
        let arena = try converting { () throws(MessageError) in try MessageArena(budget: budget) }
        defer { arena.giveBack() }
        let structure = try converting { () throws(MessageError) in try arena.unpack(message, as: descriptor) }
        var encoder = JSONEncoding(includesDefaults: includesDefaults, writesTimesAsText: writesTimesAsText)
        try encoder.write(structure, as: descriptor)
        return ByteBuffer(bytes: encoder.writer.bytes)
    }

    private static func converting<Value: ~Copyable>(
        _ body: () throws(MessageError) -> Value
    ) throws(MessageJSONError) -> Value {
        do {
            return try body()
        } catch {
            throw MessageJSONError(error)
        }
    }

    /// The JSON of a message.
    ///
    /// - Throws: `MessageJSONError` when the message holds what can't be encoded.
    public static func encode(
        _ message: some Message,
        includesDefaults: Bool = false
    ) throws(MessageJSONError) -> ByteBuffer {
        let encoded = try converting { () throws(MessageError) in try message.encoded() }
        return try encode(encoded, as: type(of: message).descriptor, includesDefaults: includesDefaults)
    }

    /// Encodes the message that a JSON text describes.
    ///
    /// Fields may be named in lowerCamelCase or as in the `.proto` file; `null` stands for the default. Unknown fields
    /// and enumeration values, fields that are there twice, two members of a `oneof`, wrong types and numbers out of
    /// range are rejected.
    ///
    /// - Throws: `MessageJSONError` with the path of what is wrong.
    public static func decode(
        _ json: ByteBuffer,
        as descriptor: MessageDescriptor,
        limits: Limits = Limits()
    ) throws(MessageJSONError) -> ByteBuffer {
        guard json.readableBytes <= limits.maximumBytes else {
            throw MessageJSONError(.tooLarge, "The JSON text is longer than \(limits.maximumBytes) bytes.")
        }
        var parser = JSONParser(Array(json.readableBytesView), limits: limits)
        let value = try parser.parse()
        var decoder = JSONDecoding()
        return try ByteBuffer(bytes: decoder.message(value, as: descriptor))
    }

    /// The message that a JSON text describes.
    ///
    /// - Throws: as `decode(_:as:limits:)`.
    public static func decode<Value: Message>(
        _ json: ByteBuffer,
        as type: Value.Type,
        limits: Limits = Limits()
    ) throws(MessageJSONError) -> Value {
        let encoded = try decode(json, as: type.descriptor, limits: limits)
        return try converting { () throws(MessageError) in try Value(decoding: encoded) }
    }

    /// A JSON text with characters that a terminal may take for commands written as escape sequences.
    ///
    /// Texts of this type's own have none. Line feeds, returns and tabs outside of strings stay.
    package static func escapingControls(in json: String) -> String {
        var escaped = ""
        for scalar in json.unicodeScalars {
            if JSONWriter.isControl(scalar) && !["\n", "\r", "\t"].contains(scalar) {
                escaped += JSONWriter.escape(scalar)
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
