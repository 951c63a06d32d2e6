import Foundation
import Foundations
import Testing

@Suite("A UUID in its canonical form")
struct CanonicalUUIDTests {
    private let text = "0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a10"

    @Test("is read and written in lower case")
    func roundTrip() throws {
        #expect(try #require(UUID(canonical: text)).canonical == text)
        for _ in 0..<100 {
            let id = UUID()
            #expect(UUID(canonical: id.canonical) == id)
            #expect(id.canonical == id.uuidString.lowercased())
        }
    }

    @Test(
        "is not read from anything else",
        arguments: [
            "", "0B7A4C1E-5D3F-4A77-9F0E-2C1D6B8E9A10", "0b7a4c1e5d3f4a779f0e2c1d6b8e9a10",
            "{0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a1}", "0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a1",
            "0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a1g",
            "0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a10 ", "0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a1é",
            "0b7a4c1e-5d3f-4a77-9f0e--2c1d6b8e9a1", "0b7a4c1e05d3f04a7709f0e02c1d6b8e9a10",
            "-0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a1", "٠b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a",
        ]
    )
    func refused(text: String) {
        #expect(UUID(canonical: text) == nil)
    }

    @Test("is read and written with any byte at any place", arguments: 0..<16)
    func everyByte(place: Int) throws {
        for byte in UInt8.min...UInt8.max {
            var bytes = [UInt8](repeating: 0x5a, count: 16)
            bytes[place] = byte
            let id = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
            #expect(id.canonical == id.uuidString.lowercased())
            #expect(UUID(canonical: id.canonical) == id)
        }
    }

    @Test("has digits of hexadecimal and hyphens in their places, and no other character", arguments: 0..<36)
    func everyCharacter(place: Int) {
        let isHyphen = [8, 13, 18, 23].contains(place)
        let accepted = isHyphen ? "-" : "0123456789abcdef"
        for character in UInt8.min...127 {
            var characters = Array(text.utf8)
            characters[place] = character
            let other = String(decoding: characters, as: UTF8.self)
            let isRead = UUID(canonical: other) != nil
            #expect(isRead == accepted.utf8.contains(character), "\(character) at \(place)")
            if isRead { #expect(UUID(canonical: other)?.canonical == other) }
        }
    }

    @Test("is read from a part of a longer text")
    func partOfText() {
        let longer = "id=\(text);"
        #expect(UUID(canonical: String(longer.dropFirst(3).dropLast()))?.canonical == text)
        #expect(UUID(canonical: longer) == nil)
    }

    @Test(
        "is zeros or ones throughout",
        arguments: ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"]
    )
    func extremes(text: String) {
        #expect(UUID(canonical: text)?.canonical == text)
    }
}
