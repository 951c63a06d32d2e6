import Foundation
import Testing

@testable import CatalogDomain

@Suite("The store matcher")
struct StoreMatcherTests {
    private let market = KnownStore(
        id: UUID(),
        name: "Juniper Street Market",
        address: "14 Juniper Street, Fernhollow BC V0X 1Z0"
    )
    private let millRoad = KnownStore(
        id: UUID(),
        name: "Fernhollow Co-op Foods",
        address: "210 Mill Road, Fernhollow BC V0X 1Z0"
    )
    private let larkspur = KnownStore(
        id: UUID(),
        name: "Fernhollow Co-op Foods",
        address: "77 Larkspur Ave, Fernhollow BC V0X 1Z1"
    )
    private let kiosk = KnownStore(id: UUID(), name: "Wharf Kiosk", address: "")

    private func match(_ name: String, _ address: String) -> StoreMatch? {
        StoreMatcher.match(name: name, address: address, among: [market, millRoad, larkspur, kiosk])
    }

    @Test("finds no store for a receipt without a name and an address")
    func nothingPrinted() {
        #expect(match("", "") == nil)
        #expect(match("***", "--") == nil)
    }

    @Test("finds no store among none")
    func noStores() {
        #expect(StoreMatcher.match(name: "Juniper Street Market", address: "", among: []) == nil)
    }

    @Test("finds no store for another name at another address")
    func stranger() {
        #expect(match("PINE HILL HARDWARE", "3 Summit Drive, Fernhollow BC") == nil)
    }

    @Test("distinguishes branches")
    func otherBranch() {
        #expect(match("FERNHOLLOW CO-OP FOODS", "900 Station Way, Fernhollow BC V0X 1Z0") == nil)
        #expect(match("JUNIPER STREET MARKET", "41 Juniper Street, Fernhollow BC V0X 1Z0") == nil)
    }

    @Test(
        "finds a store by telephone number when name or address alone does not suffice, but never against the address"
    )
    func phone() {
        let stores = [
            KnownStore(id: UUID(), name: "Fernhollow Foods", address: "210 Mill Road", phone: "250-555-0102"),
            KnownStore(id: UUID(), name: "Fernhollow Foods", address: "77 Larkspur Ave", phone: "+1 (250) 555 0103"),
            KnownStore(id: UUID(), name: "Fernhollow Foods", address: "3 Wharf Street", phone: "250-555-0102"),
            KnownStore(id: UUID(), name: "Wharf Kiosk", address: ""),
        ]
        func match(_ name: String, _ address: String, _ phone: String) -> UUID? {
            StoreMatcher.match(name: name, address: address, phone: phone, among: stores)?.storeID
        }
        #expect(match("Pine Hardware", "", "250-555-0103") == nil)
        #expect(match("Fernhollow Foods", "900 Station Way", "250-555-0103") == nil)
        #expect(match("Fernhollow Foods", "", "555-01") == nil)
        #expect(match("Fernhollow Foods", "", "") == nil)
        #expect(match("Fernhollow Foods", "", "5550103") == stores[1].id)
        #expect(match("FERNH0L F00DS", "", "250 555-0103") == stores[1].id)
        #expect(match("THANK YOU", "77 LARKSPUR AVENUE", "1-250-555-0103") == stores[1].id)
        #expect(match("Fernhollow Foods", "3 Wharf St", "250-555-0102") == stores[2].id)
    }

    @Test(
        "telephone numbers agree with and without country and area codes",
        arguments: [
            ("03-7955 1234", "+60 3-7955 1234", true), ("7955 1234", "03-79551234", true),
            ("0379551234", "0379551235", false), ("250-555-0102", "604-555-0102", false),
        ]
    )
    func phones(first: String, second: String, agrees: Bool) throws {
        let (a, b) = (try #require(StorePhone(first)), try #require(StorePhone(second)))
        #expect(a.agrees(with: b) == agrees && b.agrees(with: a) == agrees)
    }

    @Test("cannot distinguish branches without an address")
    func branchesWithoutAddress() {
        #expect(match("Fernhollow Co-op Foods", "") == nil)
    }

    @Test(
        "finds a store as receipts print it",
        arguments: [
            ("JUNIPER STREET MARKET", "14 JUNIPER STREET FERNHOLLOW BC V0X 1Z0"),
            ("Juniper Street Market Ltd. #0042", "14 Juniper St.\nFernhollow, B.C. V0X1Z0"),
            ("JUNIPERSTREETMARKET", "14 JUNIPER ST"),
            ("JUNlPER STREFT MARKET", "14 JUN1PER STREET FERNHOLLOW BC"),
            ("J STREET MARKET", "14 Juniper Street, Fernhollow BC V0X 1Z0"),
            ("JUNIPER STREET MARKET FERNHOLLOW", ""),
            ("juniper street market", ""),
        ]
    )
    func variants(name: String, address: String) throws {
        let found = try #require(match(name, address))
        #expect(found.storeID == market.id)
        #expect((60...100).contains(found.confidence))
    }

    @Test("finds the right branch by its address")
    func branches() {
        #expect(match("FERNHOLLOW COOP FOODS", "210 MILL RD FERNHOLLOW")?.storeID == millRoad.id)
        #expect(match("FERNHOLLOW COOP FOODS", "77 LARKSPUR AVENUE")?.storeID == larkspur.id)
    }

    @Test("finds a store with an unknown address by its name")
    func storeWithoutAddress() {
        #expect(match("WHARF KIOSK", "3 Wharf Street, Fernhollow BC")?.storeID == kiosk.id)
    }

    @Test("is certain only when everything agrees")
    func confidence() {
        #expect(match("Juniper Street Market", "14 Juniper Street, Fernhollow BC V0X 1Z0")?.confidence == 100)
        #expect(match("Juniper Street Market", "")?.confidence == 90)
        // What is printed has the name and more; what has more than is printed may be another one.
        #expect(match("JUNIPER STREET MARKET FERNHOLLOW", "")?.confidence == 81)
        #expect(match("Street Market", "")?.confidence == 63)
    }
}

@Suite("A store's address")
struct StoreAddressTests {
    @Test("is unlike an empty one")
    func empty() {
        #expect(StoreAddress("").isEmpty)
        #expect(StoreAddress("").similarity(to: StoreAddress("14 Juniper Street")) == 0)
    }

    @Test("is equal with shortened words, other case and joined postal code")
    func spelling() {
        let written = StoreAddress("210 Mill Road, Fernhollow BC V0X 1Z0")
        #expect(StoreAddress("210 MILL RD\nFERNHOLLOW BC V0X1Z0").similarity(to: written) == 1)
    }

    @Test("with another house number is another store")
    func houseNumber() {
        let one = StoreAddress("14 Juniper Street, Fernhollow BC V0X 1Z0")
        #expect(StoreAddress("16 Juniper Street, Fernhollow BC V0X 1Z0").similarity(to: one) <= 0.4)
    }

    @Test("recognizes five final digits as a postal code")
    func otherPostalCodes() {
        let one = StoreAddress("12 Jalan Besar, Ipoh 31450")
        #expect(StoreAddress("12, JLN BESAR, 31450").similarity(to: one) >= 0.9)
    }
}
