import Testing

@testable import ReceiptUnderstanding

@Suite("A projection")
struct ProjectionTests {
    private let bent = Projection(x: SIMD3(0.9, -0.2, 40), y: SIMD3(0.1, 1.1, -7), w: SIMD3(0.0002, -0.0001, 1))

    @Test("composed with its inverse is the identity")
    func inverse() throws {
        let back = try #require(bent.inverse)
        let there = bent(120, 300)
        let again = back(there.x, there.y)
        #expect(abs(again.x - 120) < 1e-6 && abs(again.y - 300) < 1e-6)
        #expect(Projection(x: .zero, y: .zero).inverse == nil)
    }

    @Test("composed with another equals applying both")
    func composition() {
        let turn = Projection.rotation(cosine: 0, sine: 1)
        #expect(turn(1, 0) == (0, 1))
        let both = Projection.shift(10, 20).after(turn).after(.scale(2))
        #expect(both(3, 4) == (2, 26))
    }

    @Test("keeps a box around all four corners")
    func bounds() {
        let box = Projection.rotation(cosine: 0.6, sine: 0.8).bounds(of: PixelBox(x: 0, y: 0, width: 100, height: 50))
        #expect(box == PixelBox(x: -40, y: 0, width: 100, height: 110))
        #expect(box.clipped(toWidth: 50, height: 60) == PixelBox(x: 0, y: 0, width: 50, height: 60))
    }

    @Test("without a finite image does not trap")
    func infinity() {
        let flat = Projection(x: SIMD3(1, 0, 0), y: SIMD3(0, 1, 0), w: .zero)
        #expect(flat.bounds(of: PixelBox(x: 1, y: 1, width: 5, height: 5)).width > 0)
        #expect(!Projection(x: SIMD3(.nan, 0, 0), y: .zero).isFinite)
    }
}

@Suite("A page made of photos")
struct PagePlaceTests {
    @Test("is the photo as displayed by default")
    func plain() {
        let box = PixelBox(x: 3, y: 4, width: 5, height: 6)
        #expect(RecognizedPage(width: 9, height: 9, words: []).place(of: box) == PhotoPosition(photo: 0, box: box))
    }

    @Test("maps each part to its photo and position")
    func parts() {
        let page = RecognizedPage(
            width: 100,
            height: 200,
            words: [],
            parts: [
                PagePart(photo: 1, photoWidth: 50, photoHeight: 50, projection: .scale(0.5)),
                PagePart(photo: 0, top: 100, photoWidth: 100, photoHeight: 100, projection: .shift(0, -100)),
            ]
        )
        let above = page.place(of: PixelBox(x: 20, y: 40, width: 10, height: 10))
        #expect(above == PhotoPosition(photo: 1, box: PixelBox(x: 10, y: 20, width: 5, height: 5)))
        let below = page.place(of: PixelBox(x: 20, y: 150, width: 200, height: 10))
        #expect(below == PhotoPosition(photo: 0, box: PixelBox(x: 20, y: 50, width: 80, height: 10)))
    }
}
