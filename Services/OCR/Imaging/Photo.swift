package import CTesseract
import Glibc
import ImageFiles
package import ReceiptRecognition
package import ReceiptUnderstanding

/// A decoded photo, shared by all readers: grey, upright, of limited size, receipt flattened.
///
/// A receipt on a darker background is cut out and rectified. Readers work on `pixels` and report results on the page,
/// whose boxes are axis-aligned: ``pageBox(around:)`` converts positions, and the page converts them to the photo as
/// displayed. Not thread-safe: use from one thread at a time.
package final class Photo {
    /// Width of the page in pixels.
    package var width: Int { frame.width }
    /// Height of the page in pixels.
    package var height: Int { frame.height }
    /// The image of 8 bits a pixel; owned by the photo and not to be changed.
    package var pixels: UnsafePointer<PIX> { UnsafePointer(picture.pointer) }
    /// The number of pixels in `pixels` for one of the page.
    package let scale: Double
    /// Whether a reader has established that lines run from left to right.
    package private(set) var isUpright = false
    /// Statistics of the decoded photo; `nil` when memory ran out.
    package let statistics: ImageStatistics?
    /// Whether the page was cut out of a photo, whose light is never quite even.
    package let wasLaidFlat: Bool

    /// The stroke preprocessing that suits this photo in Tesseract; `nil` until tried.
    package var strokes: Strokes?

    /// The height of typical letters in `pixels`; `nil` with too few letters.
    package var letterHeight: Double? {
        if let known = measuredLetterHeight { return known }
        let measured = picture.letterHeight()
        measuredLetterHeight = .some(measured)
        return measured
    }

    private var picture: Picture
    private var measuredLetterHeight: Double??
    private let displayedWidth: Int
    private let displayedHeight: Int
    /// The projection from `pixels` to the photo as displayed.
    private var projection: Projection
    private var frame: Frame

    /// The page's position on `pixels`.
    private struct Frame {
        var width: Int
        var height: Int
        /// The projection from `pixels` to the page.
        var projection: Projection
    }

    /// Decodes a photo.
    /// - Parameter flattens: whether a receipt on a darker background is cut out and rectified.
    /// - Throws: ``ReadingError`` of kind `undecodable`.
    package init(_ bytes: [UInt8], flattens: Bool = true) throws(ReadingError) {
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        let header: ImageHeader
        do {
            header = try ImageHeader.inspect(bytes)
        } catch {
            throw ReadingError(.undecodable, error.description)
        }
        let swaps = header.orientation.swapsSides
        displayedWidth = swaps ? header.height : header.width
        displayedHeight = swaps ? header.width : header.height
        var picture = Picture(try Picture.decode(bytes, header))
        picture.turn(header.orientation)
        scale = Double(picture.width) / Double(displayedWidth)
        projection = .scale(1 / scale)
        statistics = picture.statistics()
        let flat = flattens ? SheetFinder.sheet(in: picture).flatMap { picture.flattened($0) } : nil
        wasLaidFlat = flat != nil
        if let flat {
            projection = projection.after(flat.projection)
            picture.destroy()
            picture = flat.picture
        }
        self.picture = picture
        frame = Frame(width: 0, height: 0, projection: .identity)
        layFrame(tilt: 0)
    }

    deinit { picture.destroy() }

    // MARK: The page

    /// The page's box around corners in `pixels`.
    package func pageBox(around corners: [Point]) -> PixelBox {
        let box = PixelBox(around: corners.map { frame.projection($0.x, $0.y) })
        return box.clipped(toWidth: width, height: height)
    }

    /// The position in `pixels` of a position on the page.
    package func pixel(_ place: Point) -> Point {
        guard let back = frame.projection.inverse else { return place }
        return Point(back(place.x, place.y))
    }

    /// The band in `pixels` of a row of the page; it may be slanted.
    package func pixels(of row: RowBand) -> RowBand {
        let start = pixel(Point(Double(row.left), Double(row.leftMiddle)))
        let end = pixel(Point(Double(row.right), Double(row.rightMiddle)))
        return RowBand(
            left: Int(start.x),
            right: Int(end.x),
            leftMiddle: Int(start.y),
            rightMiddle: Int(end.y),
            height: Int((Double(row.height) * scale).rounded())
        )
    }

    /// The page with the recognized words.
    package func page(_ words: [RecognizedWord]) -> RecognizedPage {
        let back = frame.projection.inverse.map { projection.after($0) } ?? .identity
        let isAsDisplayed = width == displayedWidth && height == displayedHeight && back.isNearlyIdentity
        let part = PagePart(photoWidth: displayedWidth, photoHeight: displayedHeight, projection: back)
        return RecognizedPage(
            width: width,
            height: height,
            words: words,
            parts: isAsDisplayed ? [] : [part],
            statistics: statistics
        )
    }

    private func layFrame(tilt: Double) {
        let (cosine, sine) = (cos(tilt), sin(tilt))
        let turned = Projection.rotation(cosine: cosine, sine: -sine).after(.scale(1 / scale))
        let all = PixelBox(x: 0, y: 0, width: picture.width, height: picture.height)
        let bounds = turned.bounds(of: all)
        frame = Frame(
            width: tilt == 0 ? Int((Double(picture.width) / scale).rounded()) : bounds.width,
            height: tilt == 0 ? Int((Double(picture.height) / scale).rounded()) : bounds.height,
            projection: tilt == 0 ? turned : Projection.shift(-Double(bounds.x), -Double(bounds.y)).after(turned)
        )
    }

    // MARK: Turning

    /// Records that lines run from left to right.
    package func markUpright() { isUpright = true }

    /// The downward slope of lines in radians; the page is rotated to make them level, the pixels are not.
    package var tilt = 0.0 {
        didSet { layFrame(tilt: tilt) }
    }

    /// Rotates the photo clockwise by quarter turns.
    package func turn(byQuarters turns: Int) {
        let turns = turns & 3
        let (width, height) = (Double(picture.width), Double(picture.height))
        guard turns != 0, let turned = pixRotateOrth(picture.pointer, Int32(turns)) else { return }
        picture.destroy()
        picture = Picture(turned)
        let back =
            switch turns {
            case 1: Projection(x: SIMD3(0, 1, 0), y: SIMD3(-1, 0, height))
            case 2: Projection(x: SIMD3(-1, 0, width), y: SIMD3(0, -1, height))
            default: Projection(x: SIMD3(0, -1, width), y: SIMD3(1, 0, 0))
            }
        projection = projection.after(back)
        measuredLetterHeight = nil
        tilt = 0
    }

    // MARK: Pixels

    /// A copy of `pixels` without padding; `nil` when memory runs out.
    package func grey() -> GreyImage? { GreyImage(pixels) }

    /// A resized copy of `pixels`; `nil` when memory runs out.
    package func grey(width: Int, height: Int) -> GreyImage? {
        guard width != picture.width || height != picture.height else { return grey() }
        // The clone shares the pixels; resizing makes new ones.
        guard var copy = pixClone(picture.pointer).map(Picture.init) else { return nil }
        defer { copy.destroy() }
        copy.resize(Double(width) / Double(copy.width), Double(height) / Double(copy.height))
        return GreyImage(copy.pointer)?.cut(toWidth: width, height: height)
    }
}

extension Projection {
    /// Whether the projection moves no point by more than a fraction of a pixel.
    fileprivate var isNearlyIdentity: Bool {
        func isNear(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool {
            let difference = a - b
            return abs(difference.x) < 1e-9 && abs(difference.y) < 1e-9 && abs(difference.z) < 0.1
        }
        return isNear(x, Self.identity.x) && isNear(y, Self.identity.y) && isNear(w, Self.identity.w)
    }
}
