import CTesseract
import Foundation
import ImageFiles
import ReceiptImaging
import ReceiptReaders
import ReceiptRecognition
import ReceiptUnderstanding
import Testing

@testable import PaddleReading

/// The models from `make deps`, or from the folder that LARDER_MODELS names.
enum FetchedModels {
    static let folder: ModelFolder = {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let named = ProcessInfo.processInfo.environment["LARDER_MODELS"]
        return ModelFolder(named ?? repository.appending(path: ".larder/models").path)
    }()

    static var exist: Bool { FileManager.default.fileExists(atPath: folder.inferenceLibrary) }
}

@Suite("Reading with PP-OCR", .serialized, .enabled(if: FetchedModels.exist, "the models are missing: make deps"))
struct PaddleReaderTests {
    @Test("the sample receipt is read correctly, with boxes around the words")
    func sample() throws {
        let image = try SampleReceipt.image()
        let page = try PaddleReader(FetchedModels.folder).read(Photo(image)) { _ in }
        let header = try ImageHeader.inspect(image)
        #expect(page.words.allSatisfy { $0.box.right <= page.width && $0.box.bottom <= page.height })
        let places = page.words.map { page.place(of: $0.box).box }
        #expect(places.allSatisfy { $0.right <= header.width && $0.bottom <= header.height })
        let draft = ReceiptInterpreter().draft(from: page)
        let printed = try SampleReceipt.data()
        #expect(draft.total?.value == SampleReceipt.cents(printed.total))
        #expect(draft.date?.value == printed.date)
        #expect(draft.sumsAgree == true)
    }

    @Test("reading again gives the same words, whatever was read in between")
    func repeatable() throws {
        let reader = try PaddleReader(FetchedModels.folder)
        let photo = try Photo(try SampleReceipt.image())
        let first = try reader.read(photo) { _ in }
        let turned = try Pictures.encoded(SampleReceipt.image(), format: IFF_JFIF_JPEG) { pixRotateOrth($0, 1) }
        _ = try reader.read(Photo(turned)) { _ in }
        #expect(try reader.read(photo) { _ in } == first)
    }

    @Test("a sideways or upside-down photo is rotated and read", arguments: 1...3)
    func turned(_ turns: Int) throws {
        let image = try Pictures.encoded(SampleReceipt.image(), format: IFF_JFIF_JPEG) {
            pixRotateOrth($0, Int32(4 - turns))
        }
        let page = try PaddleReader(FetchedModels.folder).read(Photo(image)) { _ in }
        #expect(page.height > page.width)
        let draft = ReceiptInterpreter().draft(from: page)
        #expect(draft.total?.value == SampleReceipt.cents(try SampleReceipt.data().total))
    }

    @Test("the recognition network is reduced to characters of receipts in Latin letters, and has those of French")
    func characters() throws {
        let dictionary = try #require(ONNXMetadata.value("character", ofFileAt: FetchedModels.folder.textRecognition))
        let alphabet = Alphabet(dictionary: dictionary)
        #expect(alphabet.classCount < 1000)
        let accepted = Set(alphabet.accepted.compactMap(alphabet.character))
        #expect(accepted.isSuperset(of: "0123456789.,:-/%$€@ABCXYZabcxyz éèêëàâçîïôûùœÉÈÊËÀÂÇÎÏÔÛÙŒ"))
    }

    @Test("progress rises from 0 to 100")
    func progress() throws {
        var seen: [Int] = []
        _ = try PaddleReader(FetchedModels.folder).read(Photo(try SampleReceipt.image())) { seen.append($0) }
        #expect(seen == seen.sorted())
        #expect(seen.last == 100)
    }
}

@Suite("Choice of readers")
struct ReceiptReadersTests {
    private let nowhere = ModelFolder("/nowhere")

    @Test("without the models Tesseract reads alone, and missing readers are reported")
    func alone() throws {
        let readers = try ReceiptReaders(.all, models: nowhere)
        #expect(readers.names == ["Tesseract"])
        #expect(readers.missing.count == 1)
        #expect(readers.missing.first?.reason.contains("/nowhere/openvino/libopenvino_c.so") == true)
    }

    @Test("a reader that was asked for is not replaced by another one")
    func chosen() throws {
        let problem = try #require(throws: ReceiptReaders.Unavailable.self) {
            try ReceiptReaders(.paddle, models: nowhere)
        }
        #expect(problem.reason.contains("/nowhere/openvino/libopenvino_c.so"))
    }

    @Test("Tesseract alone reports no missing reader")
    func tesseract() throws {
        let readers = try ReceiptReaders(.tesseract, models: nowhere)
        #expect(readers.names == ["Tesseract"])
        #expect(readers.missing.isEmpty)
    }

    @Test("a receipt that is read without doubt is read once")
    func once() throws {
        let page = try ReceiptReaders(.tesseract, models: nil).read(SampleReceipt.image()) { _ in }
        #expect(page.alternatives.isEmpty)
        #expect(ReadingCombination.draft(of: page).sumsAgree == true)
    }

    @Test("an invalid library and an invalid network are distinguished from missing ones")
    func broken() throws {
        let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let models = ModelFolder(folder.path)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "openvino"),
            withIntermediateDirectories: true
        )
        try Data("no library".utf8).write(to: URL(filePath: models.inferenceLibrary))
        #expect(throws: PaddleReader.EngineUnavailable.self) { try PaddleReader(models) }
    }
}
