import NIOCore
import RPC

/// Decompression stays within its limit, is the same however its work is cut, and undoes compression.
func fuzzDecompression(_ input: inout FuzzInput) throws(FuzzFinding) {
    let limit = input.size(upTo: 1 << 20)
    let pause = 1 + input.size(upTo: 1 << 20)
    if input.chance() {
        try checkCompressed(ByteBuffer(bytes: input.rest()), limit: limit, pause: pause)
    } else {
        // Repeated, so that it compresses to anything from more than itself to a thousandth.
        let times = 1 + input.index(below: 64)
        let piece = input.rest()
        var message = ByteBuffer()
        for _ in 0..<times { message.writeBytes(piece) }
        try checkMessage(message, pause: pause)
    }
}

/// What any bytes decompress to, or why they don't.
private func checkCompressed(_ bytes: ByteBuffer, limit: Int, pause: Int) throws(FuzzFinding) {
    let whole = try inflate(bytes, limit: limit, pause: .max)
    let parts = try inflate(bytes, limit: limit, pause: pause)
    switch (whole, parts) {
    case (.success(let message), .success(let same)):
        try expect(message == same, "the cut of the work changes what comes out")
        try expect(message.readableBytes <= limit, "\(message.readableBytes) bytes came out with a limit of \(limit)")
        try checkMessage(message, pause: pause)
    case (.failure(let failure), .failure(let same)):
        try expect(failure == same, "the cut of the work changes the failure from \(failure) to \(same)")
        guard case .tooLarge = failure else { return }
        // More was to come: with a higher limit it is not too large at this one.
        let higher = try inflate(bytes, limit: limit + 1, pause: .max)
        try expect((try? higher.get())?.readableBytes ?? limit + 1 == limit + 1, "a message of the limit is too large")
    default: throw FuzzFinding("the cut of the work decides whether bytes decompress")
    }
}

private func checkMessage(_ message: ByteBuffer, pause: Int) throws(FuzzFinding) {
    guard let compressed = Deflater().compress(message, limit: nil),
        let bytes = compressed.getSlice(at: compressed.readerIndex + 1, length: compressed.readableBytes - 1)
    else { throw FuzzFinding("a message does not compress") }
    let size = message.readableBytes
    let restored = try? inflate(bytes, limit: size, pause: pause).get()
    try expect(restored == message, "a message changed on its way through compression")
    if size > 0 {
        let refused = try inflate(bytes, limit: size - 1, pause: pause)
        try expect(refused == .failure(.tooLarge(limit: size - 1)), "a message over the limit came out")
    }
    let cut = bytes.getSlice(at: bytes.readerIndex, length: bytes.readableBytes - 1) ?? ByteBuffer()
    let damaged = try inflate(cut, limit: size + 1, pause: pause)
    try expect(damaged == .failure(.damaged), "a compressed message without its last byte was taken")
    let fitting = Deflater().compress(message, limit: compressed.readableBytes - 1)
    try expect(fitting == compressed, "a message does not fit the room that it takes")
    let none = Deflater().compress(message, limit: compressed.readableBytes - 2)
    try expect(none == nil, "a compressed message is longer than its limit")
}

private func inflate(
    _ bytes: ByteBuffer,
    limit: Int,
    pause: Int
) throws(FuzzFinding) -> Result<ByteBuffer, CompressionFailure> {
    let inflater = Inflater()
    inflater.begin(bytes, limit: limit)
    var stop = pause
    // Every round brings as many bytes as asked for, or the end.
    let rounds = limit / pause + 2
    for _ in 0..<rounds {
        do throws(CompressionFailure) {
            if let whole = try inflater.run(until: stop) { return .success(whole) }
        } catch {
            return .failure(error)
        }
        let bound = 2 * max(limit, 1_024)
        try expect(inflater.reserved <= bound, "\(inflater.reserved) bytes are held with a limit of \(limit)")
        stop = stop > .max - pause ? .max : stop + pause
    }
    throw FuzzFinding("decompression takes more than \(rounds) rounds")
}
