import COpenSSL
import NIOCore

extension TLSSession {
    /// Encrypts flushed plaintext, at most ``chunkLimit`` bytes of it. Small writes share records; large ones are
    /// encrypted from where they are.
    func encrypt(_ queue: inout OutboundQueue) -> Encrypted {
        var promise: EventLoopPromise<Void>?
        var remaining = min(queue.flushedBytes, Self.chunkLimit)
        let records = remaining / Self.recordLimit + min(queue.flushedWrites, 16) + 1
        let bound = remaining + records * Self.recordOverhead
        var succeeded = true
        OpenSSLErrors.clear()
        let pools = ThreadBufferPools.current
        var ciphertext = pools.outbound.take(capacity: bound)
        ciphertext.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { target in
            io.pointee.output = target.bindMemory(to: UInt8.self).baseAddress
            io.pointee.output_capacity = target.count
            defer { io.pointee.output_capacity = 0 }
            while remaining > 0, succeeded {
                let sent = encryptRecords(from: &queue, upTo: remaining, completing: &promise)
                succeeded = sent != nil
                remaining -= sent ?? 0
            }
            let written = io.pointee.output_length
            io.pointee.output_length = 0
            return written
        }
        // Writes without bytes are done with what precedes them.
        while queue.flushedWrites > 0, queue.first.readableBytes == 0 { queue.consume(0, completing: &promise) }
        appendSpill(to: &ciphertext)
        pools.outbound.give(ciphertext)
        let failure = succeeded ? nil : TLSError(connection: takeErrors(), isServer: isServer)
        return Encrypted(ciphertext: ciphertext, promise: promise, failure: failure)
    }

    /// A record's header, content type and authentication tag.
    private static let recordOverhead = 5 + 1 + 16

    /// Encrypts the front of the queue.
    ///
    /// - Returns: The number of bytes of plaintext that are done; `nil` when OpenSSL failed.
    private func encryptRecords(
        from queue: inout OutboundQueue,
        upTo limit: Int,
        completing promise: inout EventLoopPromise<Void>?
    ) -> Int? {
        let available = queue.first.readableBytes
        if available >= Self.recordLimit || available >= limit {
            var count = min(available, limit)
            // A remainder shares its record with the writes that follow.
            if available < limit { count -= count % Self.recordLimit }
            guard queue.first.withUnsafeReadableBytes({ write($0.baseAddress!, count) }) else { return nil }
            queue.consume(count, completing: &promise)
            return count
        }
        return withUnsafeTemporaryAllocation(byteCount: min(limit, Self.recordLimit), alignment: 1) { scratch in
            let count = queue.gather(into: scratch, largeWrite: Self.recordLimit, completing: &promise)
            return count == 0 || write(scratch.baseAddress!, count) ? count : nil
        }
    }

    private func write(_ bytes: UnsafeRawPointer, _ count: Int) -> Bool {
        if recordsUnderKey >= Self.recordsPerKey {
            guard updateKey() else { return false }
        }
        recordsUnderKey += (count + Self.recordLimit - 1) / Self.recordLimit
        var written = 0
        return SSL_write_ex(ssl, bytes, count, &written) == 1 && written == count
    }

    /// Encrypts what follows under a new key.
    func updateKey() -> Bool {
        recordsUnderKey = 0
        return SSL_key_update(ssl, SSL_KEY_UPDATE_NOT_REQUESTED) == 1
    }

    /// Adds the `close_notify` alert to the output.
    func sendCloseNotify() {
        OpenSSLErrors.clear()
        // 0 says that the peer's is still to come, which is no failure.
        if SSL_shutdown(ssl) < 0 { OpenSSLErrors.clear() }
    }

    /// What OpenSSL wants to send of its own: handshake messages, alerts and key updates. `nil` when there is nothing.
    func takeOutput(allocator: ByteBufferAllocator) -> ByteBuffer? {
        guard io.pointee.spill_length > 0 else { return nil }
        var output = allocator.buffer(capacity: io.pointee.spill_length)
        appendSpill(to: &output)
        return output
    }

    private func appendSpill(to buffer: inout ByteBuffer) {
        guard io.pointee.spill_length > 0 else { return }
        buffer.writeBytes(UnsafeRawBufferPointer(start: io.pointee.spill, count: io.pointee.spill_length))
        larder_channel_io_release_spill(io)
    }
}
