import Foundation
import ReceiptImaging
import Testing

@testable import PaddleReading

/// Compares boxes with those of PP-OCR.
///
/// The expected boxes were computed once with the Python package rapidocr-onnxruntime 1.4.4 (OpenCV's contours and
/// `minAreaRect`) on the same map, or with OpenCV 5.0.
@Suite("Boxes from the detection network's map")
struct TextDetectionTests {
    private struct Patch {
        var x: Double
        var y: Double
        var halfWidth: Double
        var halfHeight: Double
        var degrees = 0.0
        var value: Float
    }

    private func map(_ patches: [Patch]) -> ProbabilityMap {
        var map = ProbabilityMap(width: 160, height: 120)
        for patch in patches {
            let (c, s) = (cos(patch.degrees * .pi / 180), sin(patch.degrees * .pi / 180))
            for y in 0..<map.height {
                for x in 0..<map.width {
                    let (dx, dy) = (Double(x) - patch.x, Double(y) - patch.y)
                    guard abs(dx * c + dy * s) <= patch.halfWidth, abs(dy * c - dx * s) <= patch.halfHeight else {
                        continue
                    }
                    map.values[y * map.width + x] = max(map.values[y * map.width + x], patch.value)
                }
            }
        }
        return map
    }

    private func expectClose(_ box: Quadrilateral, _ corners: [(Double, Double)], within tolerance: Double) {
        for (corner, expected) in zip(box.corners, corners) {
            // PP-OCR then clips boxes at the map's border.
            let (x, y) = (corner.x, min(corner.y, 120))
            #expect(abs(x - expected.0) <= tolerance && abs(y - expected.1) <= tolerance, "\(corner)")
        }
    }

    @Test("level, rotated and upright lines are boxed as by PP-OCR; faint and tiny ones are not")
    func boxes() throws {
        let boxes = map([
            Patch(x: 80, y: 20, halfWidth: 60, halfHeight: 5, value: 0.9),
            Patch(x: 80, y: 60, halfWidth: 55, halfHeight: 6, degrees: 8, value: 0.8),
            Patch(x: 30, y: 95, halfWidth: 6, halfHeight: 18, value: 0.7),
            Patch(x: 120, y: 100, halfWidth: 20, halfHeight: 4, degrees: -12, value: 0.45),
        ]).boxes(.init())
        try #require(boxes.count == 3)
        expectClose(boxes[0], [(12, 7), (148, 7), (148, 34), (12, 34)], within: 1.5)
        expectClose(boxes[1], [(18, 36), (146, 53), (142, 84), (14, 67)], within: 1.5)
        expectClose(boxes[2], [(16, 69), (45, 69), (45, 120), (16, 120)], within: 1.5)
    }

    @Test("a map without text has no boxes")
    func empty() {
        #expect(map([]).boxes(.init()).isEmpty)
    }

    @Test("text up to the border stays one line")
    func border() throws {
        let boxes = map([Patch(x: 80, y: 60, halfWidth: 200, halfHeight: 200, value: 1)]).boxes(.init())
        #expect(boxes.count == 1)
    }

    @Test("two lines that touch only at a corner are one, two with a gap are two")
    func connection() {
        var touching = ProbabilityMap(width: 160, height: 120)
        var apart = touching
        for x in 20..<60 {
            for y in 20..<28 {
                touching.values[y * 160 + x] = 1
                apart.values[y * 160 + x] = 1
                touching.values[(y + 9) * 160 + x + 41] = 1
                apart.values[(y + 11) * 160 + x] = 1
            }
        }
        #expect(touching.boxes(.init(boxThreshold: 0)).count == 1)
        #expect(apart.boxes(.init(boxThreshold: 0)).count == 2)
    }

    @Test("the smallest rectangle around points equals OpenCV's")
    func rectangle() throws {
        let points = [(0, 0), (10, 2), (9, 8), (-1, 6), (5, 4), (4, 9)].map { Point($0.0, $0.1) }
        let rectangle = try #require(EnclosingRectangle(around: points))
        #expect(abs(min(rectangle.width, rectangle.height) - 8.0408) < 0.001)
        #expect(abs(max(rectangle.width, rectangle.height) - 10.3942) < 0.001)
        let box = rectangle.quadrilateral
        expectClose(box, [(0, 0), (10.1923, 2.0385), (8.6154, 9.9231), (-1.5769, 7.8846)], within: 0.001)
    }

    @Test("collinear points, a single point and none are handled")
    func degenerate() throws {
        #expect(EnclosingRectangle(around: []) == nil)
        #expect(try #require(EnclosingRectangle(around: [Point(3, 3)])).width == 0)
        let line = try #require(EnclosingRectangle(around: [Point(0, 0), Point(4, 0), Point(9, 0)]))
        #expect(max(line.width, line.height) == 9)
        #expect(min(line.width, line.height) == 0)
    }

    @Test("tiles cover a side without gap or overlap, in a few sizes", arguments: 1...110)
    func pieces(_ multiple: Int) {
        let side = multiple * 32
        let sizes = [256, 320, 640]
        let pieces = TextDetector.pieces(of: side, sizes: sizes)
        var next = 0
        for piece in pieces {
            #expect(piece.whole.count == pieces[0].whole.count && sizes.contains(piece.whole.count))
            #expect(piece.whole.lowerBound >= 0 && (piece.whole.upperBound <= side || pieces.count == 1))
            #expect(piece.trusted.lowerBound == next)
            #expect(piece.whole.lowerBound <= piece.trusted.lowerBound)
            #expect(piece.trusted.upperBound <= piece.whole.upperBound)
            next = piece.trusted.upperBound
        }
        #expect(next == side)
        for (a, b) in zip(pieces, pieces.dropFirst()) {
            #expect(a.whole.upperBound - b.whole.lowerBound >= 32)
        }
    }
}
