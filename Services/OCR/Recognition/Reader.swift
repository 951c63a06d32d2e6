package import ReceiptUnderstanding

/// A reader that recognizes the text of an image.
package protocol Reader {
    /// The readers that could not be loaded; empty when all were.
    var missing: [MissingReader] { get }

    /// Reads an image whose header was accepted by ``ImageHeader/inspect(_:)``.
    ///
    /// Blocks the calling thread.
    /// - Parameter progress: called occasionally with 0…100.
    /// - Throws: ``ReadingError`` of kind `undecodable` or `engine`.
    func read(_ image: [UInt8], progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage
}

/// A reader that could not be loaded.
package struct MissingReader: Sendable, Hashable, CustomStringConvertible {
    /// The reader's name, for operators.
    package var name: String
    /// The reason, for operators.
    package var reason: String

    /// A missing reader with the reason.
    package init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }

    /// The name and the reason.
    package var description: String { "\(name): \(reason)" }
}

/// The reason why a page was not read; `message` is for the person who sent the image.
package struct ReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    package enum Kind: Sendable, Hashable {
        /// The header is valid, but the image cannot be decoded.
        case undecodable
        /// The engine failed.
        case engine
        /// The time limit for one image passed; the worker was killed.
        case timedOut
        /// The worker process exited while reading.
        case workerDied
        /// No worker process could be started.
        case unavailable
        /// The supervisor is stopping.
        case stopped
        /// The worker exceeded its memory limit and was killed.
        case outgrew
    }

    /// The kind of failure.
    package var kind: Kind
    /// The sentence for the person who sent the image.
    package var message: String

    /// An error with a sentence for the person who sent the image.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The sentence for the person who sent the image.
    package var description: String { message }

    static let undecodable = ReadingError(
        .undecodable,
        "The photo is damaged and cannot be opened. Please take or choose it again."
    )
    /// The error when an image exceeds its time limit.
    package static let timedOut = ReadingError(
        .timedOut,
        "Reading the photo took too long. Please try a sharper photo of the receipt alone, or type the receipt in by hand."
    )
    static let workerDied = ReadingError(
        .workerDied,
        "Reading the photo failed. Please try again, or type the receipt in by hand."
    )
    static let outgrew = ReadingError(
        .outgrew,
        "The photo needs too much memory to be read. Please send a smaller one, or type the receipt in by hand."
    )
    static let unavailable = ReadingError(.unavailable, "Photos cannot be read at the moment. Please try again later.")
    static let stopped = ReadingError(.stopped, "The service is restarting. The photo will be read afterwards.")
}
