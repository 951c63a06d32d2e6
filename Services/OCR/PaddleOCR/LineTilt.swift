import Glibc
import ReceiptImaging

/// Estimates the slope of a page's lines.
enum LineTilt {
    /// The minimum length of a box, in heights, that determines a direction.
    private static let leastLength = 4.0
    private static let leastLines = 4
    /// The minimum angle to correct, in radians; rows are built from smaller slopes anyway.
    private static let leastAngle = 1.5 * Double.pi / 180

    /// The median angle of lines by length, in radians, clockwise on the screen; 0 with too few lines.
    static func angle(of boxes: [Quadrilateral]) -> Double {
        let lines = boxes.filter { $0.width >= leastLength * $0.height }.map { box in
            let direction = box.topRight - box.topLeft
            return (angle: atan2(direction.y, direction.x), length: box.width)
        }.sorted { $0.angle < $1.angle }
        guard lines.count >= leastLines else { return 0 }
        var rest = lines.reduce(0) { $0 + $1.length } / 2
        for line in lines {
            rest -= line.length
            if rest <= 0 { return abs(line.angle) < leastAngle ? 0 : line.angle }
        }
        return 0
    }
}
