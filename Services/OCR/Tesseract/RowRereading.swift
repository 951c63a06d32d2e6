import CTesseract
package import ReceiptImaging
package import ReceiptRecognition
package import ReceiptUnderstanding

/// Rereading of rows: each is cut out, leveled and preprocessed individually.
extension TesseractReader {
    /// Rereads rows of a photo, as ``RecognitionEngine`` describes.
    package func read(_ rows: [RowBand], of photo: Photo) throws(ReadingError) -> RecognizedPage {
        TessBaseAPISetPageSegMode(engine, PSM_SINGLE_LINE)
        defer { TessBaseAPISetPageSegMode(engine, PSM_SINGLE_BLOCK) }
        var page = RecognizedPage(width: photo.width, height: photo.height, words: [], rereadRows: rows)
        for (index, row) in rows.enumerated() {
            let row = photo.pixels(of: row)
            guard let strip = RowStrip(row, of: photo) else { continue }
            TessBaseAPISetImage2(engine, strip.pixels)
            defer { TessBaseAPIClear(engine) }
            guard TessBaseAPIRecognize(engine, nil) == 0 else { throw .engineFailure }
            let place = strip.place
            page.words += words { photo.pageBox(around: place.corners($0, in: row)) }.map { word in
                var word = word
                word.line = index
                return word
            }
        }
        return page
    }
}
