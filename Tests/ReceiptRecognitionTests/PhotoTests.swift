import CTesseract
import ImageFiles
import ReceiptRecognition
import ReceiptUnderstanding
import TesseractReading
import Testing

@testable import ReceiptImaging

@Suite("Preparing a photo for reading", .serialized)
struct PhotoTests {
    private static let corners: [(x: Float, y: Float)] = [(420, 210), (1190, 330), (1080, 2080), (160, 1900)]

    @Test("a receipt on a table is cut out and rectified, and its words map back to the photo")
    func flattened() throws {
        let image = try Scene.table(width: 1400, height: 2200, corners: Self.corners)
        let photo = try Photo(image)
        #expect(abs(photo.width - 880) < 120 && abs(photo.height - 1760) < 120)
        let page = try TesseractReader().read(photo) { _ in }
        let draft = ReceiptInterpreter().draft(from: page)
        #expect(draft.total?.value == SampleReceipt.cents(try SampleReceipt.data().total))
        #expect(draft.sumsAgree == true)
        // The total is at the same fraction of the paper's height as on the paper itself.
        let onPaper = try TesseractReader().read(Photo(Scene.paper(), flattens: false)) { _ in }
        let straight = try #require(onPaper.words.last { $0.text == "TOTAL" }).box
        let (u, v) = (
            Double(straight.x) / Double(onPaper.width),
            Double(straight.y + straight.height / 2) / Double(onPaper.height)
        )
        let box = page.place(of: try #require(page.words.last { $0.text == "TOTAL" }).box).box
        let expected = Self.point(u, v)
        #expect(abs(Double(box.x) - expected.x) < 25 && abs(Double(box.y + box.height / 2) - expected.y) < 25)
    }

    /// The approximate position on the photo of a point of the paper.
    private static func point(_ u: Double, _ v: Double) -> (x: Double, y: Double) {
        let places = corners.map { Point(Double($0.x), Double($0.y)) }
        let paper = Quadrilateral(
            topLeft: places[0],
            topRight: places[1],
            bottomRight: places[2],
            bottomLeft: places[3]
        )
        return Projection(fromWidth: 1, height: 1, to: paper)?(u, v) ?? (0, 0)
    }

    @Test("a scan filled by the paper is unchanged")
    func filled() throws {
        let photo = try Photo(Scene.paper())
        let header = try ImageHeader.inspect(Scene.paper())
        #expect([photo.width, photo.height] == [header.width, header.height])
        #expect(photo.page([]).parts.isEmpty)
    }

    @Test("rotation applies to the page and maps back to the photo as displayed", arguments: 1...3)
    func turned(_ turns: Int) throws {
        let photo = try Photo(Scene.paper())
        let (width, height) = (photo.width, photo.height)
        photo.turn(byQuarters: turns)
        #expect(photo.width == (turns == 2 ? width : height))
        let corner = photo.page([]).place(of: PixelBox(x: 0, y: 0, width: 10, height: 20)).box
        let expected =
            switch turns {
            case 1: PixelBox(x: 0, y: height - 10, width: 20, height: 10)
            case 2: PixelBox(x: width - 10, y: height - 20, width: 10, height: 20)
            default: PixelBox(x: width - 20, y: 0, width: 20, height: 10)
            }
        #expect(corner == expected)
        photo.turn(byQuarters: 4 - turns)
        #expect(photo.page([]).parts.isEmpty)
    }

    @Test("a tilt levels the page without moving the positions on the photo")
    func tilted() throws {
        let photo = try Photo(Scene.paper())
        photo.tilt = 0.1
        let place = Point(300, 700)
        let box = photo.pageBox(around: [place, Point(301, 701)])
        let back = photo.page([]).place(of: box).box
        #expect(abs(back.x - 300) <= 2 && abs(back.y - 700) <= 2)
        // Points on a line with the tilt's slope are level on the page.
        let far = photo.pageBox(around: [Point(600, 700 + 300 * 0.10033)])
        #expect(abs(far.y - box.y) <= 1)
    }

    @Test("Tesseract alone reads sideways, upside-down and skewed photos", arguments: [90.0, 180, 270, 7, -11])
    func anyDirection(_ degrees: Double) throws {
        let image = try Pictures.encoded(Scene.paper(), format: IFF_PNG) { paper in
            if degrees.truncatingRemainder(dividingBy: 90) == 0 { return pixRotateOrth(paper, Int32(degrees / 90)) }
            let size = (pixGetWidth(paper), pixGetHeight(paper))
            let (method, border) = (Int32(L_ROTATE_AREA_MAP), Int32(L_BRING_IN_WHITE))
            // As white as the fill at the corners, as on a scan.
            var white = pixGammaTRC(nil, paper, 1, 0, 170)
            defer { pixDestroy(&white) }
            return pixRotate(white, Float(degrees * .pi / 180), method, border, size.0, size.1)
        }
        let photo = try Photo(image)
        let page = try TesseractReader().read(photo) { _ in }
        let draft = ReceiptInterpreter().draft(from: page)
        let total = SampleReceipt.cents(try SampleReceipt.data().total)
        #expect(draft.total?.value == total, "tilt \(photo.tilt): \(draft.rawText)")
    }

    @Test("the direction of lines is determined by the letters' neighbours", arguments: [0, 1, 2, 3])
    func direction(_ turns: Int) throws {
        let photo = try Photo(Scene.paper(), flattens: false)
        photo.turn(byQuarters: turns)
        let direction = TextDirection(photo)
        #expect(direction.isSideways == (turns % 2 == 1))
        #expect(abs(direction.tilt) < 0.02)
    }

    @Test("a dark, a blurred and an empty photo have such statistics")
    func look() throws {
        let sharp = try #require(try Photo(Scene.paper()).statistics)
        #expect(sharp.brightness > 150 && sharp.contrast > 80 && sharp.sharpness > 30)
        let dark = try #require(try Photo(Scene.changed(Scene.paper()) { $0 / 6 }).statistics)
        #expect(dark.brightness < 50)
        let blurred = try Pictures.encoded(Scene.paper(), format: IFF_PNG) { pixBlockconv($0, 14, 14) }
        #expect(try #require(try Photo(blurred).statistics).sharpness < 22)
        let empty = try Pictures.encoded(Scene.paper(), format: IFF_PNG) { _ in
            let grey = pixCreate(800, 1000, 8)
            pixSetAllArbitrary(grey, 128)
            return grey
        }
        #expect(try #require(try Photo(empty).statistics).contrast == 0)
    }
}
