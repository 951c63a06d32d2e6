import AuthMessages
import Foundation
import FoundationsTestSupport
import RPC
import Testing

@testable import larder_auth

/// Whether there is an account is not to be learnt from how long an answer takes.
///
/// Measured is the processor time of the process, since load on the machine changes how long an answer takes and not what it costs.
/// It cannot be attributed to one call, whose work is spread over threads: what other tests take meanwhile is noise that is alike for
/// both kinds, which alternate in a random order, the same in every run, and which a rank test stands.
@Suite("The cost of an answer", .timeLimit(.minutes(5)), .serialized)
struct EqualCostTests {
    private static let tries = 200
    /// So that no account is locked by its share of the tries.
    private static let accounts = 40

    @Test("the rank test finds a difference, and none between equals")
    func rankTest() {
        var generator = SeededGenerator(seed: 7)
        func sample(_ shift: Double) -> [Double] {
            (0..<Self.tries).map { _ in shift + Double.random(in: 0..<1, using: &generator) }
        }
        #expect(RankTest.z([1, 1, 1], [1, 1, 1]) == 0)
        #expect(abs(RankTest.z(sample(0), sample(0))) < RankTest.threshold)
        // A third of what calls vary by is found each time. An answer without a password's hash differs by far more: the two
        // samples do not overlap, and z is 17.
        let differences = (0..<200).map { _ in RankTest.z(sample(1.0 / 3), sample(0)) }
        #expect(differences.allSatisfy { $0 > RankTest.threshold })
        #expect(RankTest.z(sample(0), sample(1.0 / 3)) < -RankTest.threshold)
        #expect(RankTest.z(sample(2), sample(0)) > 17)
    }

    @Test(
        "is the same for a wrong password of an account and for a name or address that nobody has, with 200 tries each"
    )
    func signIn() async throws {
        try await withAccounts { _, parts in
            func attempt(_ name: String) async {
                #expect(await status { try await parts.signIn(name, "wrong-horse-7") }?.reason == .wrongCredentials)
            }
            let z = try await Self.z(
                { await attempt($0 % 2 == 0 ? "known\($0)" : "known\($0)@example.org") },
                { await attempt($0 % 2 == 0 ? "nobody\($0)" : "nobody\($0)@example.org") }
            )
            #expect(abs(z) < RankTest.threshold, "z is \(z)")
        }
    }

    @Test("is the same for a reset of an account's password and for an address that nobody has, with 200 tries each")
    func reset() async throws {
        try await withAccounts { environment, parts in
            func request(_ name: String) async throws {
                // Behind the pause between two mails.
                environment.clock.advance(by: 301)
                _ = try await parts.recovery.requestPasswordReset(.init(name: name), context: .test())
            }
            let z = try await Self.z(
                { try await request("known\($0)@example.org") },
                { try await request("nobody\($0)@example.org") }
            )
            #expect(abs(z) < RankTest.threshold, "z is \(z)")
        }
    }

    @Test("is found to differ where no password is checked, as of an account whose lock is told")
    func power() async throws {
        try await withAccounts { _, parts in
            for number in 0..<Self.accounts {
                for _ in 0..<7 { _ = await status { try await parts.signIn("known\(number)", "wrong-horse-7") } }
            }
            let z = try await Self.z(
                { number in _ = await status { try await parts.signIn("known\(number)", "wrong-horse-7") } },
                { number in _ = await status { try await parts.signIn("nobody\(number)", "wrong-horse-7") } }
            )
            #expect(z < -RankTest.threshold, "z is \(z)")
        }
    }

    /// Auth with many accounts, and passwords that cost what they cost elsewhere.
    private func withAccounts(_ body: (AuthTestEnvironment, AuthComponents) async throws -> Void) async throws {
        try await withAuth { environment in
            let parts = environment.parts(hasher: PasswordHasher())
            for number in 0..<Self.accounts {
                try await parts.register(.test(username: "known\(number)", email: "known\(number)@example.org"))
            }
            try await body(environment, parts)
        }
    }

    /// The rank test of the processor time of two kinds of calls, which get the number of an account.
    private static func z(
        _ known: (Int) async throws -> Void,
        _ unknown: (Int) async throws -> Void
    ) async throws -> Double {
        var (first, second) = ([Double](), [Double]())
        var generator = SeededGenerator(seed: 11)
        for number in 0..<tries {
            func measure(_ call: (Int) async throws -> Void) async throws -> Double {
                let began = ProcessorTime.now
                try await call(number % accounts)
                return ProcessorTime.now - began
            }
            if Bool.random(using: &generator) {
                first.append(try await measure(known))
                second.append(try await measure(unknown))
            } else {
                second.append(try await measure(unknown))
                first.append(try await measure(known))
            }
        }
        return RankTest.z(first, second)
    }
}
