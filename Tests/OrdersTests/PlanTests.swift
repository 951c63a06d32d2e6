import Foundation
import OrdersMessages
import PersonalDataTestSupport
import PostgresTestSupport
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_orders

/// Calls of users read the rows of their caller alone, however many others there are.
@Suite("The plans of users' calls", .timeLimit(.minutes(5)))
struct PlanTests {
    @Test("read neither a table of users' rows from end to end nor rows of others")
    func calls() async throws {
        try await OrdersTestEnvironment.run { environment in
            let problems = try await PlanCheck.problems(
                in: environment.pool,
                owners: PersonalTables.orders.owners,
                othersLike: UUID()
            ) { plans in
                try await plans.call("ListOpenEateries") {
                    try await environment.list(.init(near: OrdersTestEnvironment.town))
                }
                #expect(plans.uncalled(of: OrdersProgram.knownServices.userMethods(of: "orders")) == [])
            }
            #expect(problems == [])
        }
    }
}
