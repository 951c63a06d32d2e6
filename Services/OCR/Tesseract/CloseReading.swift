import CTesseract
package import ReceiptImaging
package import ReceiptUnderstanding

/// Looking closely at a few words, several times.
extension TesseractReader {
    /// What is tried, what finds most first. Chosen on days that one look misread.
    package static let closeLooks: [CloseLook] = [
        CloseLook(.init(.hard, room: 0.3, stretch: 1.25)), CloseLook(.init(.blurred, room: 0.55), reach: 8),
        CloseLook(.init(.thick, room: 0.55, stretch: 1.25)), CloseLook(.init(.hard, room: 0.55)),
        CloseLook(.init(.thick, room: nil)), CloseLook(.init(.hard, room: nil)),
        CloseLook(.init(.blurred, room: 0.3, stretch: 1.25)), CloseLook(.init(.hard, room: 0.12, stretch: 0.8)),
        CloseLook(.init(.blurred, room: 0.55, stretch: 0.8)),
    ]

    package struct CloseLook: Sendable {
        var style: CloseView.Style
        /// What is shown to the left and right of the words, of their height.
        var reach: Double

        init(_ style: CloseView.Style, reach: Double = 0.6) {
            self.style = style
            self.reach = reach
        }
    }

    /// Reads a few words again in some ways.
    /// - Parameter row: the words, in pixels of the photo's page.
    /// - Returns: what each look saw, with the mean confidence, 0…100; looks that saw nothing are left out.
    package func look(
        at row: RowBand,
        of photo: Photo,
        _ looks: some Collection<CloseLook>
    ) -> [(text: String, confidence: Int)] {
        TessBaseAPISetPageSegMode(engine, PSM_SINGLE_LINE)
        defer { TessBaseAPISetPageSegMode(engine, PSM_SINGLE_BLOCK) }
        var seen: [(text: String, confidence: Int)] = []
        for reach in Set(looks.map(\.reach)).sorted() {
            guard let view = CloseView(row, of: photo, reach: reach) else { continue }
            for look in looks where look.reach == reach {
                if let text = view.show(look.style, lineOfText), let text { seen.append(text) }
            }
        }
        return seen
    }

    /// The text of a picture of one line.
    private func lineOfText(_ pixels: UnsafeMutablePointer<PIX>) -> (text: String, confidence: Int)? {
        TessBaseAPISetImage2(engine, pixels)
        defer { TessBaseAPIClear(engine) }
        guard TessBaseAPIRecognize(engine, nil) == 0, let text = TessBaseAPIGetUTF8Text(engine) else { return nil }
        defer { TessDeleteText(text) }
        let line = String(cString: text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? nil : (line, Int(TessBaseAPIMeanTextConf(engine)))
    }
}
