import FoundationEssentials
import PostgresTestSupport
import Testing

@testable import Postgres

/// Reads `bytes` as a column of `type`; the reason when that is rejected.
private func rejection<Value: PostgresDecodable>(
    of bytes: [UInt8]?,
    _ type: PostgresType,
    as _: Value.Type
) -> String? {
    do {
        _ = try decoded(bytes, type, as: Value.self)
        return nil
    } catch {
        return error.reason
    }
}

private func decoded<Value: PostgresDecodable>(
    _ bytes: [UInt8]?,
    _ type: PostgresType,
    as _: Value.Type = Value.self
) throws(PostgresDecodingFailure) -> Value {
    guard let bytes else { return try Value(postgres: PostgresCell(type: type, bytes: nil)) }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    return try Value(postgres: PostgresCell(type: type, bytes: UnsafeRawBufferPointer(copy)))
}

/// The binary form of a `numeric`.
private func numeric(_ digits: [UInt16], weight: Int16, sign: UInt16 = 0) -> [UInt8] {
    UInt16(digits.count).bigEndianBytes + weight.bigEndianBytes + sign.bigEndianBytes + UInt16(0).bigEndianBytes
        + digits.flatMap(\.bigEndianBytes)
}

/// The binary form of an array.
private func array(
    dimensions: Int32 = 1,
    of type: PostgresType,
    count: Int32,
    elements: [(length: Int32, bytes: [UInt8])]
) -> [UInt8] {
    dimensions.bigEndianBytes + Int32(0).bigEndianBytes + type.rawValue.bigEndianBytes + count.bigEndianBytes
        + Int32(1).bigEndianBytes + elements.flatMap { $0.length.bigEndianBytes + $0.bytes }
}

@Suite("A cell that is not what its type says")
struct MalformedCellTests {
    @Test("is rejected when it is cut off, whatever its type")
    func truncated() {
        #expect(rejection(of: [], .bool, as: Bool.self) == "holds a boolean of unexpected shape")
        #expect(rejection(of: [0], .int2, as: Int16.self) == "holds a smallint of unexpected shape")
        #expect(rejection(of: [0, 0, 0], .int4, as: Int32.self) == "holds a integer of unexpected shape")
        #expect(rejection(of: [0, 0, 0, 0, 0, 0, 0], .int8, as: Int64.self) == "holds a bigint of unexpected shape")
        #expect(rejection(of: [0, 0], .oid, as: Int.self) == "holds a oid of unexpected shape")
        #expect(rejection(of: [0, 0, 0], .float4, as: Double.self) == "holds a real of unexpected shape")
        #expect(rejection(of: [0], .float8, as: Double.self) == "holds a double precision of unexpected shape")
        #expect(rejection(of: [0, 1], .date, as: String.self) == "holds a date of unexpected shape")
        #expect(rejection(of: [], .jsonb, as: String.self) == "holds a jsonb of unexpected shape")
        let time = rejection(of: [0, 0, 0], .timestamptz, as: Date.self)
        #expect(time == "holds a timestamp with time zone of unexpected shape")
    }

    @Test("is rejected when a UUID has not 16 bytes", arguments: [0, 15, 17])
    func uuid(count: Int) {
        let bytes = [UInt8](repeating: 7, count: count)
        #expect(rejection(of: bytes, .uuid, as: UUID.self) == "holds a uuid of unexpected shape")
    }

    @Test("is rejected when its version of jsonb is another one")
    func jsonb() throws {
        #expect(try decoded([1] + Array("{}".utf8), .jsonb, as: String.self) == "{}")
        #expect(rejection(of: [2] + Array("{}".utf8), .jsonb, as: String.self) == "holds a jsonb of unexpected shape")
    }

    @Test("is rejected when a type of the database's own is no text")
    func userDefined() throws {
        let type = PostgresType(rawValue: 16_400)
        #expect(try decoded(Array("green".utf8), type, as: String.self) == "green")
        #expect(rejection(of: [0xff, 0xfe], type, as: String.self) == "holds a type 16400 of unexpected shape")
    }

    @Test("is rejected without quoting its value")
    func secrecy() {
        let reason = rejection(of: Array("4111 private".utf8), .text, as: UUID.self)
        #expect(reason == "is text, which can't be read as UUID")
    }
}

@Suite("A number in a cell")
struct NumberCellTests {
    @Test("is read from every integer type that holds it")
    func widening() throws {
        #expect(try decoded(Int16(-2).bigEndianBytes, .int2, as: Int64.self) == -2)
        #expect(try decoded(Int32(-2).bigEndianBytes, .int4, as: Int.self) == -2)
        #expect(try decoded(Int64(-2).bigEndianBytes, .int8, as: Int16.self) == -2)
        #expect(try decoded(UInt32.max.bigEndianBytes, .oid, as: Int64.self) == 4_294_967_295)
    }

    @Test("is rejected where it does not fit")
    func narrowing() {
        #expect(
            rejection(of: Int32.max.bigEndianBytes, .int4, as: Int16.self)
                == "holds a number that doesn't fit Int16"
        )
        #expect(
            rejection(of: Int64.min.bigEndianBytes, .int8, as: Int32.self)
                == "holds a number that doesn't fit Int32"
        )
        #expect(
            rejection(of: Int16(256).bigEndianBytes, .int2, as: UInt8.self)
                == "holds a number that doesn't fit UInt8"
        )
        #expect(
            rejection(of: Int16(-1).bigEndianBytes, .int2, as: UInt8.self) == "holds a number that doesn't fit UInt8"
        )
        #expect(
            rejection(of: UInt32.max.bigEndianBytes, .oid, as: Int32.self) == "holds a number that doesn't fit Int32"
        )
    }

    @Test("is read from a numeric without fraction, up to the limits of 64 bits")
    func wholeNumerics() throws {
        #expect(try decoded(numeric([], weight: 0), .numeric, as: Int64.self) == 0)
        #expect(try decoded(numeric([1], weight: 4), .numeric, as: Int64.self) == 10_000_000_000_000_000)
        let most: [UInt16] = [922, 3372, 368, 5477, 5807]
        #expect(try decoded(numeric(most, weight: 4), .numeric, as: Int64.self) == Int64.max)
        let least: [UInt16] = [922, 3372, 368, 5477, 5808]
        #expect(try decoded(numeric(least, weight: 4, sign: 0x4000), .numeric, as: Int64.self) == Int64.min)
    }

    @Test(
        "is rejected from a numeric that is a fraction, no number, infinite or too large",
        arguments: [
            numeric([5000], weight: -1),
            numeric([1, 5000], weight: 0),
            numeric([], weight: 0, sign: 0xc000),
            numeric([], weight: 0, sign: 0xd000),
            numeric([922, 3372, 368, 5477, 5808], weight: 4),
            numeric([1], weight: 5),
        ]
    )
    func otherNumerics(bytes: [UInt8]) {
        let reason = rejection(of: bytes, .numeric, as: Int64.self)
        #expect(reason == "holds a numeric that isn't a whole number of 64 bits")
    }

    @Test(
        "is rejected from a numeric whose count of digits is not true",
        arguments: [[], [0, 1], [0, 2, 0, 0, 0, 0, 0, 0]]
    )
    func damagedNumerics(bytes: [UInt8]) {
        #expect(rejection(of: bytes, .numeric, as: Int64.self) == "holds a numeric of unexpected shape")
    }

    @Test("is not read from text, nor a floating-point number from an integer")
    func otherTypes() {
        #expect(rejection(of: [49], .text, as: Int.self) == "is text, which can't be read as Int")
        let reason = rejection(of: Int32(1).bigEndianBytes, .int4, as: Double.self)
        #expect(reason == "is integer, which can't be read as Double")
    }

    @Test("of single precision keeps its value in double precision")
    func singlePrecision() throws {
        #expect(try decoded(Float(0.5).bitPattern.bigEndianBytes, .float4, as: Double.self) == 0.5)
        #expect(try decoded(Float.infinity.bitPattern.bigEndianBytes, .float4, as: Double.self) == .infinity)
    }
}

@Suite("A time in a cell")
struct TimeCellTests {
    @Test("that is infinite is rejected", arguments: [Int64.min, .max])
    func infinite(microseconds: Int64) {
        #expect(rejection(of: microseconds.bigEndianBytes, .timestamptz, as: Date.self) == "holds an infinite time")
    }

    @Test("that is an infinite date is rejected", arguments: [Int32.min, .max])
    func infiniteDate(days: Int32) {
        #expect(rejection(of: days.bigEndianBytes, .date, as: String.self) == "holds an infinite date")
    }

    @Test("before 2000 and around leap days is the right day")
    func days() throws {
        let days: [(Int32, String)] = [
            (0, "2000-01-01"), (-1, "1999-12-31"), (59, "2000-02-29"), (60, "2000-03-01"), (-36_524, "1900-01-01"),
            (36_583, "2100-02-28"), (36_584, "2100-03-01"),
        ]
        for (day, text) in days { #expect(try decoded(day.bigEndianBytes, .date, as: String.self) == text) }
    }

    @Test("beyond PostgreSQL's range is not sent", arguments: [1e13, -1e13, .infinity, .nan])
    func range(seconds: Double) {
        let value = Date(timeIntervalSinceReferenceDate: seconds).postgresValue
        #expect(value == .invalid("the time is outside of PostgreSQL's range"))
    }
}

@Suite("An array in a cell")
struct ArrayCellTests {
    private let one = (length: Int32(8), bytes: Int64(1).bigEndianBytes)

    @Test("is read in order")
    func elements() throws {
        let bytes = array(of: .int8, count: 2, elements: [one, (8, Int64(-2).bigEndianBytes)])
        #expect(try decoded(bytes, .int8Array, as: [Int64].self) == [1, -2])
    }

    @Test("with a NULL element is rejected")
    func null() {
        let bytes = array(of: .int8, count: 2, elements: [one, (-1, [])])
        #expect(rejection(of: bytes, .int8Array, as: [Int64].self) == "holds an array with a NULL element")
    }

    @Test("of several dimensions is rejected")
    func dimensions() {
        let bytes = array(dimensions: 2, of: .int8, count: 1, elements: [one])
        let reason = rejection(of: bytes, .int8Array, as: [Int64].self)
        #expect(reason == "holds an array of several dimensions, which can't be read as Array<Int64>")
    }

    @Test("that claims more elements or longer ones than there are is rejected")
    func cutOff() {
        let shape = "holds a bigint[] of unexpected shape"
        #expect(rejection(of: [0, 0, 0, 1], .int8Array, as: [Int64].self) == shape)
        let missing = array(of: .int8, count: 3, elements: [one])
        #expect(rejection(of: missing, .int8Array, as: [Int64].self) == shape)
        let long = array(of: .int8, count: 1, elements: [(Int32.max, one.bytes)])
        #expect(rejection(of: long, .int8Array, as: [Int64].self) == shape)
    }

    @Test("has elements of the type that the array says")
    func elementType() {
        let bytes = array(of: .text, count: 1, elements: [(1, [65])])
        #expect(rejection(of: bytes, .int8Array, as: [Int64].self) == "is text, which can't be read as Int64")
    }

    @Test("is not read from another type, and not from NULL")
    func otherType() {
        #expect(rejection(of: [1], .text, as: [Int64].self) == "is text, which can't be read as Array<Int64>")
        #expect(rejection(of: nil, .int8Array, as: [Int64].self) == "is NULL, but Array<Int64> was asked for")
        #expect(rejection(of: nil, .bytea, as: [UInt8].self) == "is NULL, but Array<UInt8> was asked for")
    }

    @Test("with an element that can't be sent is not sent either")
    func invalidElement() {
        #expect(["a", "b\0"].postgresValue == .invalid("text can't contain a NUL character"))
    }
}
