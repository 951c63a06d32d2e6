import CTesseract
import Foundation
import ReceiptRecognition

/// Photos made of the sample receipt, as users take them.
enum Scene {
    /// The sample without its surroundings: paper and print alone.
    static func paper() throws -> [UInt8] {
        try Pictures.encoded(SampleReceipt.image(), format: IFF_PNG) { source in
            var grey = pixConvertTo8(source, 0)
            defer { pixDestroy(&grey) }
            let (width, height) = (pixGetWidth(grey), pixGetHeight(grey))
            var box = boxCreate(width / 20, height / 40, width - width / 10, height - height / 20)
            defer { boxDestroy(&box) }
            return pixClipRectangle(grey, box, nil)
        }
    }

    /// The paper on a dark table, in the perspective of a camera that is not held straight above it.
    /// - Parameter corners: the positions of its corners, clockwise from the upper left, in pixels of the photo.
    static func table(
        width: Int32,
        height: Int32,
        corners: [(x: Float, y: Float)],
        ground: UInt32 = 60,
        format: Int = IFF_JFIF_JPEG
    ) throws -> [UInt8] {
        try Pictures.encoded(paper(), format: format) { paper in
            guard let canvas = pixCreate(width, height, 8) else { return nil }
            pixSetAllArbitrary(canvas, ground)
            let (w, h) = (Float(pixGetWidth(paper)), Float(pixGetHeight(paper)))
            // The transformation keeps the size: the paper is copied into the corner first.
            pixRasterop(canvas, 0, 0, Int32(w), Int32(h), PIX_SRC, paper, 0, 0)
            var from = ptaCreate(4)
            var to = ptaCreate(4)
            defer {
                ptaDestroy(&from)
                ptaDestroy(&to)
            }
            for (index, corner) in [(0, 0), (w, 0), (w, h), (0, h)].enumerated() {
                ptaAddPt(from, corner.0, corner.1)
                ptaAddPt(to, corners[index].x, corners[index].y)
            }
            var flat: UnsafeMutablePointer<PIX>? = canvas
            defer { pixDestroy(&flat) }
            return pixProjectivePtaGray(canvas, to, from, UInt8(ground))
        }
    }

    /// The image with every pixel changed.
    static func changed(_ image: [UInt8], _ change: (UInt32) -> UInt32) throws -> [UInt8] {
        try Pictures.encoded(image, format: IFF_PNG) { source in
            let grey = pixConvertTo8(source, 0)
            for y in 0..<pixGetHeight(grey) {
                for x in 0..<pixGetWidth(grey) {
                    var value: UInt32 = 0
                    pixGetPixel(grey, x, y, &value)
                    pixSetPixel(grey, x, y, min(255, change(value)))
                }
            }
            return grey
        }
    }
}
