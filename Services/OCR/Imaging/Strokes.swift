import CTesseract

/// Preprocessing of letter strokes for Tesseract.
package enum Strokes: Sendable, Hashable, CaseIterable {
    case asPrinted
    /// Joins the dots of dot-matrix print, whose lines otherwise split into several.
    case thickened
    /// Smooths noise.
    case blurred
}

extension Picture {
    /// The change in stroke width, as a part of the letter height.
    private static let reach = 1.0 / 16
    /// The assumed letter height when unknown, in pixels.
    private static let usualHeight = 24.0

    mutating func change(_ strokes: Strokes, letterHeight: Double?) {
        let reach = max(1, Int32(((letterHeight ?? Self.usualHeight) * Self.reach).rounded(.down)))
        switch strokes {
        case .asPrinted: break
        case .thickened: replace { pixErodeGray($0, 2 * reach + 1, 2 * reach + 1) }
        case .blurred: replace { pixBlockconv($0, 2 * reach, 2 * reach) }
        }
    }
}
