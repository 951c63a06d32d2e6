package import Wire

/// Where a call stands in a trace: the W3C Trace Context, version 00.
public struct TraceContext: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64
    private let span: UInt64
    private let flags: UInt8

    /// The flags "sampled" and "random trace id" (Trace Context level 2). No other
    /// flag has a meaning yet, and those without one are not passed on.
    private static let knownFlags: UInt8 = 0b11

    /// Starts a new trace.
    public init(using random: inout some RandomNumberGenerator) {
        self.init(high: random.next() | 1, low: random.next(), span: random.next() | 1, flags: 0)
    }

    /// Starts a step of the trace with an identifier; all zeros start a new one.
    package init(identifier: (high: UInt64, low: UInt64), using random: inout some RandomNumberGenerator) {
        let isValid = identifier.high | identifier.low != 0
        self.init(
            high: isValid ? identifier.high : random.next() | 1,
            low: isValid ? identifier.low : random.next(),
            span: random.next() | 1,
            flags: 0
        )
    }

    /// Reads a `traceparent` value; nil when it is malformed, as the recommendation asks for.
    public init?(traceparent: String) {
        var text = traceparent
        guard let context = text.withUTF8({ TraceContext(bytes: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = context
    }

    private init?(bytes: UnsafeRawBufferPointer) {
        var digits = HexadecimalReader(bytes)
        guard let version = digits.number(2), version != 0xFF, digits.separator(),
            let high = digits.number(16), let low = digits.number(16), high | low != 0, digits.separator(),
            let span = digits.number(16), span != 0, digits.separator(),
            let flags = digits.number(2), version == 0 ? digits.isAtEnd : digits.isAtEnd || digits.separator()
        else { return nil }
        self.init(high: high, low: low, span: span, flags: UInt8(truncatingIfNeeded: flags) & Self.knownFlags)
    }

    /// What one list of metadata says of the caller's step of the trace.
    package struct Parent {
        fileprivate let context: TraceContext?
        fileprivate let count: Int

        /// Looks for it.
        package init(in metadata: Metadata) {
            var context: TraceContext?
            count = metadata.first(of: "traceparent") { context = TraceContext(bytes: $0) }
            self.context = context
        }
    }

    /// The caller's step of the trace by a call's metadata. Nil when it is missing, malformed or repeated, which starts
    /// a new trace.
    package init?(_ parent: Parent, _ more: Parent) {
        guard parent.count + more.count == 1, let context = parent.context ?? more.context else { return nil }
        self = context
    }

    /// The same for a call with all of its metadata in one list.
    package init?(parentIn metadata: Metadata) {
        self.init(Parent(in: metadata), Parent(in: Metadata()))
    }

    private init(high: UInt64, low: UInt64, span: UInt64, flags: UInt8) {
        self.high = high
        self.low = low
        self.span = span
        self.flags = flags
    }

    /// Whether the trace is recorded upstream.
    public var isSampled: Bool { flags & 1 == 1 }

    /// Whether both are steps of one trace.
    package func isSameTrace(as other: TraceContext) -> Bool { high == other.high && low == other.low }

    /// 32 hexadecimal digits, the same for everything that one request from outside causes.
    public var traceID: String { TraceContext.hex(high) + TraceContext.hex(low) }

    /// 16 hexadecimal digits, one for each call.
    public var spanID: String { TraceContext.hex(span) }

    /// The next step of the same trace.
    public func child(using random: inout some RandomNumberGenerator) -> TraceContext {
        TraceContext(high: high, low: low, span: random.next() | 1, flags: flags)
    }

    /// The value of a `traceparent` header.
    public var traceparent: String {
        String(unsafeUninitializedCapacity: TraceContext.traceparentLength) { text in
            write(to: UnsafeMutableRawBufferPointer(text))
            return TraceContext.traceparentLength
        }
    }

    private static let traceparentLength = 55

    /// Adds a `traceparent` entry.
    package func add(to metadata: inout Metadata) {
        metadata.add("traceparent", length: TraceContext.traceparentLength) { write(to: $0) }
    }

    /// Version, trace, span and flags.
    private func write(to text: UnsafeMutableRawBufferPointer) {
        text.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "-"))
        TraceContext.writeHex(0, digits: 2, to: text, at: 0)
        TraceContext.writeHex(high, digits: 16, to: text, at: 3)
        TraceContext.writeHex(low, digits: 16, to: text, at: 19)
        TraceContext.writeHex(span, digits: 16, to: text, at: 36)
        TraceContext.writeHex(UInt64(flags), digits: 2, to: text, at: 53)
    }

    private static func writeHex(_ value: UInt64, digits: Int, to text: UnsafeMutableRawBufferPointer, at start: Int) {
        for index in 0..<digits {
            let nibble = UInt8(truncatingIfNeeded: value >> UInt64((digits - 1 - index) * 4)) & 0xF
            text[start + index] = nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
        }
    }

    private static func hex(_ value: UInt64) -> String {
        String(unsafeUninitializedCapacity: 16) { digits in
            writeHex(value, digits: 16, to: UnsafeMutableRawBufferPointer(digits), at: 0)
            return 16
        }
    }
}

/// Takes lower-case hexadecimal numbers and hyphens off the front of a text.
private struct HexadecimalReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    private mutating func next() -> UInt8? {
        guard offset < bytes.count else { return nil }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func separator() -> Bool { next() == UInt8(ascii: "-") }

    mutating func number(_ digits: Int) -> UInt64? {
        var value: UInt64 = 0
        for _ in 0..<digits {
            switch next() {
            case let digit? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit):
                value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
            case let digit? where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit):
                value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return value
    }
}

/// Fast random numbers for trace identifiers and jitter, not for secrets.
///
/// SplitMix64, from Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
package struct TraceRandom: RandomNumberGenerator {
    private var state: UInt64

    /// Starts from a seed of the system.
    package init() {
        var system = SystemRandomNumberGenerator()
        self.init(seed: system.next())
    }

    /// Starts from a seed, which always gives the same numbers.
    package init(seed: UInt64) { state = seed }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension TraceContext {
    /// The trace of work that no call has asked for.
    @TaskLocal private static var background: TraceContext?

    /// The trace of the current task: of its call, or of background work.
    public static var current: TraceContext? { CallContext.current?.trace ?? background }

    /// Starts a new trace with numbers of the system.
    public init() {
        var random = TraceRandom()
        self.init(using: &random)
    }

    /// Runs background work as a step of this trace, with its calls and events.
    public func during<Result>(
        _ work: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await TraceContext.$background.withValue(self) { try await work() }
    }
}
