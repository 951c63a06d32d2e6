import RPC
import Synchronization

/// One kind of call, made at a steady rate.
struct CallKind: Sendable {
    let name: String
    let perSecond: Int
    /// Gets how many were made before.
    let call: @Sendable (Int) async throws -> Void
}

/// What became of calls, by their kind.
struct CallOutcomes: Sendable {
    /// Milliseconds of the calls that were answered.
    var milliseconds: [String: [Double]] = [:]
    /// How many failed, by kind and code.
    var failures: [String: Int] = [:]

    var count: Int { milliseconds.values.map(\.count).reduce(0, +) + failed }
    var failed: Int { failures.values.reduce(0, +) }

    func percentile(_ percent: Int, of name: String) -> Double {
        FigureList(milliseconds[name] ?? []).percentile(percent)
    }
}

/// Makes calls at a steady rate, however long they take: one that is slow has no other wait for it.
struct SteadyCalls {
    let kinds: [CallKind]
    let duration: Duration
    /// Not measured; connections and prepared statements are made.
    var warmUp = Duration.seconds(3)

    func run() async throws -> CallOutcomes {
        let recording = Recording()
        let start = ContinuousClock.now
        let measured = (start + warmUp)..<(start + warmUp + duration)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, kind) in kinds.enumerated() {
                let period = Duration.seconds(1) / kind.perSecond
                // Kinds of the same rate take turns.
                let first = start + period * place / kinds.count
                group.addTask { try await repeating(kind, from: first, every: period, measuring: measured, recording) }
            }
            try await group.waitForAll()
        }
        return recording.outcomes
    }

    private func repeating(
        _ kind: CallKind,
        from first: ContinuousClock.Instant,
        every period: Duration,
        measuring measured: Range<ContinuousClock.Instant>,
        _ recording: Recording
    ) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            var number = 0
            while first + period * number < measured.upperBound {
                try await ContinuousClock().sleep(until: first + period * number)
                let (index, isMeasured) = (number, measured.contains(.now))
                group.addTask {
                    let result = await Self.time { try await kind.call(index) }
                    if isMeasured { recording.add(result, of: kind.name) }
                }
                number += 1
            }
        }
    }

    private static func time(_ call: () async throws -> Void) async -> Result<Double, any Error> {
        let start = ContinuousClock.now
        do {
            try await call()
            return .success((ContinuousClock.now - start) / .milliseconds(1))
        } catch {
            return .failure(error)
        }
    }
}

/// What has become of calls so far.
private final class Recording: Sendable {
    private let all = Mutex(CallOutcomes())

    var outcomes: CallOutcomes { all.withLock { $0 } }

    func add(_ result: Result<Double, any Error>, of name: String) {
        all.withLock { outcomes in
            switch result {
            case .success(let milliseconds): outcomes.milliseconds[name, default: []].append(milliseconds)
            case .failure(let error):
                let cause = (error as? Status).map { "\($0.code) \($0.reason.rawValue)" } ?? "\(error)"
                outcomes.failures["\(name): \(cause)", default: 0] += 1
            }
        }
    }
}

/// Set once.
final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}
