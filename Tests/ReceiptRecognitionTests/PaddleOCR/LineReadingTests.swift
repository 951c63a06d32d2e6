import ReceiptImaging
import ReceiptUnderstanding
import Testing

@testable import PaddleReading

@Suite("Lines of text, from strip to words")
struct LineReadingTests {
    private let alphabet = Alphabet(dictionary: "a\nb\n汉\n：\n1\n\u{301}\n")

    @Test("the classes are the blank, the dictionary's lines and a space")
    func classes() {
        #expect(alphabet.classCount == 8)
        #expect(alphabet.character(0) == nil)
        #expect(alphabet.character(1) == "a")
        #expect(alphabet.character(4) == ":")
        #expect(alphabet.character(7) == " ")
        #expect(alphabet.accepted == [1, 2, 4, 5, 7])
    }

    private func decode(_ path: [Int], width: Double) -> [RecognizedCharacter] {
        var output = [Float](repeating: 0.01, count: path.count * alphabet.classCount)
        for (step, index) in path.enumerated() { output[step * alphabet.classCount + index] = 0.9 }
        return output.withUnsafeBufferPointer {
            TextRecognizer.decode($0, steps: path.count, width: width, alphabet)
        }
    }

    @Test("repetitions count once, with a blank between them twice; the next best class replaces an unaccepted one")
    func decoding() {
        let characters = decode([0, 1, 1, 0, 1, 2, 2, 0, 3, 5], width: 80)
        #expect(characters.map(\.character) == ["a", "a", "b", "1"])
        #expect(characters.map(\.position) == [12, 36, 44, 76])
        #expect(characters.allSatisfy { abs($0.confidence - 0.9) < 0.001 })
        #expect(decode([0, 0, 0], width: 24).isEmpty)
        #expect(decode([], width: 24).isEmpty)
    }

    /// White, with black bars of 10 × 30 pixels in each 20.
    private func bars(_ places: [Int], width: Int) -> GreyImage {
        var image = GreyImage(width: width, height: 48, pixels: [UInt8](repeating: 240, count: width * 48))
        for place in places {
            for y in 9..<39 {
                for x in 0..<10 { image.pixels[y * width + place * 20 + 5 + x] = 20 }
            }
        }
        return image
    }

    private func quadrilateral(_ width: Double, _ height: Double) -> Quadrilateral {
        Quadrilateral(
            topLeft: Point(0, 0),
            topRight: Point(width, 0),
            bottomRight: Point(width, height),
            bottomLeft: Point(0, height)
        )
    }

    private func box(_ corners: [Point]) -> PixelBox { PixelBox(around: corners.map { ($0.x, $0.y) }) }

    private func characters(_ text: String, _ places: [Int]) -> [RecognizedCharacter] {
        zip(text, places).map { RecognizedCharacter(character: $0, confidence: 0.8, position: Double($1 * 20 + 10)) }
    }

    @Test("a gap without ink separates words where the network saw no blank, and boxes enclose the words")
    func gaps() {
        let places = [0, 1, 2, 4, 5, 6, 7]
        let strip = LineStrip(bars(places, width: 160), quadrilateral(160, 48))
        let words = WordSplitter(strip).words(characters("TAX1.20", places), line: 3, pageBox: box)
        #expect(words.map(\.text) == ["TAX", "1.20"])
        #expect(words.map(\.box.x) == [0, 80])
        #expect(words.map(\.box.right) == [60, 160])
        #expect(words.allSatisfy { $0.line == 3 && $0.confidence == 80 && $0.box.height == 48 })
    }

    @Test("a wide character does not split a word: there is ink in the gap")
    func inkInGap() {
        let strip = LineStrip(bars([0, 1, 2, 3, 4], width: 100), quadrilateral(100, 48))
        let words = WordSplitter(strip).words(characters("ABDE", [0, 1, 3, 4]), line: 0, pageBox: box)
        #expect(words.map(\.text) == ["ABDE"])
    }

    @Test("blanks separate words and belong to none")
    func blanks() {
        let strip = LineStrip(bars([0, 2], width: 60), quadrilateral(60, 48))
        let words = WordSplitter(strip).words(characters(" A B ", [0, 0, 1, 2, 2]), line: 0) {
            box($0.map { $0 * 0.5 })
        }
        #expect(words.map(\.text) == ["A", "B"])
        #expect(WordSplitter(strip).words(characters("  ", [0, 1]), line: 0, pageBox: box).isEmpty)
    }

    @Test("a strip keeps a level picture, and rotates it where the box is upright")
    func strips() {
        let image = bars([1], width: 80)
        let level = LineStrip(image, quadrilateral(80, 48))
        #expect(level.width == 80)
        #expect(level.pixels[24 * 80 + 30] == 20)
        #expect(level.pixels[24 * 80 + 50] == 240)
        #expect(level.ink()[30] == 30)
        #expect(level.ink()[50] == 0)

        var turned = GreyImage(width: 48, height: 80, pixels: [UInt8](repeating: 0, count: 48 * 80))
        for y in 0..<48 {
            for x in 0..<80 { turned.pixels[x * 48 + (47 - y)] = image.pixels[y * 80 + x] }
        }
        let upright = LineStrip(turned, quadrilateral(48, 80))
        #expect(upright.pixels == level.pixels)
    }

    @Test("a compressed strip has the mean of the columns that each new one covers")
    func compression() {
        let strip = LineStrip(bars([1], width: 80), quadrilateral(80, 48))
        let narrow = strip.compressed(to: 64)
        #expect(narrow.width == 64 && narrow.pixels.count == 64 * 48)
        // The bar from 25 to 35 lies from 20 to 28.
        #expect(narrow.pixels[24 * 64 + 20..<24 * 64 + 28].allSatisfy { abs($0 - 20) < 0.01 })
        #expect(abs(narrow.pixels[24 * 64 + 19] - 240) < 0.01 && abs(narrow.pixels[24 * 64 + 28] - 240) < 0.01)
        let means = [strip, narrow].map { $0.pixels.reduce(0, +) / Float($0.pixels.count) }
        #expect(abs(means[0] - means[1]) < 0.01)
        #expect(strip.compressed(to: 80).pixels == strip.pixels && strip.compressed(to: 96).width == 80)
    }

    @Test("a short line is padded, a long one padded or compressed by at most 15 %, to one of few widths")
    func inputWidths() {
        for width in 8...LineStrip.longest {
            let input = TextRecognizer.inputWidth(for: width)
            #expect(Double(input) >= (width <= 224 ? 1 : 0.85) * Double(width))
            #expect(input <= max(96, width * 9 / 5))
        }
        #expect(Set((8...LineStrip.longest).map(TextRecognizer.inputWidth)).count <= 13)
    }

    @Test("enlarging and reducing preserve dark and light")
    func scaling() {
        let image = bars([1], width: 80)
        let small = LineStrip(image, quadrilateral(80, 12))
        #expect(small.width == 320)
        var large = GreyImage(width: 320, height: 192, pixels: [UInt8](repeating: 0, count: 320 * 192))
        for y in 0..<192 {
            for x in 0..<320 { large.pixels[y * 320 + x] = image.pixels[y / 4 * 80 + x / 4] }
        }
        let reduced = LineStrip(large, quadrilateral(320, 192))
        #expect(reduced.width == 80)
        for (a, b) in zip(reduced.pixels, image.pixels) { #expect(abs(a - Float(b)) < 1) }
    }
}

@Suite("The metadata of an ONNX file")
struct ONNXMetadataTests {
    private func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        [number << 3 | 2, UInt8(content.count)] + content
    }

    private func property(_ key: String, _ value: String) -> [UInt8] {
        field(14, field(1, Array(key.utf8)) + field(2, Array(value.utf8)))
    }

    @Test("a property is found among other fields")
    func found() {
        let file: [UInt8] =
            [8, 0x88, 0x01] + field(2, Array("maker".utf8)) + property("other", "x") + field(7, [1, 2, 3])
            + property("character", "a\nb\n")
        #expect(ONNXMetadata.value("character", in: file) == "a\nb\n")
        #expect(ONNXMetadata.value("absent", in: file) == nil)
    }

    @Test(
        "other files than ONNX have no properties",
        arguments: [[], [0x72], [0x72, 0x7F, 1], [0xFF, 0xFF], [7, 7, 7]]
    )
    func broken(_ file: [UInt8]) {
        #expect(ONNXMetadata.value("character", in: file) == nil)
    }
}
