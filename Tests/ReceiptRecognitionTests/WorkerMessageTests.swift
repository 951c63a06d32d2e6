import MessageCoding
import NIOCore
import ReceiptRecognition
import ReceiptUnderstanding
import Testing
import WorkerMessages

@Suite("Messages between supervisor and worker")
struct WorkerMessageTests {
    static let page = RecognizedPage(
        width: 800,
        height: 1900,
        words: [
            RecognizedWord(text: "MILK", confidence: 96, box: PixelBox(x: 10, y: 20, width: 80, height: 18), line: 0),
            RecognizedWord(text: "€1,99", confidence: 0, box: PixelBox(x: 300, y: 20, width: 70, height: 18), line: 0),
        ]
    )
    static let messages: [WorkerMessage] = [
        .request(id: 1, image: [1, 2, 3]), .request(id: .max, image: []), .ready(missing: []),
        .ready(missing: [MissingReader(name: "PP-OCR", reason: "not fetched")]), .progress(id: 7, percent: 100),
        .page(id: 2, page),
        .page(id: 5, RecognizedPage(width: 9, height: 9, words: page.words, alternatives: [page, page])),
        .page(
            id: 6,
            RecognizedPage(
                width: 9,
                height: 9,
                words: page.words,
                rereadRows: [RowBand(left: -3, right: 40, leftMiddle: 7, rightMiddle: 12, height: 11)]
            )
        ),
        .page(id: 3, RecognizedPage(width: 0, height: 0, words: [])),
        .page(
            id: 6,
            RecognizedPage(
                width: 9,
                height: 9,
                words: page.words,
                parts: [
                    PagePart(photoWidth: 30, photoHeight: 40, projection: .scale(0.5)),
                    PagePart(
                        photo: 1,
                        top: 5,
                        photoWidth: 3,
                        photoHeight: 4,
                        projection: .rotation(cosine: 0.6, sine: 0.8)
                    ),
                ],
                statistics: ImageStatistics(brightness: 200, contrast: 130, sharpness: 40)
            )
        ),
        .failure(id: 4, ReadingError(.undecodable, "Düster")), .failure(id: 4, ReadingError(.engine, "")),
        .failure(id: 4, .timedOut), .failure(id: 4, ReadingError(.outgrew, "Too much")),
    ]

    @Test("every message round-trips, whole or byte by byte", arguments: messages)
    func roundTrip(_ message: WorkerMessage) throws {
        var decoder = WorkerMessageDecoder()
        let bytes = try message.encoded()
        decoder.append(bytes + bytes)
        #expect(try decoder.next() == message)
        #expect(try decoder.next() == message)
        #expect(try decoder.next() == nil)
        for byte in bytes.dropLast() {
            decoder.append([byte])
            #expect(try decoder.next() == nil)
        }
        decoder.append(bytes.suffix(1))
        #expect(try decoder.next() == message)
    }

    @Test("a length beyond the longest frame is rejected before anything is stored")
    func tooLong() {
        var decoder = WorkerMessageDecoder()
        decoder.append([0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: WorkerCodecError.tooLong) { try decoder.next() }
    }

    @Test("a page without a reading, or with more words than its bytes hold, is rejected")
    func lyingPages() throws {
        func frame(_ kind: Worker.Envelope.Kind) throws -> [UInt8] {
            let bytes = try Worker.Envelope(kind: kind).encoded()
            return [0, 0, UInt8(bytes.readableBytes >> 8), UInt8(bytes.readableBytes & 255)] + bytes.readableBytesView
        }
        let word = Worker.Word(text: "MILK", confidence: 101)
        let row = [Double](repeating: 0, count: 8)
        let pages = [
            Worker.Page(),
            Worker.Page(readings: [Worker.Reading(words: [word])]),
            Worker.Page(readings: [Worker.Reading(words: [Worker.Word(text: String(repeating: "A", count: 201))])]),
            Worker.Page(readings: [Worker.Reading()], parts: [Worker.Part(projection: row)]),
            Worker.Page(readings: [Worker.Reading()], parts: [Worker.Part(projection: row + [.nan])]),
            Worker.Page(readings: [Worker.Reading()], statistics: Worker.Statistics(brightness: 256)),
            Worker.Page(readings: Array(repeating: Worker.Reading(), count: 10)),
        ]
        for page in pages {
            var decoder = WorkerMessageDecoder()
            decoder.append(try frame(.page(Worker.ReadPage(id: 1, page: page))))
            #expect(throws: WorkerCodecError.malformed) { try decoder.next() }
        }
        let long = String(repeating: "A", count: 4097)
        for kind in [
            Worker.Envelope.Kind.ready(Worker.Ready(missing: [Worker.MissingReader(name: "a", reason: long)])),
            .ready(Worker.Ready(missing: Array(repeating: Worker.MissingReader(), count: 256))),
            .failure(Worker.Failure(id: 1, kind: .engine, message: long)),
        ] {
            var decoder = WorkerMessageDecoder()
            decoder.append(try frame(kind))
            #expect(throws: WorkerCodecError.malformed) { try decoder.next() }
        }
        var decoder = WorkerMessageDecoder()
        let milk = Worker.Page(readings: [Worker.Reading(words: [Worker.Word(text: "MILK")])])
        var cut = try frame(.page(Worker.ReadPage(id: 1, page: milk)))
        // The length of the word, the innermost field.
        let text = try #require(cut.lastIndex(of: 0x4D))
        cut[text - 1] = 0x7F
        decoder.append(cut)
        #expect(throws: WorkerCodecError.malformed) { try decoder.next() }
    }

    @Test("words are truncated, and unrepresentable values rejected")
    func limits() throws {
        func decoded(_ change: (inout RecognizedPage) -> Void) throws -> RecognizedPage? {
            var page = Self.page
            change(&page)
            var decoder = WorkerMessageDecoder()
            decoder.append(try WorkerMessage.page(id: 1, page).encoded())
            guard case .page(_, let decoded) = try decoder.next() else { return nil }
            return decoded
        }
        let long = try decoded { $0.words[0].text = String(repeating: "é", count: 5000) }
        #expect(long?.words[0].text == String(repeating: "é", count: 100))
        let cut = try decoded { $0.words[0].text = "A\0B" }
        #expect(cut?.words[0].text == "AB")
        let many = try decoded { $0.words = Array(repeating: $0.words[0], count: 20_000) }
        #expect(many?.words.count == 4000)
        #expect(throws: WorkerCodecError.malformed) { try decoded { $0.words[0].box.width = 1 << 21 } }
        #expect(throws: WorkerCodecError.malformed) { try decoded { $0.height = 1 << 31 } }
        #expect(throws: WorkerCodecError.malformed) {
            try decoded { page in
                page.rereadRows = [RowBand(left: 0, right: 9, leftMiddle: -1 << 30, rightMiddle: 0, height: 3)]
            }
        }
    }

    @Test(
        "frames that are empty, unknown or too long for their content are rejected",
        arguments: [
            // Nothing, a message without a kind, an unknown kind, one that is longer than its frame.
            [0, 0, 0, 0], [0, 0, 0, 2, 0x08, 1], [0, 0, 0, 2, 0x7A, 0], [0, 0, 0, 2, 0x0A, 9],
            // Progress of 101 percent, a page without a page, a failure without a kind.
            [0, 0, 0, 4, 0x1A, 2, 0x10, 101], [0, 0, 0, 2, 0x22, 0], [0, 0, 0, 2, 0x2A, 0],
        ] as [[UInt8]]
    )
    func malformed(_ bytes: [UInt8]) {
        var decoder = WorkerMessageDecoder()
        decoder.append(bytes)
        #expect(throws: WorkerCodecError.malformed) { try decoder.next() }
    }

    @Test("no bytes make the decoder trap")
    func noise() throws {
        var generator = SystemRandomNumberGenerator()
        for round in 0..<3000 {
            var bytes = try Self.messages[round % Self.messages.count].encoded()
            for _ in 0..<3 {
                bytes[Int.random(in: 4..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            var decoder = WorkerMessageDecoder()
            decoder.append(bytes)
            while let next = try? decoder.next() { _ = next }
        }
    }

    @Test("reasons of a worker make no lines of their own in a log")
    func lineBreaks() throws {
        let missing = MissingReader(name: "PP-OCR\nlevel=error", reason: "none\r\n\u{2028}x\u{1B}[31m")
        let bytes = try WorkerMessage.ready(missing: [missing]).encoded()
        var decoder = WorkerMessageDecoder()
        decoder.append(bytes)
        let expected = MissingReader(name: "PP-OCR level=error", reason: "none   x [31m")
        #expect(try decoder.next() == .ready(missing: [expected]))
    }
}
