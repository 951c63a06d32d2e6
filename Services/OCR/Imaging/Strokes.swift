import CTesseract

/// What is done to the strokes of letters before Tesseract reads them.
package enum Strokes: Sendable, Hashable, CaseIterable {
    case asPrinted
    /// The dots of needle printers grow together. Without it their lines fall apart into several.
    case thickened
    /// Noise is smoothed away.
    case blurred
}

extension Picture {
    /// What strokes change by, of the height of letters.
    private static let reach = 1.0 / 16
    /// Letters of so many pixels where their height is unknown.
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
