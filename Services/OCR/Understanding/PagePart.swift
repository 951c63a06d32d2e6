/// The part of a page that one photo shows, and its position.
///
/// Readers rotate and flatten what they read and join several photos of one receipt; users see the photos as taken.
package struct PagePart: Sendable, Hashable {
    /// The photo's index in upload order, from 0.
    package var photo: Int
    /// The row of the page's pixels where the part begins; it ends where the next one begins.
    package var top: Int
    /// Width of the photo as displayed, in pixels.
    package var photoWidth: Int
    /// Height of the photo as displayed, in pixels.
    package var photoHeight: Int
    /// The projection from the page's pixels to the photo's.
    package var projection: Projection

    /// A part of a page; by default the whole page on the first photo.
    package init(photo: Int = 0, top: Int = 0, photoWidth: Int, photoHeight: Int, projection: Projection) {
        self.photo = photo
        self.top = top
        self.photoWidth = photoWidth
        self.photoHeight = photoHeight
        self.projection = projection
    }
}

/// A position on one of the photos of a receipt.
package struct PhotoPosition: Sendable, Hashable {
    /// The photo's index in upload order, from 0.
    package var photo: Int
    /// The box in pixels of the photo as displayed.
    package var box: PixelBox
}

extension RecognizedPage {
    /// The position of a box of the page on the photo as displayed.
    package func place(of box: PixelBox) -> PhotoPosition {
        let middle = box.y + box.height / 2
        guard let index = parts.lastIndex(where: { $0.top <= middle }) ?? parts.indices.first else {
            return PhotoPosition(photo: 0, box: box)
        }
        let part = parts[index]
        let seen = part.projection.bounds(of: box).clipped(toWidth: part.photoWidth, height: part.photoHeight)
        return PhotoPosition(photo: part.photo, box: seen)
    }
}

extension RecognizedPage {
    /// The number of clockwise quarter turns that bring the photo's lines level. 0 for several photos.
    package var quarterTurns: Int {
        guard parts.count == 1, let projection = parts.first?.projection else { return 0 }
        let (x, y) = (Double(width) / 2, Double(height) / 2)
        let (from, to) = (projection(x, y), projection(x + 10, y))
        let (across, down) = (to.x - from.x, to.y - from.y)
        return abs(across) >= abs(down) ? (across < 0 ? 2 : 0) : (down < 0 ? 1 : 3)
    }

    /// Size of the first photo as displayed and rotated by ``quarterTurns``.
    package var shownSize: (width: Int, height: Int) {
        let size = parts.first.map { ($0.photoWidth, $0.photoHeight) } ?? (width, height)
        return quarterTurns % 2 == 0 ? size : (size.1, size.0)
    }

    /// The position of a box of the page on the photo rotated by ``quarterTurns``.
    package func shownPlace(of box: PixelBox) -> PhotoPosition {
        var place = place(of: box)
        guard let part = parts.first else { return place }
        let seen = place.box
        let (right, below) = (part.photoWidth - seen.right, part.photoHeight - seen.bottom)
        switch quarterTurns {
        case 1: place.box = PixelBox(x: below, y: seen.x, width: seen.height, height: seen.width)
        case 2: place.box = PixelBox(x: right, y: below, width: seen.width, height: seen.height)
        case 3: place.box = PixelBox(x: seen.y, y: right, width: seen.height, height: seen.width)
        default: break
        }
        return place
    }
}

/// Statistics of a photo as a whole, to diagnose why nothing can be read.
package struct ImageStatistics: Sendable, Hashable {
    /// The brightness of its bright parts, 0…255.
    package var brightness: UInt8
    /// The difference in brightness between its bright and dark parts, 0…255.
    package var contrast: UInt8
    /// The steepness of its steepest edges in percent of the contrast; focused print changes within two or three
    /// pixels.
    package var sharpness: UInt8

    /// Statistics with the given values.
    package init(brightness: UInt8, contrast: UInt8, sharpness: UInt8) {
        self.brightness = brightness
        self.contrast = contrast
        self.sharpness = sharpness
    }
}
