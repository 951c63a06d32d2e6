import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import LocalDeployment
import RPC
import Testing

extension EndToEndTests {
    /// Run by `make rehearse-upgrade`, which builds the former release.
    @Suite("Upgrade from a former release", .enabled(if: FormerRelease.programs != nil), .timeLimit(.minutes(10)))
    struct UpgradeTests {
        @Test("programs of both releases serve beside each other on the new schema, and no call fails or is lost")
        func rehearsal() async throws {
            let former = try #require(FormerRelease.programs)
            let deployment = try await TestDeployment.replicated(running: former)
            let mix = try await CallMix.prepare(on: deployment)
            let writer = try await TestUser.new(of: deployment)
            // A former release without the method cannot be upgraded while it is called.
            let probe = await status {
                _ = try await writer.purchases.createPurchase(.init(), options: writer.options())
            }
            let calls = SteadyLoad(rate: 100, calls: try mix.calls)
            let writes = WriteLoad(users: probe?.code == .unimplemented ? [] : [writer], seed: 1)
            async let calling = calls.run()
            async let writing = writes.run()
            _ = try await eventually { calls.outcome.ended >= 200 ? true : nil }
            let upgrade = await Result { try await replacePrograms(of: deployment) }
            let before = calls.outcome.ended
            _ = try await eventually { calls.outcome.ended >= before + 200 ? true : nil }
            calls.stop()
            writes.stop()
            let outcome = await calling
            #expect(outcome.failures == [:], "of \(outcome.ended) calls")
            #expect(throws: Never.self) { try upgrade.get() }
            #expect(try await writes.differences(from: try await writing) == [])
            let purchase = try await mix.user.purchases.getPurchase(
                .init(key: .purchaseID(mix.purchase.id)),
                options: mix.user.options()
            )
            #expect(purchase.items == mix.purchase.items)
            print("\(outcome.ended) calls and \(writes.acknowledged) writes during the upgrade")
            deployment.channel.close()
            #expect(await deployment.local.stopAll() == [])
            try await deployment.local.stopDatabase()
        }

        /// Migrates all schemas while the former programs serve; then one instance after the other.
        private func replacePrograms(of deployment: TestDeployment) async throws {
            try deployment.run(programsIn: Repository.executables)
            var replaced: [ProgramInstance] = []
            try await deployment.local.restartInTurn { replaced.append($0) }
            #expect(Set(replaced) == Set(deployment.local.instances))
            let gateways = deployment.local.instances(of: "gateway")
            #expect(replaced.suffix(gateways.count) == gateways[...])
        }
    }
}

/// The release before that of the working tree.
private enum FormerRelease {
    /// The folder of its programs; nil when there is none to upgrade from.
    static let programs = ProcessInfo.processInfo.environment["LARDER_FORMER_PROGRAMS"].map { URL(filePath: $0) }
}
