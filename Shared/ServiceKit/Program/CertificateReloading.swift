import Crypto
import Foundation
import Foundations
import Logging
import NIOCore
import RPC
import TLS

/// Keeps a program's certificates current, and warns before they expire.
///
/// Their files are checked periodically; new and valid ones are taken into use without touching existing connections.
/// The content is compared and not the time of change, so that a file that is replaced by a link to another, as platforms
/// mount them, is noticed too.
struct CertificateReloading: Sendable {
    /// Digests of the files, since one of them is a key; nil for a file that cannot be read.
    struct Content: Equatable {
        fileprivate var files: [SHA256Digest?]
    }

    /// Everything that has a certificate of the program or trusts the authority.
    let contexts: @Sendable () -> [TLSContext]
    /// The certificates, their keys, the authorities.
    var paths: [String]
    let warningDays: Int
    let log: Logger
    /// Called once new files are in use.
    let reloaded: @Sendable () -> Void
    /// The present time.
    var wallClock: any WallClock = SystemWallClock()

    /// Checks the files every `interval`, and whenever `signals` has an element, until the task is cancelled.
    func run(every interval: Duration, clock: any RPCClock, on loop: any EventLoop, signals: AsyncStream<Void>) async {
        await withTaskGroup(of: Void.self) { group in
            let watch = Watch(self)
            group.addTask {
                while !Task.isCancelled {
                    await watch.check(isRequested: false)
                    let next = clock.now + .nanoseconds(interval.wholeNanoseconds)
                    guard (try? await clock.sleep(until: next, on: loop)) != nil else { return }
                }
            }
            group.addTask { for await _ in signals { await watch.check(isRequested: true) } }
            await group.next()
            group.cancelAll()
        }
    }

    /// The state of the files in use.
    actor Watch {
        private let reloading: CertificateReloading
        private var inUse: Content
        private var rejection: String?
        private var warnedOn: Date?

        init(_ reloading: CertificateReloading) {
            self.reloading = reloading
            inUse = reloading.content()
        }

        /// Takes new files into use if they hold something new; on request also when they do not.
        func check(isRequested: Bool) {
            let content = reloading.content()
            if isRequested || content != inUse {
                do {
                    try reloading.reload()
                    inUse = content
                    rejection = nil
                } catch {
                    report("\(error)", isRequested)
                }
            }
            warn()
        }

        /// Faulty files are tried again at every check, since files change one after the other, and reported once.
        private func report(_ reason: String, _ isRequested: Bool) {
            guard isRequested || reason != rejection else { return }
            rejection = reason
            reloading.log.error(
                "the new certificate cannot be used, the old one stays in use",
                metadata: ["why": "\(reason)"]
            )
        }

        private func warn() {
            guard let expiry = reloading.expiry else { return }
            let today = reloading.wallClock.now
            let left = expiry.timeIntervalSince(today)
            guard left < Double(reloading.warningDays) * 86_400 else { return }
            // Once a day is enough.
            if let warnedOn, today.timeIntervalSince(warnedOn) < 86_400 { return }
            warnedOn = today
            reloading.log.warning(
                left > 0 ? "the certificate expires soon" : "the certificate has expired",
                metadata: ["expires": "\(expiry.formatted(.iso8601))"]
            )
        }
    }

    /// When the first of the program's certificates expires.
    fileprivate var expiry: Date? { contexts().compactMap(\.expiry).min() }

    fileprivate func content() -> Content {
        Content(files: paths.map { FileManager.default.contents(atPath: $0).map { SHA256.hash(data: $0) } })
    }

    /// - Throws: Why files cannot be used, the first reason; contexts that failed keep what they had, others do not wait.
    fileprivate func reload() throws {
        var failure: (any Error)?
        for context in contexts() {
            do { try context.reload() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        log.notice(
            "certificate reloaded",
            metadata: ["expires": "\(expiry.map { $0.formatted(.iso8601) } ?? "unknown")"]
        )
        reloaded()
    }
}
