import NIOCore
import Testing

@testable import RPC

@Suite("A message that waits to be read")
struct KeptMessageTests {
    @Test("does not keep the large buffer alive that it came in")
    func small() {
        var buffer = ByteBuffer(repeating: 7, count: 100_000)
        let message = WireMessage(buffer.readSlice(length: 10)!, isCompressed: true)
        #expect(message.bytes.storageCapacity >= 100_000)
        #expect(message.kept.bytes.storageCapacity <= 1_024)
        #expect(message.kept.bytes == message.bytes)
        #expect(message.kept.isCompressed)
    }

    @Test("is not copied when it is most of its buffer")
    func large() {
        var buffer = ByteBuffer(repeating: 7, count: 100_000)
        let message = WireMessage(buffer.readSlice(length: 60_000)!)
        #expect(message.kept.bytes.storageCapacity == message.bytes.storageCapacity)
    }
}
