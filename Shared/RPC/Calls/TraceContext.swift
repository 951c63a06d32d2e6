/// Where a call stands in a trace: the W3C Trace Context, version 00.
public struct TraceContext: Sendable, Hashable {
    /// 32 hexadecimal digits, the same for everything that one request from outside causes.
    public let traceID: String
    /// 16 hexadecimal digits, one for each call.
    public let spanID: String
    /// Whether somebody upstream records this trace.
    public let isSampled: Bool

    /// Starts a new trace.
    public init(using random: inout some RandomNumberGenerator) {
        traceID = TraceContext.hex(random.next() | 1) + TraceContext.hex(random.next())
        spanID = TraceContext.hex(random.next() | 1)
        isSampled = false
    }

    /// Reads a `traceparent` value; nil when it is malformed, as the recommendation asks for.
    public init?(traceparent: String) {
        let parts = traceparent.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0] == "00" || (parts[0] != "ff" && parts[0].count == 2),
            TraceContext.isHex(parts[1], 32), TraceContext.isHex(parts[2], 16), TraceContext.isHex(parts[3], 2),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        traceID = String(parts[1])
        spanID = String(parts[2])
        isSampled = (UInt8(parts[3], radix: 16) ?? 0) & 1 == 1
    }

    private init(traceID: String, spanID: String, isSampled: Bool) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
    }

    /// The next step of the same trace.
    public func child(using random: inout some RandomNumberGenerator) -> TraceContext {
        TraceContext(traceID: traceID, spanID: TraceContext.hex(random.next() | 1), isSampled: isSampled)
    }

    /// The value of a `traceparent` header.
    public var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

    private static func isHex(_ text: Substring, _ length: Int) -> Bool {
        text.utf8.count == length
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    private static func hex(_ value: UInt64) -> String {
        String(unsafeUninitializedCapacity: 16) { digits in
            for index in 0..<16 {
                let nibble = UInt8(truncatingIfNeeded: value >> UInt64(60 - index * 4)) & 0xF
                digits[index] = nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
            }
            return 16
        }
    }
}

/// Random numbers for identifiers of traces and for jitter: fast, seeded from the system, not for secrets.
///
/// SplitMix64, from Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
package struct TraceRandom: RandomNumberGenerator {
    private var state: UInt64

    /// Starts from a seed of the system.
    package init() {
        var system = SystemRandomNumberGenerator()
        state = system.next()
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
