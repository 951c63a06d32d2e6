/// Finds the four corners of a receipt on a darker background.
enum SheetFinder {
    /// The approximate number of cells on the image's longer side.
    private static let cellsAlong = 400
    /// The minimum share of paper in the quadrilateral.
    private static let minimumFit = 0.9
    /// The range of the sheet's share of the image in which it is cut out.
    private static let areas = 0.1..<0.94
    /// The minimum difference in brightness along each side, of 255.
    private static let minimumStep = 25
    /// The margin in cells around the sheet: its edge is known to a cell, and print may be close to it.
    private static let margin = 1.5

    /// Finds a sheet.
    /// - Returns: the corners in pixels; `nil` when no sheet is distinct, or it fills the image.
    static func sheet(in picture: Picture) -> Quadrilateral? {
        let side = max(4, max(picture.width, picture.height) / cellsAlong)
        guard let cells = PaperCells(picture.pointer, side: side), let sheet = cells.sheet() else { return nil }
        let all = Double(cells.levels.count)
        guard Double(sheet.cells.count) > areas.lowerBound * all else { return nil }
        let spans = cells.spans(sheet.cells)
        let covered = spans.reduce(0) { $0 + ($1?.count ?? 0) }
        guard Double(covered) < areas.upperBound * all, let shape = quadrilateral(around: spans) else { return nil }
        guard shape.area > 0, Double(covered) / shape.area >= minimumFit, isSheet(shape),
            standsOut(shape, cells)
        else { return nil }
        return grown(shape, by: margin).scaled(Double(side), Double(side))
    }

    /// The smallest quadrilateral around the cells formed by extending sides of their convex hull.
    ///
    /// Hull sides are removed one by one, the one that adds the least area first.
    private static func quadrilateral(around spans: [ClosedRange<Int>?]) -> Quadrilateral? {
        var points: [Point] = []
        for (y, span) in spans.enumerated() {
            guard let span else { continue }
            for x in [Double(span.lowerBound), Double(span.upperBound + 1)] {
                points.append(Point(x, Double(y)))
                points.append(Point(x, Double(y + 1)))
            }
        }
        var hull = ConvexHull.of(points)
        while hull.count > 4 {
            var best: (index: Int, point: Point, area: Double)?
            for index in hull.indices {
                guard let added = givingUp(index, of: hull) else { continue }
                if added.area < best?.area ?? .infinity { best = (index, added.point, added.area) }
            }
            guard let best else { return nil }
            let next = (best.index + 1) % hull.count
            hull[best.index] = best.point
            hull.remove(at: next)
        }
        return hull.count == 4 ? Quadrilateral(clockwise: hull) : nil
    }

    /// The intersection of a side's neighbours when it is removed, and the area that this adds.
    private static func givingUp(_ index: Int, of hull: [Point]) -> (point: Point, area: Double)? {
        let count = hull.count
        let (before, start) = (hull[(index + count - 1) % count], hull[index])
        let (end, after) = (hull[(index + 1) % count], hull[(index + 2) % count])
        let (first, second) = (start - before, end - after)
        let determinant = first.cross(second)
        guard determinant != 0 else { return nil }
        let factor = (end - start).cross(second) / determinant
        guard factor >= 0 else { return nil }
        let point = start + first * factor
        // The sides must meet beyond the removed one, not behind.
        guard (point - end).dot(second) >= 0 else { return nil }
        return (point, abs((point - start).cross(end - start)) / 2)
    }

    /// Whether no corner is very sharp and opposite sides are similar, as on a sheet seen from above.
    private static func isSheet(_ shape: Quadrilateral) -> Bool {
        let corners = shape.corners
        for index in 0..<4 {
            let (a, b) = (corners[(index + 3) % 4] - corners[index], corners[(index + 1) % 4] - corners[index])
            guard a.length > 8, b.length > 8, abs(a.cross(b)) > 0.77 * a.length * b.length else { return false }
        }
        func areAlike(_ a: Point, _ b: Point) -> Bool { min(a.length, b.length) > 0.5 * max(a.length, b.length) }
        return areAlike(corners[1] - corners[0], corners[2] - corners[3])
            && areAlike(corners[3] - corners[0], corners[2] - corners[1])
    }

    /// Whether the outside of each side is darker than the inside. Sides on the image's border are exempt.
    private static func standsOut(_ shape: Quadrilateral, _ cells: PaperCells) -> Bool {
        let (inner, outer) = (grown(shape, by: -2.5).corners, grown(shape, by: 2.5).corners)
        var sidesOnBorder = 0
        for index in 0..<4 {
            let next = (index + 1) % 4
            let inside = levels(from: inner[index], to: inner[next], cells)
            let outside = levels(from: outer[index], to: outer[next], cells)
            guard outside.count * 2 > inside.count, !inside.isEmpty else {
                sidesOnBorder += 1
                continue
            }
            // Print darkens the paper, and a bright object may lie on the table: compare upper quartile and median.
            guard inside[inside.count * 3 / 4] - outside[outside.count / 2] >= minimumStep else { return false }
        }
        return sidesOnBorder < 3
    }

    /// The brightness along a line, sorted.
    private static func levels(from start: Point, to end: Point, _ cells: PaperCells) -> [Int] {
        var found: [Int] = []
        let count = 60
        for step in 2...count - 2 {
            let point = start + (end - start) * (Double(step) / Double(count))
            let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
            guard (0..<cells.width).contains(x), (0..<cells.height).contains(y) else { continue }
            found.append(Int(cells.levels[y * cells.width + x]))
        }
        return found.sorted()
    }

    /// The quadrilateral with every corner moved outward along both sides.
    private static func grown(_ shape: Quadrilateral, by distance: Double) -> Quadrilateral {
        let corners = shape.corners
        let moved = (0..<4).map { index in
            let (before, after) = (corners[(index + 3) % 4], corners[(index + 1) % 4])
            let (a, b) = (corners[index] - before, corners[index] - after)
            return corners[index] + a * (distance / max(1, a.length)) + b * (distance / max(1, b.length))
        }
        return Quadrilateral(topLeft: moved[0], topRight: moved[1], bottomRight: moved[2], bottomLeft: moved[3])
    }
}

extension Quadrilateral {
    /// A quadrilateral by corners in clockwise order on the screen, from any start.
    init(clockwise corners: [Point]) {
        let first = corners.indices.min { corners[$0].x + corners[$0].y < corners[$1].x + corners[$1].y } ?? 0
        func corner(_ index: Int) -> Point { corners[(first + index) % corners.count] }
        self.init(topLeft: corner(0), topRight: corner(1), bottomRight: corner(2), bottomLeft: corner(3))
    }

    var area: Double {
        abs((bottomRight - topLeft).cross(bottomLeft - topRight)) / 2
    }
}
