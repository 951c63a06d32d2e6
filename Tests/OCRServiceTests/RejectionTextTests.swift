import ImageFiles
import RPC
import Testing
import Texts

@testable import larder_ocr

@Suite("What the sender of an unusable photo reads")
struct RejectionTextTests {
    private static let rejections: [ImageRejection] = [
        .empty, .tooLarge, .unknownFormat(looksLike: nil), .unknownFormat(looksLike: "PDF document"),
        .unknownFormat(looksLike: "JPEG 2000 image"), .unknownFormat(looksLike: "ZIP archive"),
        .unknownFormat(looksLike: "video"), .unknownFormat(looksLike: "SVG drawing"),
        .unknownFormat(looksLike: "text file"), .damaged, .truncated, .animated, .tooSmall(width: 10, height: 20_000),
        .tooNarrow(width: 100, height: 12_345), .tooManyPixels(width: 60_000, height: 60_000),
        .tooHeavy(.jpeg, width: 9_000, height: 9_000), .tooHeavy(.png, width: 9_000, height: 9_000), .tooManyScans,
        .unusualCoding,
    ]

    @Test("is what the reader says in English, and differs in French", arguments: rejections)
    func texts(rejection: ImageRejection) {
        #expect(rejection.text.english == rejection.description)
        let french = rejection.text.rendered(in: .french)
        #expect(french != rejection.description && french.hasSuffix(".") && !french.contains("{"))
        #expect(Status(rejection).text == rejection.text)
    }

    @Test("names what the file is instead, with its article")
    func kinds() {
        func french(_ kind: String) -> String {
            ImageRejection.unknownFormat(looksLike: kind).text.rendered(in: .french)
        }
        #expect(french("PDF document").hasPrefix("C’est un document PDF, et non une photo"))
        #expect(french("JPEG XL image").hasPrefix("C’est une image JPEG XL, et non une photo"))
        #expect(french("video").hasPrefix("C’est une vidéo, et non une photo"))
    }
}
