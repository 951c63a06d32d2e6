/// What of a page one photo shows, and where. Readers turn and flatten what they read, and put several photos of one
/// receipt together; people see the photos as they took them.
package struct PagePart: Sendable, Hashable {
    /// Which photo, counted from 0 in the order in which they were sent.
    package var photo: Int
    /// The row of the page's pixels where the part begins; it ends where the next one begins.
    package var top: Int
    /// Size of the photo as it is displayed, in pixels.
    package var photoWidth: Int
    package var photoHeight: Int
    /// From the page's pixels to the photo's.
    package var projection: Projection

    package init(photo: Int = 0, top: Int = 0, photoWidth: Int, photoHeight: Int, projection: Projection) {
        self.photo = photo
        self.top = top
        self.photoWidth = photoWidth
        self.photoHeight = photoHeight
        self.projection = projection
    }
}

/// A place on one of the photos of a receipt.
package struct PhotoPlace: Sendable, Hashable {
    /// Counted from 0 in the order in which the photos were sent.
    package var photo: Int
    /// Pixels of the photo as it is displayed.
    package var box: PixelBox
}

extension RecognizedPage {
    /// Where people see a box of the page.
    package func place(of box: PixelBox) -> PhotoPlace {
        let middle = box.y + box.height / 2
        guard let index = parts.lastIndex(where: { $0.top <= middle }) ?? parts.indices.first else {
            return PhotoPlace(photo: 0, box: box)
        }
        let part = parts[index]
        let seen = part.projection.bounds(of: box).clipped(toWidth: part.photoWidth, height: part.photoHeight)
        return PhotoPlace(photo: part.photo, box: seen)
    }
}

extension RecognizedPage {
    /// By how many quarters, clockwise, the photo has to be turned for its lines to run about level. 0 where several photos
    /// make the page.
    package var quarterTurns: Int {
        guard parts.count == 1, let projection = parts.first?.projection else { return 0 }
        let (x, y) = (Double(width) / 2, Double(height) / 2)
        let (from, to) = (projection(x, y), projection(x + 10, y))
        let (across, down) = (to.x - from.x, to.y - from.y)
        return abs(across) >= abs(down) ? (across < 0 ? 2 : 0) : (down < 0 ? 1 : 3)
    }

    /// Size of the first photo as it is shown: as it is displayed, turned by ``quarterTurns``.
    package var shownSize: (width: Int, height: Int) {
        let size = parts.first.map { ($0.photoWidth, $0.photoHeight) } ?? (width, height)
        return quarterTurns % 2 == 0 ? size : (size.1, size.0)
    }

    /// Where a box of the page lies on the photo as it is shown.
    package func shownPlace(of box: PixelBox) -> PhotoPlace {
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

/// What a photo looks like as a whole, to tell why nothing can be read on it.
package struct ImageStatistics: Sendable, Hashable {
    /// How bright its bright parts are, 0…255.
    package var brightness: UInt8
    /// The difference between its bright and its dark parts, 0…255.
    package var contrast: UInt8
    /// How steep its steepest edges are, of the contrast, in percent: print in focus changes within two or three pixels.
    package var sharpness: UInt8

    package init(brightness: UInt8, contrast: UInt8, sharpness: UInt8) {
        self.brightness = brightness
        self.contrast = contrast
        self.sharpness = sharpness
    }
}
