import PrintedWords
import Testing

@Suite("A printed pack size")
struct PackSizeTests {
    @Test(
        "is found with its count, in thousandths of a gram or millilitre",
        arguments: [
            ("COLA 6X355ML", PackSize(count: 6, amount: 355_000, dimension: .volume)),
            ("Cola 6 x 355 ml", PackSize(count: 6, amount: 355_000, dimension: .volume)),
            ("MILK 1,5L", PackSize(amount: 1_500_000, dimension: .volume)),
            ("BUTTER 454 G", PackSize(amount: 454_000, dimension: .mass)),
            ("FLOUR 2.5KG", PackSize(amount: 2_500_000, dimension: .mass)),
            // An ounce is 28.349523125 g.
            ("CHIPS 10OZ", PackSize(amount: 283_500, dimension: .mass)),
            ("WINE 75CL", PackSize(amount: 750_000, dimension: .volume)),
            ("COLA 12/355ML", PackSize(count: 12, amount: 355_000, dimension: .volume)),
            ("COLA 12PK 355ML", PackSize(count: 12, amount: 355_000, dimension: .volume)),
            ("COLA 12 PACK 355 ML", PackSize(count: 12, amount: 355_000, dimension: .volume)),
            // A price look-up code is no count.
            ("MLK 2 4L", PackSize(amount: 4_000_000, dimension: .volume)),
            ("SOUP 284ML 3PK", PackSize(count: 3, amount: 284_000, dimension: .volume)),
            ("SOUP 284 ML 3 PACK", PackSize(count: 3, amount: 284_000, dimension: .volume)),
            ("SOUP 284ML X3", PackSize(count: 3, amount: 284_000, dimension: .volume)),
            ("SOUP 284ML 3 BEANS", PackSize(amount: 284_000, dimension: .volume)),
            ("4011 BANANAS 4011 500G", PackSize(amount: 500_000, dimension: .mass)),
            ("COLA 0G SUGAR 355ML", PackSize(amount: 355_000, dimension: .volume)),
        ]
    )
    func found(text: String, size: PackSize) {
        #expect(PackSize(in: NormalisedText(text).words) == size)
    }

    @Test("prices something only where there is one, and it is of no dose")
    func only() {
        #expect(PackSize(onlyIn: "BUTTER 454G") == PackSize(amount: 454_000, dimension: .mass))
        #expect(PackSize(onlyIn: "IBUPROFEN 200MG 24CT") == nil)
        #expect(PackSize(onlyIn: "SYRUP 5MG 100ML") == PackSize(amount: 100_000, dimension: .volume))
        #expect(PackSize(onlyIn: "PROTEIN BAR 20G 60G") == nil)
    }

    @Test(
        "is nil without a mass or volume, or with one that no package has",
        arguments: ["", "EGGS 12PK", "BANANAS KG", "4011 BANANAS", "SOAP 0X500G", "SOAP 1001X1G", "SALT 123456KG"]
    )
    func missing(text: String) {
        #expect(PackSize(in: NormalisedText(text).words) == nil)
    }
}
