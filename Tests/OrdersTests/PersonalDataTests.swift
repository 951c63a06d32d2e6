import PersonalDataTestSupport
import PostgresTestSupport
import ServiceKit
import Testing

@testable import larder_orders

@Suite("What orders stores of a person", .timeLimit(.minutes(5)))
struct PersonalDataTests {
    @Test("is nothing")
    func everything() async throws {
        let migrations = try #require(OrdersProgram.migrations)
        try await TestDatabase.withService("orders", migrations: migrations) { pool, _ in
            let problems = try await PersonalDataCheck(.orders, in: pool).problems { _ in }
            #expect(problems == [])
        }
    }
}
