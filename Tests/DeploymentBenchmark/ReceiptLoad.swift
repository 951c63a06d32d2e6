import Foundation
import LocalDeployment
import OCRMessages
import RPC

/// Measures what is promised about many receipts: how long they take on an idle machine, how many are read a minute by one
/// and by two instances of ocr, how small calls and corrections fare while a full queue waits, and how long searching takes.
///
/// Needs two instances of each program and two cores.
struct ReceiptLoad: Sendable {
    let deployment: LocalDeployment
    /// Sent in turn; no user sends one of them twice.
    let photos: [[UInt8]]
    /// Receipts in a full queue; half as many for one instance, and a quarter one after the other.
    let queue: Int
    let report: @Sendable (String) -> Void

    /// Receipts at both ends that the rate leaves out: the queue still fills, or an instance has nothing left to do.
    private static let ends = 4

    /// For one receipt; figures of a slow machine are worth more than none.
    private static let timeout: Duration = .seconds(1_200)

    private static let second = ProgramInstance("ocr", number: 2)

    /// Prints the figures beside their bars.
    func run() async throws {
        report("Load of the machine before: \(FigureLine.text(Self.machineLoad, digits: 2))")
        let channel = try deployment.gatewayChannel()
        defer { channel.close() }
        try await stopSecond()
        // The first receipt after a start finds nothing warm, and is not measured.
        let first = try await BenchmarkUser.signUp(at: deployment, on: channel)
        try await first.waitForEnd(of: first.upload(photos[0]), within: Self.timeout)
        try await measureIdle(channel)
        let one = try await measureQueue(of: queue / 2, instances: 1, channel)
        try deployment.start(Self.second)
        try await HealthWait(deployment: deployment).waitUntilHealthy(within: .seconds(60))
        let two = try await measureQueue(of: queue, instances: 2, channel)
        let ratio = FigureLine.text(two / one, digits: 2)
        report(FigureLine.row("two instances read", "\(ratio) times as many as one", bar: "2, less what else runs"))
        try await SearchLoad(deployment: deployment, channel: channel, photo: photos[0], report: report).run()
    }

    /// Runnable processes over the last minute, as the system tells.
    private static var machineLoad: Double {
        var loads = [0.0, 0, 0]
        return getloadavg(&loads, 3) > 0 ? loads[0] : 0
    }

    private func stopSecond() async throws {
        guard let process = deployment.process(Self.second) else {
            throw DeploymentError("Measuring receipts needs two instances of each program: --replicas 2.")
        }
        process.signal(SIGTERM)
        _ = await process.waitForExit(killedAfter: .seconds(20))
    }

    // MARK: One after the other

    private func measureIdle(_ channel: RPCChannel) async throws {
        var acknowledged: [Double] = []
        var recorded: [Double] = []
        var senders = Senders(deployment: deployment, channel: channel, photos: photos)
        for _ in 0..<queue / 4 {
            let (user, photo) = try await senders.next()
            let start = ContinuousClock.now
            let receipt = try await user.upload(photo)
            acknowledged.append((ContinuousClock.now - start) / .milliseconds(1))
            try await user.waitForEnd(of: receipt, within: Self.timeout)
            recorded.append((ContinuousClock.now - start) / .seconds(1))
        }
        report("\nOne receipt after the other, one instance of ocr")
        report(FigureLine.of("upload acknowledged", acknowledged, "ms", percentile: 99, bar: "300 ms"))
        report(FigureLine.of("receipt in the purchase log", recorded, "s", percentile: 95, bar: "5 s at p95"))
    }

    // MARK: A queue

    /// - Returns: Receipts that are read in a minute.
    private func measureQueue(of count: Int, instances: Int, _ channel: RPCChannel) async throws -> Double {
        // On a connection of its own, as everybody else's program has.
        let other = try deployment.gatewayChannel()
        defer { other.close() }
        let caller = SmallCalls(user: try await BenchmarkUser.signUp(at: deployment, on: other))
        let corrections = try await Corrections(user: BenchmarkUser.signUp(at: deployment, on: other), photo: photos[0])
        let outcome = try await caller.during {
            try await withThrowingTaskGroup(of: Outcome?.self) { group in
                group.addTask {
                    try await corrections.run()
                    return nil
                }
                group.addTask { try await sendAndWait(count, instances: instances, channel) }
                defer { group.cancelAll() }
                while let ended = try await group.next() {
                    if let outcome = ended { return outcome }
                }
                throw CancellationError()
            }
        }
        report("\n\(count) receipts at once, \(instances) of ocr, workers pinned to one core each")
        report(FigureLine.of("upload acknowledged", outcome.acknowledged, "ms", percentile: 99, bar: "300 ms"))
        for (service, values) in caller.milliseconds.sorted(by: { $0.key < $1.key }) {
            report(FigureLine.of("small calls to \(service)", values, "ms", percentile: 99, bar: "50 ms at p99"))
        }
        for (what, values) in corrections.milliseconds.sorted(by: { $0.key < $1.key }) {
            report(FigureLine.of("\(what) corrected and shown", values, "ms", percentile: 99, bar: "3 s"))
        }
        let perMinute = outcome.perMinute(leavingOut: Self.ends)
        let failed = outcome.failed == 0 ? "" : ", \(outcome.failed) could not be read"
        report(FigureLine.row("receipts read", FigureLine.text(perMinute) + " a minute\(failed)", bar: "none"))
        return perMinute
    }

    private struct Outcome {
        /// Milliseconds.
        var acknowledged: [Double] = []
        /// When receipts were done or had failed.
        var ended: [ContinuousClock.Instant] = []
        var failed = 0

        func perMinute(leavingOut ends: Int) -> Double {
            let middle = ended.sorted().dropFirst(ends).dropLast(ends)
            guard let first = middle.first, let last = middle.last, last > first else { return 0 }
            return Double(middle.count - 1) / ((last - first) / .seconds(60))
        }
    }

    private func sendAndWait(_ count: Int, instances: Int, _ channel: RPCChannel) async throws -> Outcome {
        let pinning = Task { try await keepPinned(instances) }
        defer { pinning.cancel() }
        return try await withThrowingTaskGroup(of: (ended: ContinuousClock.Instant, isRead: Bool).self) { group in
            var outcome = Outcome()
            var senders = Senders(deployment: deployment, channel: channel, photos: photos)
            for _ in 0..<count {
                let (user, photo) = try await senders.next()
                let start = ContinuousClock.now
                let receipt = try await user.upload(photo)
                outcome.acknowledged.append((ContinuousClock.now - start) / .milliseconds(1))
                group.addTask {
                    let last = try await user.waitForEnd(of: receipt, within: Self.timeout)
                    return (.now, last?.state == .done)
                }
            }
            for try await receipt in group {
                outcome.ended.append(receipt.ended)
                if !receipt.isRead { outcome.failed += 1 }
            }
            return outcome
        }
    }

    /// The readers of each instance on a core of their own, also those that take the place of others.
    private func keepPinned(_ instances: Int) async throws {
        var pinned: Set<Int32> = []
        while true {
            for instance in deployment.instances(of: "ocr").prefix(instances) {
                guard let parent = deployment.process(instance)?.identifier else { continue }
                for worker in RunningProcess.children(of: parent) where pinned.insert(worker).inserted {
                    try await RunningProcess.pin(worker, to: instance.number - 1)
                }
            }
            try await Task.sleep(for: .seconds(2))
        }
    }
}

/// Who sends which photo: each user all photos once, at most as many as may be unread.
private struct Senders {
    let deployment: LocalDeployment
    let channel: RPCChannel
    let photos: [[UInt8]]
    private var user: BenchmarkUser?
    private var sent = 0

    init(deployment: LocalDeployment, channel: RPCChannel, photos: [[UInt8]]) {
        self.deployment = deployment
        self.channel = channel
        self.photos = Array(photos.prefix(50))
    }

    mutating func next() async throws -> (BenchmarkUser, [UInt8]) {
        let index = sent % photos.count
        let user = index == 0 ? try await BenchmarkUser.signUp(at: deployment, on: channel) : self.user
        guard let user else { preconditionFailure("the first photo brings a user") }
        self.user = user
        sent += 1
        return (user, photos[index])
    }
}
