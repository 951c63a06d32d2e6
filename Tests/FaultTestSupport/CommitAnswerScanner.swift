package import NIOCore

/// Finds the answer to COMMIT in what a PostgreSQL server sends on one connection.
///
/// Understands the framing of version 3 of its protocol: a type, a length that includes itself, the content. For
/// connections that negotiate no encryption, as over Unix sockets; the server's answer to such a request has no framing.
package struct CommitAnswerScanner {
    /// Of the type and the length.
    private static let headerLength = 5
    private static let commandComplete = UInt8(ascii: "C")
    private static let commit = Array("COMMIT\0".utf8)

    /// An incomplete header, or an incomplete CommandComplete: held back until its end has come.
    private var held = ByteBuffer()
    /// What is still to come of a message that is passed on as it comes.
    private var remaining = 0

    /// A scanner for a connection from its first byte.
    package init() {}

    /// Takes what the server has sent next.
    /// - Parameter drops: Asked at each answer to COMMIT whether it is dropped.
    /// - Returns: What is passed on, up to an answer that is dropped; and whether there is one, after which nothing more
    ///   of the connection makes sense.
    package mutating func take(_ bytes: ByteBuffer, drops: () -> Bool) -> (passed: ByteBuffer, isDropped: Bool) {
        var passed = ByteBuffer()
        held.writeImmutableBuffer(bytes)
        while held.readableBytes > 0 {
            if remaining > 0, var part = held.readSlice(length: min(remaining, held.readableBytes)) {
                remaining -= part.readableBytes
                passed.writeBuffer(&part)
                continue
            }
            guard let type = held.getInteger(at: held.readerIndex, as: UInt8.self),
                let length = held.getInteger(at: held.readerIndex + 1, as: UInt32.self)
            else { break }
            let whole = 1 + Int(length)
            if type == CommitAnswerScanner.commandComplete {
                guard held.readableBytes >= whole else { break }
                let tag = held.getBytes(
                    at: held.readerIndex + CommitAnswerScanner.headerLength,
                    length: whole - CommitAnswerScanner.headerLength
                )
                if tag == CommitAnswerScanner.commit, drops() { return (passed, true) }
            }
            remaining = whole
        }
        held.discardReadBytes()
        return (passed, false)
    }
}
