package import CTesseract
import Glibc
package import ReceiptRecognition
package import ReceiptUnderstanding

/// A photo, decoded once for all readers: grey, upright, of bearable size; a receipt on a darker ground is cut out and
/// laid flat. For one thread at a time.
///
/// Readers work on `pixels`. What they find belongs on the page, whose boxes are straight: ``pageBox(around:)`` tells
/// where, and the page tells where that is on the photo as it is displayed.
package final class Photo {
    /// Width of the page.
    package var width: Int { frame.width }
    /// Height of the page.
    package var height: Int { frame.height }
    /// 8 bits a pixel; belongs to the photo and must not be changed.
    package var pixels: UnsafePointer<PIX> { UnsafePointer(picture.pointer) }
    /// Pixels in `pixels` for one of the page.
    package let scale: Double
    /// Whether a reader has made sure that lines run from left to right.
    package private(set) var isUpright = false
    package let statistics: ImageStatistics?
    /// Whether the page was cut out of a photo, whose light is never quite even.
    package let wasLaidFlat: Bool

    /// What Tesseract found these letters to need; `nil` until it has tried.
    package var strokes: Strokes?

    /// The height of typical letters in `pixels`; `nil` when there are too few to tell.
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
    /// From `pixels` to the photo as it is displayed.
    private var projection: Projection
    private var frame: Frame

    /// Where the page lies on `pixels`.
    private struct Frame {
        var width: Int
        var height: Int
        /// From `pixels` to the page.
        var projection: Projection
    }

    /// - Parameter flattens: whether a receipt on a darker ground is cut out and laid flat.
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

    /// Where something found in `pixels` lies on the page.
    package func pageBox(around corners: [Point]) -> PixelBox {
        let box = PixelBox(around: corners.map { frame.projection($0.x, $0.y) })
        return box.clipped(toWidth: width, height: height)
    }

    /// Where a place on the page lies in `pixels`.
    package func pixel(_ place: Point) -> Point {
        guard let back = frame.projection.inverse else { return place }
        return Point(back(place.x, place.y))
    }

    /// A row of the page as it lies in `pixels`, where it may fall.
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

    /// The page with the words that were found on it.
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

    /// Tells that lines run from left to right.
    package func settle() { isUpright = true }

    /// How far lines fall, in radians; the page is laid so that they run level. The pixels stay.
    package var tilt = 0.0 {
        didSet { layFrame(tilt: tilt) }
    }

    /// Turns the photo clockwise by so many quarters.
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

    /// The pixels of `pixels`, row by row without gaps.
    package func grey() -> GreyImage? { GreyImage(pixels) }

    /// The same, resized.
    package func grey(width: Int, height: Int) -> GreyImage? {
        guard width != picture.width || height != picture.height else { return grey() }
        // Shares the pixels; resizing makes new ones.
        guard var copy = pixClone(picture.pointer).map(Picture.init) else { return nil }
        defer { copy.destroy() }
        copy.resize(Double(width) / Double(copy.width), Double(height) / Double(copy.height))
        return GreyImage(copy.pointer)?.cut(toWidth: width, height: height)
    }
}

extension Projection {
    /// Moves nothing by more than a part of a pixel.
    fileprivate var isNearlyIdentity: Bool {
        func isNear(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool {
            let difference = a - b
            return abs(difference.x) < 1e-9 && abs(difference.y) < 1e-9 && abs(difference.z) < 0.1
        }
        return isNear(x, Self.identity.x) && isNear(y, Self.identity.y) && isNear(w, Self.identity.w)
    }
}
