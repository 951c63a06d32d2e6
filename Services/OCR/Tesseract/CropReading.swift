import CTesseract
package import ReceiptImaging
package import ReceiptUnderstanding

/// Rereading a crop of a few words with several kinds of preprocessing.
extension TesseractReader {
    /// The variants to try, most productive first; chosen on dates that a single reading got wrong.
    package static let cropVariants: [CropVariant] = [
        CropVariant(.init(.hard, room: 0.3, stretch: 1.25)), CropVariant(.init(.blurred, room: 0.55), reach: 8),
        CropVariant(.init(.thick, room: 0.55, stretch: 1.25)), CropVariant(.init(.hard, room: 0.55)),
        CropVariant(.init(.thick, room: nil)), CropVariant(.init(.hard, room: nil)),
        CropVariant(.init(.blurred, room: 0.3, stretch: 1.25)), CropVariant(.init(.hard, room: 0.12, stretch: 0.8)),
        CropVariant(.init(.blurred, room: 0.55, stretch: 0.8)),
    ]

    /// One way to crop and preprocess the words before they are read.
    package struct CropVariant: Sendable {
        var preprocessing: RegionCrop.Preprocessing
        /// Context included to the left and right of the words, as a multiple of their height.
        var reach: Double

        init(_ preprocessing: RegionCrop.Preprocessing, reach: Double = 0.6) {
            self.preprocessing = preprocessing
            self.reach = reach
        }
    }

    /// Rereads a few words once for each variant.
    /// - Parameter row: the words, in pixels of the photo's page.
    /// - Returns: the text of each variant with its mean confidence, 0…100; variants without text are left out.
    package func reread(
        _ row: RowBand,
        of photo: Photo,
        variants: some Collection<CropVariant>
    ) -> [(text: String, confidence: Int)] {
        TessBaseAPISetPageSegMode(engine, PSM_SINGLE_LINE)
        defer { TessBaseAPISetPageSegMode(engine, PSM_SINGLE_BLOCK) }
        var texts: [(text: String, confidence: Int)] = []
        for reach in Set(variants.map(\.reach)).sorted() {
            guard let crop = RegionCrop(row, of: photo, reach: reach) else { continue }
            for variant in variants where variant.reach == reach {
                if let text = crop.withPixels(variant.preprocessing, lineOfText), let text { texts.append(text) }
            }
        }
        return texts
    }

    /// The recognized text of an image of one line.
    private func lineOfText(_ pixels: UnsafeMutablePointer<PIX>) -> (text: String, confidence: Int)? {
        TessBaseAPISetImage2(engine, pixels)
        defer { TessBaseAPIClear(engine) }
        guard TessBaseAPIRecognize(engine, nil) == 0, let text = TessBaseAPIGetUTF8Text(engine) else { return nil }
        defer { TessDeleteText(text) }
        let line = String(cString: text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? nil : (line, Int(TessBaseAPIMeanTextConf(engine)))
    }
}
