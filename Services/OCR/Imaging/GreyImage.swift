import CTesseract

/// A greyscale image.
package struct GreyImage: Sendable {
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The pixels row by row, 0 black … 255 white.
    package var pixels: [UInt8]

    /// An image with the given pixels, one byte each.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(pixels.count == width * height, "pixel count differs from width × height")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Copies an image.
    /// - Parameter image: of 8 bits a pixel.
    init?(_ image: UnsafePointer<PIX>) {
        let image = UnsafeMutablePointer(mutating: image)
        guard let words = pixGetData(image) else { return nil }
        let (columns, rows) = (Int(pixGetWidth(image)), Int(pixGetHeight(image)))
        let stride = Int(pixGetWpl(image))
        self.init(
            width: columns,
            height: rows,
            pixels: [UInt8](unsafeUninitializedCapacity: columns * rows) { buffer, count in
                let bytes = UnsafeMutableRawBufferPointer(buffer)
                for row in 0..<rows {
                    let line = words + row * stride
                    let target = row * columns
                    // Leptonica stores four pixels in a word, the first in its highest byte.
                    for word in 0..<columns / 4 {
                        bytes.storeBytes(of: line[word].bigEndian, toByteOffset: target + 4 * word, as: UInt32.self)
                    }
                    for column in columns & ~3..<columns {
                        buffer[target + column] = UInt8(truncatingIfNeeded: line[column / 4] >> (24 - 8 * (column & 3)))
                    }
                }
                count = columns * rows
            }
        )
    }

    /// The number of rows at the bottom in which all pixels have a value.
    func rowsAtBottom(of value: UInt8) -> Int {
        guard let last = pixels.lastIndex(where: { $0 != value }) else { return height }
        return height - 1 - last / width
    }

    /// The image with columns and rows removed or repeated to correct rounding of its size.
    func cut(toWidth newWidth: Int, height newHeight: Int) -> GreyImage {
        guard newWidth != width || newHeight != height else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(newWidth * newHeight)
        for row in 0..<newHeight {
            let start = min(row, height - 1) * width
            result += pixels[start..<start + min(width, newWidth)]
            if newWidth > width {
                result += repeatElement(pixels[start + width - 1], count: newWidth - width)
            }
        }
        return GreyImage(width: newWidth, height: newHeight, pixels: result)
    }
}
