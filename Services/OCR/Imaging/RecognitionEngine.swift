package import ReceiptRecognition
package import ReceiptUnderstanding

/// Recognizes the words of a photo: every way to do so stands behind this. For one thread at a time.
package protocol RecognitionEngine: AnyObject {
    /// What operators call it.
    var name: String { get }

    /// Finds the words, with the boxes that they have in the photo as it was sent.
    ///
    /// Blocks the calling thread for as long as it takes.
    /// - Parameter progress: called now and then with 0…100.
    /// - Throws: ``ReadingError`` of kind `engine`.
    func read(_ photo: Photo, progress: (Int) -> Void) throws(ReadingError) -> RecognizedPage
}

extension ReadingError {
    package static let engineFailure = ReadingError(
        .engine,
        "Reading the photo failed. Please try again, or type the receipt in by hand."
    )
}
