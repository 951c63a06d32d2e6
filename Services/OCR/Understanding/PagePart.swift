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

/// What a photo looks like as a whole, to tell why nothing can be read on it.
package struct PhotoLook: Sendable, Hashable {
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
