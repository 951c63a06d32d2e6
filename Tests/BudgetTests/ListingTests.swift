import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

@Suite("Listing purchases", .timeLimit(.minutes(5)))
struct ListingTests {
    private func page(
        _ environment: BudgetTestEnvironment,
        _ user: User,
        size: Int32 = 0,
        token: String = ""
    ) async throws -> Budget.ListPurchasesResponse {
        try await environment.service.listPurchases(
            .init(page: .init(size: size, token: token)),
            context: user.context()
        )
    }

    private func all(_ environment: BudgetTestEnvironment, _ user: User, size: Int32) async throws -> [Budget.Purchase]
    {
        var (purchases, token) = ([Budget.Purchase](), "")
        repeat {
            let page = try await page(environment, user, size: size, token: token)
            #expect(page.purchases.count <= Int(size))
            purchases += page.purchases
            token = page.nextPageToken
        } while !token.isEmpty
        return purchases
    }

    private func record(_ environment: BudgetTestEnvironment, _ user: User, day: String) async throws -> String {
        try await environment.record(user) { $0.purchasedAt?.date = day }.id
    }

    @Test("rejects days that do not exist, and a period that ends before it begins")
    func impossiblePeriod() async throws {
        try await BudgetTestEnvironment.with { environment in
            for (first, last, fields) in [
                ("2025-02-30", "soon", ["first_day", "last_day"]), ("2025-03-02", "2025-03-01", ["last_day"]),
            ] {
                let request = Budget.ListPurchasesRequest(firstDay: first, lastDay: last)
                let status = await failure {
                    try await environment.service.listPurchases(request, context: User().context())
                }
                #expect(status?.fieldViolations.map(\.field) == fields)
            }
        }
    }

    @Test("contains the purchases of a period, both its days included, page by page")
    func period() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            var ids: [String: String] = [:]
            for day in ["2025-02-28", "2025-03-01", "2025-03-15", "2025-03-31", "2025-04-01"] {
                ids[day] = try await record(environment, user, day: day)
            }
            func listed(_ first: String, _ last: String) async throws -> [String] {
                var (found, token) = ([String](), "")
                repeat {
                    let page = try await environment.service.listPurchases(
                        .init(page: .init(size: 2, token: token), firstDay: first, lastDay: last),
                        context: user.context()
                    )
                    found += page.purchases.map(\.id)
                    token = page.nextPageToken
                } while !token.isEmpty
                return found
            }
            func expected(_ days: String...) -> [String] { days.compactMap { ids[$0] } }
            #expect(
                try await listed("2025-03-01", "2025-03-31") == expected("2025-03-31", "2025-03-15", "2025-03-01")
            )
            #expect(try await listed("2025-03-31", "") == expected("2025-04-01", "2025-03-31"))
            #expect(try await listed("", "2025-02-28") == expected("2025-02-28"))
            #expect(try await listed("2025-03-02", "2025-03-02").isEmpty)
        }
    }

    @Test("rejects sizes out of range and invalid page tokens")
    func malformed() async throws {
        try await BudgetTestEnvironment.with { environment in
            let foreign = Data("notifications|1|\(UUID().canonical)".utf8).base64EncodedString()
            let wrongDay = Data("purchases|2025-02-30|1|\(UUID().canonical)".utf8).base64EncodedString()
            let wrongTime = Data("purchases|2025-02-03|\(Int64.min)|\(UUID().canonical)".utf8)
            let tokens = [
                "x", "%%%", "é", foreign, wrongDay, wrongTime.base64EncodedString(),
                String(repeating: "A", count: 9_999),
            ]
            for token in tokens {
                let status = await failure { try await page(environment, User(), token: token) }
                #expect(status?.fieldViolations.map(\.field) == ["page.token"], "\(token.prefix(40))")
            }
            for size: Int32 in [-1, 201, .max, .min] {
                let status = await failure { try await page(environment, User(), size: size) }
                #expect(status?.fieldViolations.map(\.field) == ["page.size"])
            }
        }
    }

    @Test("contains no purchases of other users")
    func foreign() async throws {
        try await BudgetTestEnvironment.with { environment in
            try await environment.record(User())
            let page = try await page(environment, User())
            #expect(page == Budget.ListPurchasesResponse())
        }
    }

    @Test("ignores another user's page token")
    func foreignToken() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (owner, stranger) = (User(), User())
            for _ in 0..<2 { try await environment.record(owner) }
            let token = try await page(environment, owner, size: 1).nextPageToken
            #expect(try await page(environment, stranger, token: token).purchases.isEmpty)
        }
    }

    @Test("is ordered by date, then by recording; an unknown date counts as the date of recording")
    func order() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            // The clock is in November 2023.
            let old = try await record(environment, user, day: "2023-01-01")
            let unknown = try await record(environment, user, day: "")
            let new = try await record(environment, user, day: "2024-01-01")
            environment.clock.advance(by: 1)
            let oldButLater = try await record(environment, user, day: "2023-01-01")
            for size: Int32 in [1, 2, 3, 200] {
                #expect(try await all(environment, user, size: size).map(\.id) == [new, unknown, oldButLater, old])
            }
        }
    }

    @Test("lists every purchase once, also when dates and times are equal")
    func ties() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            var ids: Set<String> = []
            for _ in 0..<7 { ids.insert(try await environment.record(user).id) }
            let listed = try await all(environment, user, size: 2)
            #expect(listed.count == 7)
            #expect(Set(listed.map(\.id)) == ids)
            for purchase in listed { #expect(try await environment.get(purchase.id, user) == purchase) }
        }
    }

    @Test("is stable while purchases are added")
    func additions() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            var expected: [String] = []
            for day in 1...6 { expected.insert(try await record(environment, user, day: "2025-01-0\(day)"), at: 0) }
            var (listed, token) = ([String](), "")
            repeat {
                let page = try await page(environment, user, size: 2, token: token)
                listed += page.purchases.map(\.id)
                token = page.nextPageToken
                _ = try await record(environment, user, day: "2025-02-01")
            } while !token.isEmpty
            #expect(listed == expected)
        }
    }

    @Test("ends a page early rather than sending too many items, and omits none")
    func largePurchases() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            for _ in 0..<5 {
                try await environment.record(user) { $0.items = Array(repeating: $0.items[0], count: 400) }
            }
            let first = try await page(environment, user, size: 5)
            #expect(first.purchases.count == 2)
            #expect(try await all(environment, user, size: 5).count == 5)
        }
    }
}
