import ImageFiles
import RPC
import Texts

/// The file of somebody's photo, checked by its header and without the notes that cameras leave.
///
/// It is decoded by nobody but the browsers and programs that show it: what can be said without that is checked here.
struct ProfilePicture: Sendable {
    /// The largest file, in bytes.
    static let sizeLimit = 1 << 20
    /// The pixels on each side.
    static let sides = 64...4_096

    let bytes: [UInt8]

    /// Checks a file, and takes the notes out of it.
    /// - Throws: INVALID_ARGUMENT with a reason when it is no such photo.
    init(checking file: [UInt8]) throws(Status) {
        guard file.count <= Self.sizeLimit else { throw Self.tooLarge }
        let header: ImageHeader
        do throws(ImageRejection) {
            header = try ImageHeader.inspectWhole(file)
        } catch {
            throw Self.status(of: error)
        }
        guard Self.sides.contains(header.width), Self.sides.contains(header.height) else {
            throw Self.wrongDimensions(header.width, header.height)
        }
        guard let bytes = PhotoMetadata.rewritten(file, header.format, orientation: header.orientation) else {
            throw Self.damaged
        }
        self.bytes = bytes
    }

    /// The media type of a file that was checked.
    static func mediaType(of bytes: [UInt8]) -> String {
        guard let header = try? ImageHeader.inspect(bytes) else { return "application/octet-stream" }
        return "image/\(header.format.rawValue)"
    }

    private static func status(of rejection: ImageRejection) -> Status {
        switch rejection {
        case .empty, .unknownFormat: rejected(.auth.photoNotAnImage, "NOT_AN_IMAGE")
        case .tooLarge: tooLarge
        case .tooSmall(let width, let height), .tooManyPixels(let width, let height),
            .tooHeavy(_, let width, let height):
            wrongDimensions(width, height)
        case .tooNarrow(let width, let height):
            rejected(.auth.photoTooNarrow(width: "\(width)", height: "\(height)"), "IMAGE_DIMENSIONS")
        case .damaged, .truncated, .animated, .tooManyScans, .unusualCoding: damaged
        }
    }

    private static var tooLarge: Status { rejected(.auth.photoTooLarge(size: "1 MiB"), "IMAGE_TOO_LARGE") }

    private static var damaged: Status { rejected(.auth.photoDamaged, "IMAGE_DAMAGED") }

    private static func wrongDimensions(_ width: Int, _ height: Int) -> Status {
        let rule = LocalizedText.auth.photoDimensions(
            lowest: sides.lowerBound,
            highest: sides.upperBound,
            width: "\(width)",
            height: "\(height)"
        )
        return rejected(rule, "IMAGE_DIMENSIONS")
    }

    private static func rejected(_ sentence: LocalizedText, _ reason: StatusReason) -> Status {
        Status(.invalidArgument, sentence, fieldViolations: [.init("picture", sentence)], reason: reason)
    }
}
