import CatalogDomain
import CatalogMessages
import Foundation
import Foundations
import PersonalDataTestSupport
import PersonalMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing
import Texts

@testable import larder_catalog

@Suite("What lines, products and stores are called", .timeLimit(.minutes(5)))
struct SealedTextTests {
    /// Stands in every text that is stored of the user.
    private static let marker = "Zebraquagga"
    private static let market = "\(marker) Market"

    /// The tables that have the marker anywhere, also in columns of bytes.
    private func readable(_ environment: CatalogTestEnvironment) async throws -> [String] {
        let forms = [Self.marker, Self.marker.lowercased(), Self.marker.uppercased()].flatMap { form in
            [form, form.utf8.map { String($0, radix: 16) }.joined()]
        }
        return try await environment.pool.contents().filter { _, rows in
            rows.contains { row in forms.contains { row.contains($0) } }
        }.keys.sorted()
    }

    private func export(_ environment: CatalogTestEnvironment) async throws -> String {
        var records = ""
        let export = PersonalExport(.catalog(environment.mappings), in: environment.pool)
        try await export.read(environment.user, in: .english) { part in
            if case .record(let record) = part { records += record + "\n" }
        }
        return records
    }

    private func search(_ environment: CatalogTestEnvironment) async throws -> [Catalog.Product] {
        try await environment.products.searchProducts(
            .init(text: "\(Self.marker) soda"),
            context: .user(environment.user)
        ).products
    }

    @Test("is in no table as it is, and is found again by its owner alone")
    func sealed() async throws {
        try await CatalogTestEnvironment.run { environment in
            let request = Catalog.ResolveStoreRequest(
                userID: environment.user.canonical,
                name: Self.market,
                address: "1 \(Self.marker) Road",
                phone: "555 \(Self.marker)"
            )
            let made = try await environment.stores.resolveStore(request, context: .service)
            let store = try #require(made.store)
            #expect(made.created && store.name == Self.market && store.address == request.address)
            let again = try await environment.stores.resolveStore(request, context: .service)
            #expect(!again.created && again.store == store)
            let foreign = try await environment.resolveStore(Self.market, request.address, for: UUID())
            #expect(foreign.created && foreign.store?.id != store.id)

            let line = "\(Self.marker) SODA"
            let product = try await environment.resolve(line, store: store.id)
            #expect(product.created)
            #expect(try await environment.resolve(line, store: store.id).product == product.product)
            let wanted = Catalog.CreateProductRequest(product: .init(name: "\(Self.marker) Beans"))
            let beans = try await environment.products.createProduct(wanted, context: .user(environment.user))
            #expect(beans.created)
            let known = try await environment.products.createProduct(wanted, context: .user(environment.user))
            #expect(!known.created && known.product == beans.product)
            try await environment.choose(
                "\(Self.marker) BNS",
                try #require(beans.product?.id),
                store: store.id,
                consents: []
            )
            // Chosen at one store of a chain, it means the same at others.
            let elsewhere = try #require(try await environment.resolveStore(Self.market, "7 Oak Street").store)
            #expect(elsewhere.id != store.id)
            #expect(try await environment.resolve("\(Self.marker) BNS", store: elsewhere.id).product == beans.product)

            #expect(try await readable(environment) == [])
            #expect(try await environment.sealing.sealAll() == 0)
            let list = try await environment.list()
            #expect(Set(list.map(\.printedText)) == [line, "\(Self.marker) BNS"])
            #expect(Set(list.map(\.storeName)) == [Self.market])
            #expect(try await search(environment).first == product.product)
            let exported = try await export(environment)
            for text in [Self.market, request.address, request.phone, line, "\(Self.marker) Beans"] {
                #expect(exported.contains("\"\(text)\""), "\(text)")
            }
            #expect(exported.contains(#""normalised_text": "zebraquagga soda""#))
        }
    }

    @Test("is readable where its owner shares it, and no more once the owner withdraws the consent")
    func shared() async throws {
        try await CatalogTestEnvironment.run { environment in
            let line = "\(Self.marker) MLK"
            try await environment.vote(
                line,
                try environment.known("Milk"),
                Self.market,
                "1 Elm Road",
                by: environment.user
            )
            let tables = try await readable(environment)
            #expect(tables.contains("receipt_text_mappings"))
            #expect(Set(tables).isSubset(of: ["receipt_text_mappings", "shared_text_mappings"]))
            try await environment.mappings.stopSharing(by: environment.user, withdrawnAt: .now)
            #expect(try await readable(environment) == [])
            #expect(try await environment.list().map(\.printedText) == [line])
        }
    }

    // MARK: Rows of former versions

    /// What a former version has stored: two stores of a chain, a line chosen at the first, and one for which a product was
    /// made. Returns the stores and products, in order.
    private func former(_ environment: CatalogTestEnvironment) async throws -> (stores: [UUID], products: [UUID]) {
        let (stores, products, user) = ([UUID(), UUID()], [UUID(), UUID()], environment.user)
        let index = try environment.catalog.snapshot.index
        for (number, store) in stores.enumerated() {
            let address = "\(number) \(Self.marker) Road"
            try await environment.pool.execute(
                """
                INSERT INTO user_stores (user_id, id, name, normalised_name, address, normalised_address, phone)
                VALUES (\(user), \(store), \(Self.market), \(Self.market.lowercased()), \(address), \(address.lowercased()), '')
                """
            )
        }
        let scope = StoreScope(store: stores[0], name: Self.market, address: "0 \(Self.marker) Road")
        for (number, name) in ["\(Self.marker) Beans", "\(Self.marker) Soda"].enumerated() {
            let line = number == 0 ? "\(Self.marker) BNS" : "\(Self.marker) SODA"
            let text = LineMatcher.key(of: index.printedText(line))
            let (basis, reason) = number == 0 ? ("chosen", "consent" as String?) : ("made", nil)
            try await environment.pool.pipeline([
                """
                INSERT INTO user_products (user_id, id, name, normalised_name, category_slug, default_unit)
                SELECT \(user), \(products[number]), \(name), \(name.lowercased()), slug, 'each'
                FROM categories ORDER BY slug LIMIT 1
                """,
                """
                INSERT INTO receipt_text_mappings (
                    user_id, store_id, normalised_text, printed_text, product_id, confidence, basis, chain_key, store_key,
                    kept_private, seen_at
                ) VALUES (
                    \(user), \(stores[0]), \(text), \(line), \(products[number]), 100, \(basis), \(scope.chainKey),
                    \(scope.storeKey), \(reason), now()
                )
                """,
            ])
        }
        return (stores, products)
    }

    /// Checks what the owner finds, without a change of anything.
    private func check(
        _ stores: [UUID],
        _ products: [UUID],
        _ environment: CatalogTestEnvironment
    ) async throws {
        let list = try await environment.list()
        #expect(Set(list.map(\.printedText)) == ["\(Self.marker) BNS", "\(Self.marker) SODA"])
        #expect(Set(list.map(\.storeName)) == [Self.market])
        for store in stores {
            let guess = try await environment.guess("\(Self.marker) BNS", store: store.canonical)
            #expect(guess.meaning?.product?.id == products[0].canonical)
            #expect(guess.meaning?.product?.name == "\(Self.marker) Beans")
        }
        #expect(try await search(environment).first?.id == products[1].canonical)
        #expect(try await export(environment).contains("\"0 \(Self.marker) Road\""))
    }

    @Test("is read as former versions stored it, then encrypted, and found as before", arguments: [false, true])
    func formerRows(isWrittenFirst: Bool) async throws {
        try await CatalogTestEnvironment.run { environment in
            let (stores, products) = try await former(environment)
            #expect(try await readable(environment) == ["receipt_text_mappings", "user_products", "user_stores"])
            try await check(stores, products, environment)
            #expect(try await environment.count("person_keys") == 0, "reading makes no key")

            if isWrittenFirst {
                // What is written finds what is there, and encrypts it first.
                let phone = Catalog.ResolveStoreRequest(
                    userID: environment.user.canonical,
                    name: Self.market,
                    address: "1 \(Self.marker) Road",
                    phone: "555 0100"
                )
                #expect(
                    try await environment.stores.resolveStore(phone, context: .service).store?.id == stores[1].canonical
                )
                let resolved = try await environment.resolve("\(Self.marker) SODA", store: stores[1].canonical)
                #expect(resolved.product?.id == products[1].canonical)
                #expect(try await environment.sealing.sealAll() == 0)
            } else {
                #expect(try await environment.sealing.sealAll() == 6)
                #expect(try await environment.sealing.sealAll() == 0)
                try await check(stores, products, environment)
            }
            #expect(try await readable(environment) == [])
            let again = try await environment.resolve(
                ["\(Self.marker) BNS", "\(Self.marker) SODA"],
                store: stores[0].canonical
            )
            #expect(again.map(\.product?.id) == products.map(\.canonical))
            let request = Catalog.CreateProductRequest(product: .init(name: "\(Self.marker) Beans"))
            let known = try await environment.products.createProduct(request, context: .user(environment.user))
            #expect(known.product?.id == products[0].canonical)
            #expect(try await environment.count("user_products") == 2)
            #expect(try await environment.count("user_stores") == 2)
        }
    }

    /// Stores lines as a former version did.
    private func addLines(_ count: Int, of user: UUID, _ environment: CatalogTestEnvironment) async throws {
        try await environment.pool.execute(
            """
            INSERT INTO receipt_text_mappings (
                user_id, store_id, normalised_text, printed_text, product_id, confidence, basis, chain_key, store_key,
                seen_at
            )
            SELECT \(user), \(UUID()), 'line ' || n, 'LINE ' || n, gen_random_uuid(), 90, 'resemblance', '', '', now()
            FROM generate_series(1, \(Int64(count))) AS n
            """
        )
    }

    @Test("is encrypted, however much of it a user has, before the user writes, and nobody else's is")
    func firstWrite() async throws {
        try await CatalogTestEnvironment.run { environment in
            let other = UUID()
            try await addLines(450, of: environment.user, environment)
            try await addLines(3, of: other, environment)
            _ = try await environment.sealing.writing(for: environment.user)
            let left = try await environment.pool.query("SELECT user_id FROM receipt_text_mappings WHERE NOT is_sealed")
            #expect(try left.map { try $0["user_id"] as UUID } == [other, other, other])
        }
    }

    @Test("is encrypted although a row of it can't be, and with no key for somebody who is erased meanwhile")
    func failures() async throws {
        try await CatalogTestEnvironment.run { environment in
            let erased = UUID()
            try await addLines(300, of: environment.user, environment)
            try await addLines(1, of: erased, environment)
            try await environment.pool.execute(
                "UPDATE receipt_text_mappings SET printed_text = NULL WHERE normalised_text = 'line 250'"
            )
            let failure = try await environment.pool.transaction { connection in
                try await connection.execute("DELETE FROM receipt_text_mappings WHERE user_id = \(erased)")
                return await #expect(throws: SealingFailure.self) { try await environment.sealing.sealAll() }
            }
            #expect(failure?.rows == ["receipt_text_mappings": 1])
            let left = try await environment.pool.query("SELECT 1 FROM receipt_text_mappings WHERE NOT is_sealed")
            #expect(left.count == 1)
            #expect(try await environment.count("person_keys") == 1)
            // What is found by its hash alone would miss the row.
            await #expect(throws: SealingFailure.self) {
                _ = try await environment.sealing.writing(for: environment.user)
            }
        }
    }

    @Test("is not read where others have put it once nothing is left of former versions, nor encrypted")
    func forged() async throws {
        try await CatalogTestEnvironment.run { environment in
            let (stores, _) = try await former(environment)
            try await environment.sealing.sealAll()
            try await environment.pool.pipeline([
                "UPDATE user_products SET name = 'Forged', name_sealed = NULL, is_sealed = false",
                "UPDATE user_stores SET name = 'Forged', name_sealed = NULL, is_sealed = false",
                "UPDATE receipt_text_mappings SET printed_text = 'Forged', printed_text_sealed = NULL",
            ])
            #expect(try await environment.sealing.sealAll() == 0)
            _ = try await environment.sealing.writing(for: environment.user)
            #expect(try await environment.list().allSatisfy { $0.printedText.isEmpty && $0.storeName.isEmpty })
            #expect(try await !search(environment).contains { $0.name == "Forged" })
            #expect(try await environment.mappings.ownStore(stores[0], of: environment.user) != nil)
            #expect(try await !export(environment).contains("Forged"))
            let names = try await environment.pool.query("SELECT 1 FROM user_products WHERE name = 'Forged'")
            #expect(names.count == 2)
        }
    }

    @Test("can't be read once its owner's key is destroyed, and is read all the while when the master key is replaced")
    func keys() async throws {
        try await CatalogTestEnvironment.run { environment in
            try await environment.choose("\(Self.marker) MLK", try environment.known("Milk"), consents: [])
            let both = try CatalogSealing.test(in: environment.pool, masters: [2, 1])
            let (rewrapped, remaining) = try await both.keys.rewrap()
            #expect(rewrapped == 1 && remaining == 0)
            for masters in [[2, 1], [1, 2], [2]] as [[UInt8]] {
                let sealing = try CatalogSealing.test(in: environment.pool, masters: masters)
                try await sealing.keys.requireMasterKeys()
                let product = try await MappingsStore(pool: environment.pool, sealing: sealing)
                    .meanings(of: ["zebraquagga milk", "zebraquagga mlk"], for: environment.user, in: .unknown)
                #expect(product.byText.count == 1)
            }
            let former = try CatalogSealing.test(in: environment.pool)
            await #expect(throws: (any Error).self) { try await former.keys.requireMasterKeys() }

            try await environment.pool.execute("DELETE FROM person_keys WHERE user_id = \(environment.user)")
            let mappings = MappingsStore(
                pool: environment.pool,
                sealing: try .test(in: environment.pool, masters: [2])
            )
            await #expect(throws: EncryptionError.unreadable) {
                try await mappings.list(Page(nil), .unspecified, of: environment.user)
            }
        }
    }
}
