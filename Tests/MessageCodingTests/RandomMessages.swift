import MessageCoding
import NIOCore

/// Numbers that are the same in every run (SplitMix64, Steele, Lea and Flood 2014).
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Makes valid encoded messages of any type from its descriptor, in canonical form: fields in the order of their
/// numbers, defaults left out. It shares no code with the encoder it is compared with.
struct RandomMessages {
    var numbers: SeededNumbers

    init(seed: UInt64) {
        numbers = SeededNumbers(state: seed)
    }

    mutating func message(_ descriptor: MessageDescriptor) -> [UInt8] {
        var bytes: [UInt8] = []
        var chosen: [Int: Int] = [:]
        for field in descriptor.fields where field.isOneofMember {
            if chosen[field.quantifierOffset] == nil || Bool.random(using: &numbers) {
                chosen[field.quantifierOffset] = field.number
            }
        }
        for field in descriptor.fields {
            if field.label == .repeated {
                bytes += repeated(field)
            } else if field.isOneofMember {
                if chosen[field.quantifierOffset] == field.number { bytes += element(field, canBeDefault: true) }
            } else if Int.random(in: 0..<4, using: &numbers) > 0 {
                bytes += element(field, canBeDefault: field.type == .message)
            }
        }
        return bytes
    }

    private mutating func repeated(_ field: FieldDescriptor) -> [UInt8] {
        let count = Int.random(in: 0...3, using: &numbers)
        guard count > 0 else { return [] }
        switch field.type {
        case .string, .bytes, .message:
            return (0..<count).flatMap { _ in element(field, canBeDefault: true) }
        default:
            let packed = (0..<count).flatMap { _ in scalar(field, canBeDefault: true) }
            return varint(UInt64(field.number) << 3 | 2) + varint(UInt64(packed.count)) + packed
        }
    }

    private mutating func element(_ field: FieldDescriptor, canBeDefault: Bool) -> [UInt8] {
        switch field.type {
        case .string: prefixed(Array(text(canBeEmpty: canBeDefault).utf8), field)
        case .bytes: prefixed((0..<count(canBeDefault)).map { _ in UInt8.random(in: 0...255, using: &numbers) }, field)
        case .message: prefixed(field.message.map { message($0) } ?? [], field)
        default: varint(UInt64(field.number) << 3 | field.type.wireType) + scalar(field, canBeDefault: canBeDefault)
        }
    }

    private func prefixed(_ content: [UInt8], _ field: FieldDescriptor) -> [UInt8] {
        varint(UInt64(field.number) << 3 | 2) + varint(UInt64(content.count)) + content
    }

    private mutating func count(_ canBeZero: Bool) -> Int {
        Int.random(in: (canBeZero ? 0 : 1)...40, using: &numbers)
    }

    private mutating func text(canBeEmpty: Bool) -> String {
        let characters = Array("abc XYZ 019 äß€ 🧾 \"\\\n\u{1}\u{7F}/")
        return String((0..<count(canBeEmpty)).map { _ in characters.randomElement(using: &numbers) ?? "x" })
    }

    private mutating func scalar(_ field: FieldDescriptor, canBeDefault: Bool) -> [UInt8] {
        let edges: [Int64] = [1, -1, 127, 128, Int64(Int32.max), Int64(Int32.min), .max, .min]
        let wide = (canBeDefault ? [0] + edges : edges).randomElement(using: &numbers) ?? 1
        // Int64.min has no low bits; cut to 32 bits it would be the default.
        let narrow = Int32(truncatingIfNeeded: wide == .min ? 7 : wide)
        switch field.type {
        case .int32: return varint(UInt64(bitPattern: Int64(narrow)))
        case .uint32: return varint(UInt64(UInt32(bitPattern: narrow)))
        case .sint32: return varint(UInt64(UInt32(bitPattern: narrow << 1 ^ narrow >> 31)))
        case .int64, .uint64: return varint(UInt64(bitPattern: wide))
        case .sint64: return varint(UInt64(bitPattern: wide << 1 ^ wide >> 63))
        case .fixed32, .sfixed32: return littleEndian(UInt32(bitPattern: narrow))
        case .fixed64, .sfixed64: return littleEndian(UInt64(bitPattern: wide))
        case .float: return littleEndian((Float(narrow) / 8).bitPattern)
        case .double: return littleEndian((Double(wide) / 8).bitPattern)
        case .bool: return varint(canBeDefault && Bool.random(using: &numbers) ? 0 : 1)
        default:
            let known = field.enumeration?.values.map(\.number).filter { canBeDefault || $0 != 0 } ?? []
            return varint(UInt64(bitPattern: Int64(known.randomElement(using: &numbers) ?? 1)))
        }
    }

    private func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    private func varint(_ value: UInt64) -> [UInt8] {
        var value = value
        var bytes: [UInt8] = []
        while value >= 0x80 {
            bytes.append(UInt8(value & 0x7F) | 0x80)
            value >>= 7
        }
        return bytes + [UInt8(value)]
    }
}

extension FieldType {
    fileprivate var wireType: UInt64 {
        switch self {
        case .fixed32, .sfixed32, .float: 5
        case .fixed64, .sfixed64, .double: 1
        case .string, .bytes, .message: 2
        default: 0
        }
    }
}

/// Bytes from hexadecimal digits; spaces are for the reader.
func hex(_ text: String) -> ByteBuffer {
    let digits = text.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
    return ByteBuffer(
        bytes: stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    )
}

extension Message {
    /// Decodes and encodes again.
    static func recode(_ bytes: ByteBuffer) throws(MessageError) -> ByteBuffer {
        try Self(decoding: bytes).encoded()
    }
}
