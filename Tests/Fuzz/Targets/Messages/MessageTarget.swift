import AllServices
import CProtobuf
import MessageCoding
import NIOCore

/// Every type of message: what is accepted encodes again to the same, and memory stays within the budget.
func fuzzMessages(_ input: inout FuzzInput) throws(FuzzFinding) {
    let types = MessageCatalogue.all
    let type = types[Int(input.uint16()) % types.count]
    let budget = input.chance() ? input.size(upTo: 1 << 20) : nil
    let bytes = ByteBuffer(bytes: input.rest())
    try checkArena(of: type.descriptor, bytes, budget ?? MessageLimits.budget(forEncodedSize: bytes.readableBytes))
    try checkMessage(type, bytes, budget: budget)
}

extension FuzzInput {
    mutating func uint16() -> UInt16 { UInt16(byte()) << 8 | UInt16(byte()) }
}

/// Unpacks in an arena of its own and looks at the memory that it took.
private func checkArena(of descriptor: MessageDescriptor, _ bytes: ByteBuffer, _ budget: Int) throws(FuzzFinding) {
    guard let arena = larder_arena_create() else { throw FuzzFinding("there is no memory for an arena") }
    defer { larder_arena_destroy(arena) }
    larder_arena_begin(arena, budget)
    let type = descriptor.address.assumingMemoryBound(to: ProtobufCMessageDescriptor.self)
    var message: UnsafeMutablePointer<ProtobufCMessage>?
    let result = bytes.withUnsafeReadableBytes { readable in
        let start = readable.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return larder_message_unpack(type, arena, readable.count, start, &message)
    }
    let used = larder_arena_used(arena)
    try expect(used <= budget, "\(used) bytes were used of a budget of \(budget)")
    // A block is left for the next one when it has too little room, so up to half of what is held may be unused.
    try expect(
        larder_arena_held(arena) <= 2 * used + (2 << 20),
        "\(larder_arena_held(arena)) bytes are held for \(used)"
    )
    try expect((message != nil) == (result == LARDER_UNPACKED), "a message without success, or success without one")
    try expect(
        larder_arena_is_exhausted(arena) == (result == LARDER_BUDGET_EXCEEDED),
        "running out of the budget is told as something else"
    )
}

private func checkMessage<Value: Message>(
    _ type: Value.Type,
    _ bytes: ByteBuffer,
    budget: Int?
) throws(FuzzFinding) {
    let value: Value
    do {
        value = try Value(decoding: bytes, budget: budget)
    } catch {
        return try checkRefusal(error, type, bytes, budget: budget)
    }
    let encoded: ByteBuffer
    do { encoded = try value.encoded() } catch { throw FuzzFinding("what was decoded does not encode: \(error)") }
    do {
        // Unknown fields are dropped and the rest is no longer than the longest form of each field.
        let again = try Value(decoding: encoded, budget: MessageLimits.largestBudget)
        // NaN differs from itself, its bytes don't.
        let recoded = try again.encoded()
        try expect(recoded == encoded, "a message changed on its way")
        try expect(again == value || value != value, "a message decodes to another than it was encoded from")
    } catch let finding as FuzzFinding {
        throw finding
    } catch {
        throw FuzzFinding("what was encoded does not decode: \(error)")
    }
}

/// A budget decides between success and RESOURCE_EXHAUSTED and nothing else.
private func checkRefusal<Value: Message>(
    _ error: MessageError,
    _ type: Value.Type,
    _ bytes: ByteBuffer,
    budget: Int?
) throws(FuzzFinding) {
    let isLarge = (try? Value(decoding: bytes, budget: MessageLimits.largestBudget)) != nil
    if error != .resourceExhausted {
        try expect(!isLarge, "\(error) depends on the budget")
    } else if budget == nil, bytes.readableBytes < 256 {
        // 64 KiB hold any message of so few bytes.
        try expect(!isLarge || bytes.readableBytes > 64, "a small message is over its budget")
    }
}
