import NIOCore

/// The limits that one side sets for what the other may send; sent in its first frame.
public struct Settings: Sendable, Hashable {
    /// Largest payload of a MESSAGE frame in bytes: 16,384 to 1,048,576.
    public var maximumFrameSize: Int
    /// Credit for message bytes that every new stream starts with: 65,536 to 2^30 - 1.
    public var initialStreamWindow: Int
    /// Credit for message bytes of all streams together at the start: 65,536 to 2^30 - 1.
    public var connectionWindow: Int
    /// Calls that may run at once on this connection: 1 to 2^31 - 1.
    public var maximumConcurrentStreams: Int
    /// Largest message in bytes, all its parts together and after decompression: 0 to 2^30 - 1.
    public var maximumMessageSize: Int
    /// Largest metadata of a call in bytes, see ``Metadata/byteCount``: 8,192 to 16,711,680.
    public var maximumMetadataSize: Int
    /// How many call templates the receiver remembers: 8 to 64.
    public var maximumTemplates: Int
    /// The compressions that the other side may use. Unknown ones of a peer are kept and never used.
    public var encodings: Encodings

    /// Makes settings; the defaults are those of this implementation.
    public init(
        maximumFrameSize: Int = 32_768,
        initialStreamWindow: Int = 262_144,
        connectionWindow: Int = 1_048_576,
        maximumConcurrentStreams: Int = 1_024,
        maximumMessageSize: Int = 4_194_304,
        maximumMetadataSize: Int = 16_384,
        maximumTemplates: Int = 16,
        encodings: Encodings = .zlib
    ) {
        self.maximumFrameSize = maximumFrameSize
        self.initialStreamWindow = initialStreamWindow
        self.connectionWindow = connectionWindow
        self.maximumConcurrentStreams = maximumConcurrentStreams
        self.maximumMessageSize = maximumMessageSize
        self.maximumMetadataSize = maximumMetadataSize
        self.maximumTemplates = maximumTemplates
        self.encodings = encodings
    }

    /// What a sender assumes until the other side's SETTINGS frame has come, and for every setting it leaves out.
    public static let assumed = Settings(
        maximumFrameSize: 16_384,
        initialStreamWindow: 65_536,
        connectionWindow: 65_536,
        maximumConcurrentStreams: 100,
        maximumMessageSize: 4_194_304,
        maximumMetadataSize: 8_192,
        maximumTemplates: 8,
        encodings: []
    )

    private var encodingBits: Int {
        get { Int(encodings.rawValue) }
        set { encodings = Encodings(rawValue: UInt32(newValue)) }
    }

    private struct Field {
        let id: UInt16
        let range: ClosedRange<Int>
        let path: any WritableKeyPath<Settings, Int> & Sendable
    }

    // No lower bound that a breach is measured by is below what a sender assumes, so that what it sends before the
    // settings have come never ends the connection. A window and a message together stay below 2^31, the limit of a credit.
    private static let fields: [Field] = [
        Field(id: 1, range: 16_384...1_048_576, path: \.maximumFrameSize),
        Field(id: 2, range: 65_536...0x3FFF_FFFF, path: \.initialStreamWindow),
        Field(id: 3, range: 65_536...0x3FFF_FFFF, path: \.connectionWindow),
        Field(id: 4, range: 1...0x7FFF_FFFF, path: \.maximumConcurrentStreams),
        Field(id: 5, range: 0...0x3FFF_FFFF, path: \.maximumMessageSize),
        Field(id: 6, range: 8_192...0xFF_0000, path: \.maximumMetadataSize),
        Field(id: 7, range: 8...64, path: \.maximumTemplates),
        Field(id: 8, range: 0...0xFFFF_FFFF, path: \.encodingBits),
    ]

    /// Whether every limit is within its range; others cannot be sent to a peer.
    public var isValid: Bool {
        Settings.fields.allSatisfy { $0.range.contains(self[keyPath: $0.path]) }
    }

    static func range(of id: UInt16) -> ClosedRange<Int> { fields.first { $0.id == id }!.range }

    /// More settings than this in one frame are rejected, so that a frame is read in bounded time.
    static let maximumFields = 64

    func write(to buffer: inout ByteBuffer) {
        for field in Settings.fields {
            buffer.writeInteger(field.id)
            buffer.writeInteger(UInt32(self[keyPath: field.path]))
        }
    }

    static var encodedSize: Int { fields.count * 6 }

    init(from buffer: inout ByteBuffer) throws(WireViolation) {
        guard buffer.readableBytes % 6 == 0, buffer.readableBytes / 6 <= Settings.maximumFields else {
            throw WireViolation(.protocolError, "a SETTINGS frame has a wrong length")
        }
        self = .assumed
        while let (id, value) = buffer.readMultipleIntegers(as: (UInt16, UInt32).self) {
            guard let field = Settings.fields.first(where: { $0.id == id }) else { continue }
            guard field.range.contains(Int(value)) else {
                throw WireViolation(.protocolError, "setting \(id) is out of range")
            }
            self[keyPath: field.path] = Int(value)
        }
    }
}
