package import ReceiptRecognition
package import ReceiptUnderstanding

/// Recognizes the words of a photo: every way to do so stands behind this. For one thread at a time.
package protocol RecognitionEngine: AnyObject {
    /// What operators call it.
    var name: String { get }

    /// Whether reading rows again finds what reading the whole photo with the same engine did not.
    var seesMoreInRows: Bool { get }

    /// Finds the words, with the boxes that they have on the photo's page. Turns the photo as its lines run.
    ///
    /// Blocks the calling thread for as long as it takes.
    /// - Parameter progress: called now and then with 0…100.
    /// - Throws: ``ReadingError`` of kind `engine` or `timedOut`.
    func read(_ photo: Photo, progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage

    /// Reads some rows again, one by one, each prepared otherwise than for reading the whole photo.
    ///
    /// - Parameter rows: in pixels of the photo's page.
    /// - Returns: a page that names the rows as ``RecognizedPage/rereadRows``.
    /// - Throws: ``ReadingError`` of kind `engine`.
    func read(_ rows: [RowBand], of photo: Photo) throws(ReadingError) -> RecognizedPage
}

extension ReadingError {
    package static let engineFailure = ReadingError(
        .engine,
        "Reading the photo failed. Please try again, or type the receipt in by hand."
    )
}
