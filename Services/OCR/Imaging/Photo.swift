package import CTesseract
package import ReceiptRecognition

/// A photo, decoded once for all readers: grey, upright, of bearable size. For one thread at a time.
package final class Photo {
    /// Width of the upright photo as it was sent.
    package let width: Int
    /// Height of the upright photo as it was sent.
    package let height: Int
    /// 8 bits a pixel; belongs to the photo and must not be changed.
    package var pixels: UnsafePointer<PIX> { UnsafePointer(picture.pointer) }
    /// Pixels in `pixels` for one of the photo as it was sent.
    package let scale: Double

    package private(set) lazy var letterHeight: Double? = picture.letterHeight()

    private let picture: Picture

    /// - Throws: ``ReadingError`` of kind `undecodable`.
    package init(_ bytes: [UInt8]) throws(ReadingError) {
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        let header: ImageHeader
        do {
            header = try ImageHeader.inspect(bytes)
        } catch {
            throw ReadingError(.undecodable, error.description)
        }
        let swaps = header.orientation.swapsSides
        width = swaps ? header.height : header.width
        height = swaps ? header.width : header.height
        var picture = Picture(try Picture.decode(bytes, header))
        picture.turn(header.orientation)
        self.picture = picture
        scale = Double(picture.width) / Double(width)
    }

    private init(_ picture: Picture, width: Int, height: Int, scale: Double) {
        self.picture = picture
        self.width = width
        self.height = height
        self.scale = scale
    }

    deinit { picture.destroy() }

    /// The photo turned clockwise by so many quarters; `nil` when there is no memory.
    package func turned(byQuarters turns: Int) -> Photo? {
        guard let copy = pixRotateOrth(UnsafeMutablePointer(mutating: pixels), Int32(turns & 3)) else { return nil }
        let swaps = turns % 2 != 0
        return Photo(Picture(copy), width: swaps ? height : width, height: swaps ? width : height, scale: scale)
    }

    /// The pixels of `pixels`, row by row without gaps, resized by a factor.
    package func grey(scaledBy factor: Double = 1) -> GreyImage? {
        guard var copy = pixCopy(nil, picture.pointer).map(Picture.init) else { return nil }
        defer { copy.destroy() }
        if factor != 1 { copy.resize(factor) }
        return GreyImage(copy.pointer)
    }

    /// The same to a size of its own for each side.
    package func grey(width: Int, height: Int) -> GreyImage? {
        guard var copy = pixCopy(nil, picture.pointer).map(Picture.init) else { return nil }
        defer { copy.destroy() }
        copy.resize(Double(width) / Double(copy.width), Double(height) / Double(copy.height))
        guard let image = GreyImage(copy.pointer) else { return nil }
        return image.cut(toWidth: width, height: height)
    }
}

/// Rows of grey pixels.
package struct GreyImage: Sendable {
    package var width: Int
    package var height: Int
    /// 0 black … 255 white.
    package var pixels: [UInt8]

    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(pixels.count == width * height, "every pixel has its byte")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    init?(_ image: UnsafeMutablePointer<PIX>) {
        // Leptonica keeps four pixels in a word of the machine's byte order.
        guard let swapped = pixEndianByteSwapNew(image) else { return nil }
        defer { Picture(swapped).destroy() }
        guard let words = pixGetData(swapped) else { return nil }
        let (columns, rows) = (Int(pixGetWidth(swapped)), Int(pixGetHeight(swapped)))
        let stride = Int(pixGetWpl(swapped)) * 4
        let bytes = UnsafeRawPointer(words)
        self.init(
            width: columns,
            height: rows,
            pixels: [UInt8](unsafeUninitializedCapacity: columns * rows) { buffer, count in
                let target = UnsafeMutableRawBufferPointer(buffer)
                for row in 0..<rows {
                    let source = UnsafeRawBufferPointer(start: bytes + row * stride, count: columns)
                    UnsafeMutableRawBufferPointer(rebasing: target[(row * columns)..<((row + 1) * columns)])
                        .copyMemory(from: source)
                }
                count = columns * rows
            }
        )
    }

    /// Cuts off what rounding made too much, and repeats the last column and row where it made too little.
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
