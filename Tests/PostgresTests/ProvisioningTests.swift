import FoundationEssentials
import Foundations
import Postgres
import PostgresTestSupport
import Testing

@Suite("A provisioned service", .serialized, .timeLimit(.minutes(5)))
struct ProvisioningTests {
    /// Two services in one database, `shop` with a table; the pools are of shop's two roles and of the other's.
    private func withServices(
        _ body: (_ owner: PostgresPool, _ shop: PostgresPool, _ bank: PostgresPool) async throws -> Void
    ) async throws {
        let suffix = UUID().canonical.filter { $0 != "-" }.prefix(12)
        try await TestDatabase.withDatabase { database in
            let administrator = database.pool(size: 1)
            let services = try ["shop", "bank"].map {
                try Provisioning(service: "\($0)_\(suffix)", ownerPassword: "owner's \\ word", runtimePassword: "päss")
            }
            for service in services + services { try await service.run(with: administrator) }
            func pool(_ role: String, _ password: String) -> PostgresPool {
                database.pool {
                    $0.user = role
                    $0.password = password
                }
            }
            let owner = pool(services[0].ownerRole, "owner's \\ word")
            try await owner.execute("CREATE TABLE things (id bigint GENERATED ALWAYS AS IDENTITY, name text)")
            let result: Result<Void, any Error>
            do {
                try await body(owner, pool(services[0].runtimeRole, "päss"), pool(services[1].runtimeRole, "päss"))
                result = .success(())
            } catch {
                result = .failure(error)
            }
            for service in services {
                for role in [service.ownerRole, service.runtimeRole] {
                    try await administrator.execute("DROP OWNED BY \(identifier: role) CASCADE")
                    try await administrator.execute("DROP ROLE \(identifier: role)")
                }
            }
            try result.get()
        }
    }

    private func expectDenied(_ pool: PostgresPool, _ statement: Statement) async {
        let error = await #expect(throws: PostgresError.self) { try await pool.execute(statement) }
        #expect(error?.code == .permissionDenied)
        // What operators are alerted by.
        #expect(PostgresError.permissionDenials > 0)
    }

    @Test("reads and writes the rows of its own schema without naming it")
    func ownRows() async throws {
        try await withServices { _, shop, _ in
            try await shop.execute("INSERT INTO things (name) VALUES ('a')")
            #expect(try await shop.execute("UPDATE things SET name = 'b'") == 1)
            #expect(try await shop.query("SELECT id FROM things")[0]["id"] as Int == 1)
            #expect(try await shop.execute("DELETE FROM things") == 1)
        }
    }

    @Test("can't create, change or empty tables, in its schema or in public")
    func noDefinitions() async throws {
        try await withServices { _, shop, _ in
            await expectDenied(shop, "CREATE TABLE more (id int)")
            await expectDenied(shop, "CREATE TABLE public.more (id int)")
            await expectDenied(shop, "CREATE TEMPORARY TABLE more (id int)")
            await expectDenied(shop, "CREATE SCHEMA more")
            await expectDenied(shop, "DROP TABLE things")
            await expectDenied(shop, "TRUNCATE things")
        }
    }

    @Test("can't see the rows of another service, nor take its role")
    func isolation() async throws {
        try await withServices { owner, shop, bank in
            let schema: String = try await shop.query("SELECT current_schema() AS schema")[0]["schema"]
            await expectDenied(bank, "SELECT * FROM \(identifier: schema).things")
            await expectDenied(bank, "INSERT INTO \(identifier: schema).things (name) VALUES ('x')")
            await expectDenied(bank, "SET ROLE \(identifier: owner.configuration.user)")
            await expectDenied(shop, "SET ROLE \(identifier: owner.configuration.user)")
        }
    }

    @Test("needs its password")
    func password() async throws {
        try await withServices { _, shop, _ in
            var configuration = shop.configuration
            configuration.password = "guess"
            let pool = PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger)
            let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
            #expect(error?.code == .authenticationFailed)
        }
    }

    @Test(
        "has a name without surprises",
        arguments: ["", "Shop", "1shop", "sh op", "pg_shop", "public", "a\"b", "x_owner"]
    )
    func names(name: String) {
        let error = #expect(throws: PostgresError.self) {
            try Provisioning(service: name, ownerPassword: "a", runtimePassword: "b")
        }
        #expect(error?.code == .configuration)
    }
}
