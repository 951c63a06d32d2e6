package import ReceiptUnderstanding

/// Reads the text of an image, with whatever engines there are.
package protocol Reader {
    /// Which readers are not there that could be; empty when all are.
    var missing: [MissingReader] { get }

    /// Reads an image whose header was accepted by ``ImageHeader/inspect(_:)``.
    ///
    /// Blocks the calling thread for as long as it takes.
    /// - Parameter progress: called now and then with 0…100.
    /// - Throws: ``ReadingError`` of kind `undecodable` or `engine`.
    func read(_ image: [UInt8], progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage
}

/// A reader that could be there and is not.
package struct MissingReader: Sendable, Hashable, CustomStringConvertible {
    package var name: String
    /// Why, for operators of this machine.
    package var reason: String

    package init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }

    package var description: String { "\(name): \(reason)" }
}

/// Why a page was not read. `message` is for the person who sent the image.
package struct ReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: UInt8, Sendable, Hashable {
        /// The header is right, the rest of the image is not.
        case undecodable = 1
        /// The engine failed.
        case engine
        /// The time limit for one image passed; the worker was killed.
        case timedOut
        /// The worker process ended while it read.
        case workerDied
        /// No worker process could be started.
        case unavailable
        /// The supervisor is stopping.
        case stopped
        /// The worker took too much memory and was killed.
        case outgrew
    }

    package var kind: Kind
    package var message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    package var description: String { message }

    static let undecodable = ReadingError(
        .undecodable,
        "The photo is damaged and cannot be opened. Please take or choose it again."
    )
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
