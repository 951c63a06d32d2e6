import Glibc
import ReceiptImaging

/// How far the lines of a page fall.
enum LineTilt {
    /// Boxes that are shorter than this, in heights, tell no direction.
    private static let leastLength = 4.0
    private static let leastLines = 4
    /// What is put in rows by its slope anyway stays as it is; radians.
    private static let leastAngle = 1.5 * Double.pi / 180

    /// The angle that half of the length of all lines lies below, in radians, clockwise on the screen; 0 when there is
    /// too little to tell.
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
