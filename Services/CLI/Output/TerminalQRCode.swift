import LarderClient

/// A QR code in characters, two modules high, black on white whatever the terminal's colours.
enum TerminalQRCode {
    /// How many light modules surround a code (ISO/IEC 18004).
    private static let quietZone = 4

    /// The lines of a code.
    static func text(of code: Auth.QRCode) -> String {
        let size = Int(code.size)
        guard size > 0, code.modules.count == size * size else { return "" }
        func isDark(_ row: Int, _ column: Int) -> Bool {
            guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
            return code.modules[row * size + column] == 1
        }
        let range = -quietZone..<(size + quietZone)
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let modules = range.map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m\(modules.joined())\u{1B}[0m"
        }.joined(separator: "\n")
    }
}
