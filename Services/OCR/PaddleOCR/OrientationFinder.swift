import Glibc
import Inference
import ReceiptImaging

/// Finds the rotation that makes a photo's lines run from left to right.
///
/// Uses PP-OCR's network that distinguishes a line from an upside-down one.
struct OrientationFinder {
    private let network: Network

    /// The network's input width; longer lines are compressed.
    private static let width = 192
    /// The number of lines classified, the longest ones.
    private static let askedLines = 7
    /// The minimum number of lines required.
    private static let minimumLines = 3
    /// The minimum mean probability that lines are upside down.
    private static let minimumCertainty: Float = 0.7

    init(_ network: Network) { self.network = network }

    /// Finds the rotation.
    /// - Returns: clockwise quarter turns.
    func quarterTurns(_ boxes: [Quadrilateral], in image: GreyImage) throws(InferenceError) -> Int {
        let upright = boxes.filter { $0.height >= 3 * $0.width }
        let level = boxes.filter { $0.width >= 3 * $0.height }
        let areUpright = upright.count > level.count
        let lines = areUpright ? upright : level
        guard lines.count >= Self.minimumLines else { return 0 }
        let longest = lines.sorted { max($0.width, $0.height) > max($1.width, $1.height) }.prefix(Self.askedLines)
        var certainty: Float = 0
        for line in longest { certainty += try upsideDown(LineStrip(image, line, longest: Self.width)) }
        let areUpsideDown = certainty / Float(longest.count) > Self.minimumCertainty
        // The strip of an upright box was rotated counterclockwise by a quarter.
        return areUpright ? (areUpsideDown ? 1 : 3) : (areUpsideDown ? 2 : 0)
    }

    /// The probability that the line is upside down, 0…1.
    private func upsideDown(_ strip: LineStrip) throws(InferenceError) -> Float {
        try network.run(shape: [1, 3, LineStrip.height, Self.width]) { input in
            strip.fill(input, width: Self.width)
        } use: { output, _ in
            output.count == 2 ? output[1] : 0
        }
    }
}

/// Estimates the slope of a page's lines.
enum LineTilt {
    /// The minimum length of a box, in heights, that determines a direction.
    private static let minimumLength = 4.0
    private static let minimumLines = 4
    /// The minimum angle to correct, in radians; rows are built from smaller slopes anyway.
    private static let minimumAngle = 1.5 * Double.pi / 180

    /// The median angle of lines by length, in radians, clockwise on the screen; 0 with too few lines.
    static func angle(of boxes: [Quadrilateral]) -> Double {
        let lines = boxes.filter { $0.width >= minimumLength * $0.height }.map { box in
            let direction = box.topRight - box.topLeft
            return (angle: atan2(direction.y, direction.x), length: box.width)
        }.sorted { $0.angle < $1.angle }
        guard lines.count >= minimumLines else { return 0 }
        var rest = lines.reduce(0) { $0 + $1.length } / 2
        for line in lines {
            rest -= line.length
            if rest <= 0 { return abs(line.angle) < minimumAngle ? 0 : line.angle }
        }
        return 0
    }
}
