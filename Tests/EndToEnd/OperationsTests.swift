import BudgetMessages
import Foundation
import LocalDeployment
import OCRMessages
import PostgresTestSupport
import RPC
import Testing

extension EndToEndTests {
    @Suite("Changes by operators under load", .timeLimit(.minutes(5)))
    struct OperationsTests {
        @Test("a hanging instance soon gets no calls, and the others serve them")
        func hangingInstance() async throws {
            let deployment = try await TestDeployment.replicated
            let user = try await TestUser.new(of: deployment)
            let hanging = try #require(deployment.local.process(ProgramInstance("budget", number: 2)))
            hanging.signal(SIGSTOP)
            defer { hanging.signal(SIGCONT) }
            _ = try await eventually { await failures(of: 20, by: user) == 0 ? true : nil }
            for _ in 0..<3 { #expect(await failures(of: 20, by: user) == 0) }
            hanging.signal(SIGCONT)
            try await deployment.waitUntilHealthy()
        }

        /// The number of some concurrent calls without a timely response.
        private func failures(of count: Int, by user: TestUser) async -> Int {
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        await status {
                            _ = try await user.purchases.listPurchases(
                                .init(),
                                options: user.options(timeout: .seconds(5))
                            )
                        } != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }

        @Test("with 50 calls a second, every program is restarted and gets a new certificate, and no call fails")
        func rollingRestart() async throws {
            let deployment = try await TestDeployment.replicated
            let mix = try await CallMix.prepare(on: deployment)
            let load = SteadyLoad(rate: 50, calls: try mix.calls)
            async let running = load.run()
            let change = await Result { try await changeEverything(deployment.local) }
            load.stop()
            let outcome = await running
            #expect(outcome.failures == [:], "of \(outcome.ended) calls")
            #expect(throws: Never.self) { try change.get() }
            // The last of the tests that use it.
            deployment.channel.close()
            #expect(await deployment.local.stopAll() == [])
            try await deployment.local.stopDatabase()
        }

        private func changeEverything(_ local: LocalDeployment) async throws {
            let certificates = Certificates(local: local)
            for program in LocalPrograms.all {
                try await local.restartInTurn([program])
                let before = try await certificates.inFile(of: program)
                try await local.renewCertificates(of: [program])
                #expect(try await certificates.inFile(of: program) != before)
                _ = try await eventually { try await certificates.areInUse(by: program) ? true : nil }
            }
        }

        @Test("a replaced certificate is presented without a signal, and an upload in progress continues")
        func replacedCertificate() async throws {
            let user = try await TestUser.new()
            let local = user.deployment.local
            let certificates = Certificates(local: local)
            let photo = try sampleReceipt()
            let receipt = try await user.receipts.uploadReceipt(options: user.options(timeout: .seconds(60))) {
                writer in
                let header = OCR.UploadHeader(size: Int64(photo.count), timeZone: "America/Vancouver")
                try await writer.write(.init(part: .header(header)))
                try await writer.write(.init(part: .chunk(Array(photo.prefix(100_000)))))
                let before = try await certificates.inFile(of: "ocr")
                let script = local.folder.scripts.appending(path: "certificates.sh").path
                _ = try await Shell.run("/bin/bash", [script, "--renew", local.folder.certificates.path, "ocr"])
                #expect(try await certificates.inFile(of: "ocr") != before)
                _ = try await eventually { try await certificates.areInUse(by: "ocr") ? true : nil }
                try await writer.write(.init(part: .chunk(Array(photo.dropFirst(100_000)))))
            }
            #expect(try await user.follow(receipt.receiptID).last?.state == .done)
        }

        @Test(
            "reloading certificates ends no program, even while it starts or stops",
            arguments: ["gateway", "budget"]
        )
        func earlyAndLateSignal(program: String) async throws {
            let deployment = try await TestDeployment.shared
            let process = try #require(deployment.local.process(program))
            process.signal(SIGTERM)
            process.signal(SIGHUP)
            #expect(await process.waitForExit() == 0)
            let new = try deployment.local.start(program)
            _ = try await eventually { try takesHangUps(new.identifier) ? true : nil }
            new.signal(SIGHUP)
            try await deployment.waitUntilHealthy()
            #expect(new.exitStatus == nil)
        }
    }
}

/// Whether a process has installed its signal handler.
private func takesHangUps(_ process: Int32) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?.dropFirst("SigCgt:".count)
    let mask = caught.flatMap { UInt64($0.trimmingCharacters(in: .whitespaces), radix: 16) } ?? 0
    return mask & 1 << UInt64(SIGHUP - 1) != 0
}

extension Result where Failure == any Error {
    init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
