import CatalogEvaluation
import Geography
import Testing

@testable import CatalogDomain

@Suite("Reference data")
struct ReferenceDataTests {
    /// The shipped files with a change to one of them.
    private func problems(in file: String, _ change: (String) -> String) throws -> [ReferenceProblem] {
        let error = #expect(throws: ReferenceDataError.self) {
            try ReferenceData { name in
                let bytes = try ShippedReferenceData.bytes(ofFile: name)
                return name == file ? Array(change(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
            }
        }
        return try #require(error).problems
    }

    @Test("with another header is rejected")
    func header() throws {
        let problems = try problems(in: "categories.csv") { $0.replacing("slug,name", with: "slug,title") }
        #expect(problems.count == 1)
        #expect(problems.first?.line == 1)
        #expect(problems.first?.file == "categories.csv")
    }

    @Test("lists every invalid row")
    func everyBadRow() throws {
        let problems = try problems(in: "stores.csv") {
            $0.replacing("America/Vancouver", with: "America/Fernhollow", maxReplacements: 2)
                .replacing(",00:00-24:00", with: ",00:00-25:00", maxReplacements: 1)
                .replacing("49.59950", with: "149.59950")
        }
        #expect(problems.count == 4)
        #expect(problems.allSatisfy { $0.file == "stores.csv" && ($0.line ?? 0) > 1 })
    }

    @Test(
        "with an invalid value is rejected",
        arguments: [
            ("nutrition.csv", "01001,", "1001,"), ("nutrition.csv", "717,0.85", "717,0.8555"),
            ("nutrition.csv", "717,0.85", "7e2,0.85"), ("shelf_life.csv", ",30,60,", ",60,30,"),
            ("products.csv", ",kg,", ",stone,"), ("categories.csv", "🍎", "🍎🍏"),
            ("securities.csv", ",bond,", ",coin,"), ("security_prices.csv", "100.0000", "-100.0000"),
            ("average_goods.csv", ",454,g,", ",0,g,"), ("average_goods.csv", ",454,g,", ",454,stone,"),
            ("average_prices.csv", ",2022-01,", ",2022-13,"), ("average_prices.csv", "5.19;", "-5.19;"),
            ("average_prices.csv", "5.19;", "cheap;"),
            ("tax_rates.csv", "CA-QC,QST", "Québec,QST"), ("tax_rates.csv", "CA-QC,QST,TVQ", "CA-QC,QST,"),
            ("tax_rates.csv", "9.975", "9.9755"), ("tax_rates.csv", "9.975", "-9.975"),
            ("tax_rates.csv", "9.975", "50.001"), ("tax_rates.csv", "2013-01-01,,", "2013-01-01,2012-12-31,"),
            ("tax_rates.csv", "2013-01-01", "2013-02-30"), ("tax_rates.csv", "2013-01-01", ""),
            ("tax_rates.csv", "Revenu Québec", ""),
        ]
    )
    func wrongFigures(file: String, figure: String, wrong: String) throws {
        let problems = try problems(in: file) { $0.replacing(figure, with: wrong, maxReplacements: 1) }
        #expect(problems.count == 1)
    }

    @Test(
        "with a dangling reference or a duplicate key is rejected",
        arguments: [
            ("products.csv", "apples,Apples,fruit", "apples,Apples,fruits"), ("products.csv", ",09003,", ",99999,"),
            ("products.csv", ",248,APPLE", ",9999,APPLE"), ("products.csv", "gala-apples,", "apples,"),
            ("categories.csv", "🍎,produce", "🍎,product"), ("stores.csv", "hollow-bakery,", "juniper-street-market,"),
            ("security_prices.csv", "UST10,", "UST11,"), ("security_prices.csv", "1953-05-31", "1953-04-30"),
            ("average_goods.csv", "avocados", "avocadoes"), ("average_goods.csv", "eggs-12,", "tea-20,"),
            ("average_prices.csv", "almonds-200g CA,almonds-200g,", "almonds-200g CA,almonds,"),
            ("tax_rates.csv", "2025-03-31", "2025-04-01"), ("tax_rates.csv", "2025-03-31", ""),
            ("tax_rates.csv", "CA-QC,QST,TVQ", "CA-QC,GST,TPS"),
        ]
    )
    func brokenKeys(file: String, text: String, wrong: String) throws {
        #expect(try !problems(in: file) { $0.replacing(text, with: wrong, maxReplacements: 1) }.isEmpty)
    }

    @Test("that ships with Larder is valid")
    func shipped() throws {
        let data = try ShippedReferenceData.data.get()
        #expect(data.categories.count == 44)
        #expect(data.products.count == 889)
        #expect(data.shelfLives.count == 661)
        #expect(data.foods.count > 1_500)
        #expect(data.stores.count == 13)
        #expect(data.eateries.count == 42)
        #expect(data.securities.count == 4 && data.prices.count == 1_811)
        #expect(data.averageGoods.count == 109 && data.averagePrices.count == 1_198)
        #expect(data.taxRates.count == 18)
    }

    @Test("contains whole units and omits unknown values")
    func figures() throws {
        let data = try ShippedReferenceData.data.get()
        let butter = try #require(data.foods.first { $0.id == "01001" })
        #expect(butter.nutrients[.energyKilocalories] == 717)
        #expect(butter.nutrients[.proteinMilligrams] == 850)
        #expect(butter.nutrients[.saturatedFatMilligrams] == 51_368)
        #expect(butter.nutrients[.ironMicrograms] == 20)
        #expect(butter.nutrients[.fibreMilligrams] == 0)
        #expect(data.foods.contains { $0.nutrients[.sugarMilligrams] == nil })

        let milk = try #require(data.shelfLives.first { $0.id == 27 })
        #expect(milk.days[.fridge] == nil)
        #expect(milk.days[.fridgeAfterOpening] == 7...7)
        #expect(milk.notes[.fridge] == "Package use-by date")
    }

    @Test("contains the sample store")
    func sampleStore() throws {
        let stores = try ShippedReferenceData.data.get().stores
        let store = try #require(stores.first { $0.place.name == "Juniper Street Market" }).place
        #expect(store.address == "14 Juniper Street, Fernhollow BC V0X 1Z0")
        #expect(store.coordinates == Coordinates(latitudeMicrodegrees: 49_601_200, longitudeMicrodegrees: -119_676_300))
        #expect(store.hours[.sunday] == DayHours(parsing: "08:00-22:00"))
    }
}
