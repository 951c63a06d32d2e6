import Foundation
import Foundations
import FoundationsTestSupport
import Logging
import NIOCore
import NIOPosix
import RPC
import RPCTestSupport
import Synchronization
import TLS
import Testing

@testable import ServiceKit

@Suite("New certificates", .timeLimit(.minutes(5)))
struct CertificateReloadingTests {
    /// A service's files in a folder of their own, which can be replaced.
    private struct Files {
        let folder: URL
        var certificate: URL { folder.appending(path: "certificate.pem") }
        var key: URL { folder.appending(path: "key.pem") }

        init(of service: String) throws {
            folder = URL.temporaryDirectory.appending(path: "larder-reload-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try replaceKey(by: service)
            try replaceCertificate(by: service)
        }

        private static var source: URL { URL(filePath: TestCertificates.authority).deletingLastPathComponent() }

        func replaceCertificate(by service: String) throws {
            try Data(contentsOf: Files.source.appending(path: "\(service).pem")).write(to: certificate)
        }

        func replaceKey(by service: String) throws {
            try Data(contentsOf: Files.source.appending(path: "\(service)-key.pem")).write(to: key)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
        }

        func context() throws -> TLSContext {
            try TLSContext(
                .server(
                    identity: TLSIdentity(certificateChain: certificate.path, privateKey: key.path),
                    trust: TLSTrust(bundle: TestCertificates.authority),
                    alpn: ["larder/1"]
                )
            )
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    private let lines = Recorder<String>()
    private let reloads = Recorder<Void>()

    private func reloading(
        _ files: Files,
        _ contexts: [TLSContext],
        wallClock: any WallClock = SystemWallClock()
    ) -> CertificateReloading {
        CertificateReloading(
            contexts: { contexts },
            paths: [files.certificate.path, files.key.path],
            warningDays: 7,
            log: RecordingLogHandler.logger(lines),
            reloaded: { reloads.record(()) },
            wallClock: wallClock
        )
    }

    @Test("are taken into use by all contexts, and logged once with their expiry")
    func taken() async throws {
        let files = try Files(of: "budget")
        defer { files.remove() }
        let contexts = [try files.context(), try files.context()]
        let watch = CertificateReloading.Watch(reloading(files, contexts))
        await watch.check(isRequested: false)
        #expect(reloads.count == 0 && lines.count == 0)
        try files.replaceKey(by: "orders")
        try files.replaceCertificate(by: "orders")
        await watch.check(isRequested: false)
        await watch.check(isRequested: false)
        #expect(contexts.allSatisfy { $0.certificate?.serviceName == "orders" })
        #expect(reloads.count == 1)
        #expect(lines.count == 1 && lines.values[0].hasPrefix("notice certificate reloaded expires="))
    }

    @Test("that do not fit their key leave the old in use, are logged once, and are taken when the key comes")
    func halfWritten() async throws {
        let files = try Files(of: "budget")
        defer { files.remove() }
        let context = try files.context()
        let watch = CertificateReloading.Watch(reloading(files, [context]))
        try files.replaceCertificate(by: "orders")
        await watch.check(isRequested: false)
        await watch.check(isRequested: false)
        #expect(context.certificate?.serviceName == "budget")
        #expect(reloads.count == 0)
        #expect(lines.count == 1 && lines.values[0].hasPrefix("error the new certificate cannot be used"))
        try files.replaceKey(by: "orders")
        await watch.check(isRequested: false)
        #expect(context.certificate?.serviceName == "orders" && reloads.count == 1)
    }

    @Test("that are missing or open to others leave the old in use, and say why", arguments: [true, false])
    func unusable(isMissing: Bool) async throws {
        let files = try Files(of: "budget")
        defer { files.remove() }
        let context = try files.context()
        let watch = CertificateReloading.Watch(reloading(files, [context]))
        if isMissing {
            try FileManager.default.removeItem(at: files.key)
        } else {
            try files.replaceKey(by: "orders")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: files.key.path)
        }
        await watch.check(isRequested: false)
        #expect(context.certificate?.serviceName == "budget" && reloads.count == 0)
        #expect(lines.values.first?.contains(files.key.path) == true)
    }

    @Test("are read on request even when nothing has changed")
    func asked() async throws {
        let files = try Files(of: "budget")
        defer { files.remove() }
        let watch = CertificateReloading.Watch(reloading(files, [try files.context()]))
        await watch.check(isRequested: true)
        #expect(reloads.count == 1)
    }

    @Test("of a server with another one for its clients are taken apart: a faulty one does not hold the other up")
    func apart() async throws {
        let (users, own) = (try Files(of: "budget"), try Files(of: "budget"))
        defer { [users, own].forEach { $0.remove() } }
        let contexts = [try users.context(), try own.context()]
        var reloading = reloading(users, contexts)
        reloading.paths += [own.certificate.path, own.key.path]
        let watch = CertificateReloading.Watch(reloading)
        try users.replaceCertificate(by: "orders")
        try own.replaceKey(by: "orders")
        try own.replaceCertificate(by: "orders")
        await watch.check(isRequested: false)
        #expect(contexts.map { $0.certificate?.serviceName } == ["budget", "orders"])
        #expect(lines.count == 1 && lines.values[0].hasPrefix("error the new certificate cannot be used"))
        try users.replaceKey(by: "orders")
        await watch.check(isRequested: false)
        #expect(contexts.map { $0.certificate?.serviceName } == ["orders", "orders"])
    }

    @Test("that expire soon are warned of, once a day")
    func warning() async throws {
        let files = try Files(of: "budget")
        defer { files.remove() }
        let context = try files.context()
        let expiry = try #require(context.expiry)
        let clock = ManualWallClock(now: expiry - 8 * 86_400)
        let watch = CertificateReloading.Watch(reloading(files, [context], wallClock: clock))
        await watch.check(isRequested: false)
        #expect(lines.count == 0)
        for days in [6.9, 6.8, 5.8, -1] {
            clock.advance(by: (expiry - days * 86_400).timeIntervalSince(clock.now))
            await watch.check(isRequested: false)
        }
        #expect(
            lines.values.map { $0.prefix { $0 != "=" } } == [
                "warning the certificate expires soon expires", "warning the certificate expires soon expires",
                "warning the certificate has expired expires",
            ]
        )
    }

    @Test("are looked for again and again, and when a signal asks")
    func watching() async throws {
        let files = try Files(of: "budget")
        defer { files.remove() }
        let context = try files.context()
        let clock = ManualClock()
        let (signals, asked) = AsyncStream.makeStream(of: Void.self)
        let running = Task { [reloading = reloading(files, [context])] in
            await reloading.run(
                every: .seconds(10),
                clock: clock,
                on: MultiThreadedEventLoopGroup.singleton.next(),
                signals: signals
            )
        }
        try await clock.waitForTimers(1)
        try files.replaceKey(by: "orders")
        try files.replaceCertificate(by: "orders")
        try await clock.advance(by: .seconds(10))
        try await reloads.wait(forCount: 1)
        #expect(context.certificate?.serviceName == "orders")
        asked.yield()
        try await reloads.wait(forCount: 2)
        running.cancel()
        await running.outcome
    }
}
