import ImageFiles
import Texts

extension ImageRejection {
    /// The sentence for the person who sent the image. In English it is ``description``, which readers log.
    var text: LocalizedText {
        switch self {
        case .empty: .ocr.rejectedEmpty
        case .tooLarge: .ocr.rejectedTooLarge
        case .unknownFormat(.some(let name)): .ocr.rejectedOtherFormat(what: ImageRejection.kind(name))
        case .unknownFormat(.none): .ocr.rejectedUnknownFormat
        case .damaged: .ocr.rejectedDamaged
        case .truncated: .ocr.rejectedTruncated
        case .animated: .ocr.rejectedAnimated
        case .tooSmall(let width, let height): .ocr.rejectedTooSmall(width: "\(width)", height: "\(height)")
        case .tooNarrow(let width, let height): .ocr.rejectedTooNarrow(width: "\(width)", height: "\(height)")
        case .tooManyPixels(let width, let height): .ocr.rejectedTooManyPixels(width: "\(width)", height: "\(height)")
        case .tooHeavy(let format, let width, let height):
            .ocr.rejectedTooHeavy(
                what: format == .jpeg ? .ocr.formatProgressiveJpeg : .verbatim(format.name),
                width: "\(width)",
                height: "\(height)"
            )
        case .tooManyScans: .ocr.rejectedTooManyScans
        case .unusualCoding: .ocr.rejectedUnusualCoding
        }
    }

    /// What a file is instead of a photo, such as `PDF document`.
    private static func kind(_ name: String) -> LocalizedText {
        let format = name.split(separator: " ").dropLast().joined(separator: " ")
        return switch name.split(separator: " ").last {
        case "archive": .ocr.kindArchive(format: format)
        case "document": .ocr.kindDocument(format: format)
        case "drawing": .ocr.kindDrawing(format: format)
        case "file": .ocr.kindTextFile
        case "image": .ocr.kindImage(format: format)
        case "video": .ocr.kindVideo
        default: .verbatim(name)
        }
    }
}
