import HummingbirdCore
import NIOCore
import RPC

/// A call with several requests or responses, in the envelopes of the Connect protocol.
struct ConnectStream: Sendable {
    let call: ConnectCall
    let exchange: WebExchange
    /// Whether requests may be compressed with gzip.
    let takesCompressed: Bool
    /// Whether responses are compressed with gzip where that makes them smaller.
    let compresses: Bool

    /// Makes the call, and writes its responses and its end.
    /// - Throws: What the channel throws once the browser has gone.
    @concurrent func run(_ metadata: Metadata, _ writer: inout any ResponseBodyWriter) async throws {
        let end: Status?
        do {
            try await serve(metadata, &writer)
            end = nil
        } catch {
            end = Status(ofWeb: error)
        }
        // The last envelope has what went wrong, or nothing.
        let text =
            end.map { JSONText.object(["error": ConnectFailure($0, in: exchange.language).json]) }
            ?? JSONText.object([:])
        try await writer.write(ConnectEnvelope.bytes(text, flags: ConnectEnvelope.endOfStream))
    }

    @concurrent private func serve(_ metadata: Metadata, _ writer: inout any ResponseBodyWriter) async throws {
        let handle = try await exchange.start(
            call.method.path,
            metadata: metadata,
            timeout: call.timeout
        )
        defer { handle.cancel() }
        try await handle.sending {
            try await sendRequests(to: handle)
        } whileReceiving: {
            while let message = try await handle.receive() { try await writer.write(try await envelope(message)) }
        }
    }

    private func envelope(_ message: ByteBuffer) async throws -> ByteBuffer {
        let encoded = try call.codec.encode(message, as: call.method.response)
        guard compresses, let compressed = await ConnectBody.compressed(encoded) else {
            return ConnectEnvelope.bytes(encoded)
        }
        return ConnectEnvelope.bytes(compressed, flags: ConnectEnvelope.compressed)
    }

    private func sendRequests(to handle: ClientCallHandle) async throws {
        let limit = call.largestMessage
        var reader = ConnectEnvelope.Reader(limit: limit)
        var held = 0
        defer { exchange.client.release(held) }
        for try await part in exchange.request.body {
            guard await exchange.client.hold(part.readableBytes) else { throw Status.tooMuchStored }
            held += part.readableBytes
            reader.append(part)
            while let envelope = try reader.next() {
                try await handle.send(try call.codec.decode(try await plain(envelope, limit), as: call.method.request))
            }
            exchange.client.release(held - reader.pendingBytes)
            held = reader.pendingBytes
        }
        guard reader.pendingBytes == 0 else { throw Status(.invalidArgument, "The last message is not whole.") }
        handle.endSending()
    }

    private func plain(_ envelope: ConnectEnvelope, _ limit: Int) async throws -> ByteBuffer {
        guard envelope.flags & ~ConnectEnvelope.compressed == 0 else {
            throw Status(.invalidArgument, "A message has flags that requests do not have.")
        }
        guard envelope.flags & ConnectEnvelope.compressed != 0 else { return envelope.message }
        guard takesCompressed else {
            throw Status(.invalidArgument, "A message is compressed, but Connect-Content-Encoding says otherwise.")
        }
        return try await Gzip.decompress(envelope.message, limit: limit)
    }
}
