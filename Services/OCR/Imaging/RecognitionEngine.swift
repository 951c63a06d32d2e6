package import ReceiptRecognition
package import ReceiptUnderstanding

/// An engine that recognizes the words of a photo. Not thread-safe.
package protocol RecognitionEngine: AnyObject {
    /// The name shown to operators.
    var name: String { get }

    /// Whether rereading rows finds what reading the whole photo with this engine missed.
    var seesMoreInRows: Bool { get }

    /// Recognizes the words, with boxes on the photo's page. Rotates the photo to its lines' direction.
    ///
    /// Blocks the calling thread.
    /// - Parameter progress: called occasionally with 0…100.
    /// - Throws: ``ReadingError`` of kind `engine` or `timedOut`.
    func read(_ photo: Photo, progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage

    /// Rereads rows one by one, with preprocessing for single rows.
    ///
    /// Blocks the calling thread.
    /// - Parameter rows: in pixels of the photo's page.
    /// - Returns: a page with the rows as ``RecognizedPage/rereadRows``.
    /// - Throws: ``ReadingError`` of kind `engine`.
    func read(_ rows: [RowBand], of photo: Photo) throws(ReadingError) -> RecognizedPage
}

extension ReadingError {
    /// The error of an engine that failed for an unknown reason.
    package static let engineFailure = ReadingError(
        .engine,
        "Reading the photo failed. Please try again, or type the receipt in by hand."
    )
}
