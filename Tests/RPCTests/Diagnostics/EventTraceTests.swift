import Foundation
import FoundationsTestSupport
import RPC
import Testing

@Suite("Trace of events", .timeLimit(.minutes(5)))
struct EventTraceTests {
    @Test("keeps the newest in order and counts all")
    func bounded() {
        let trace = EventTrace(capacity: 3, clock: ManualWallClock(now: Date(timeIntervalSince1970: 5)))
        #expect(trace.events.isEmpty)
        for number in 1...7 {
            trace.record("event \(number)", .warning)
            let first = max(1, number - 2)
            #expect(trace.events.map(\.sentence) == (first...number).map { "event \($0)" })
            #expect(trace.recorded == number)
        }
        #expect(trace.events.allSatisfy { $0.severity == .warning && $0.time.millisecondsSince1970 == 5_000 })
    }

    @Test("takes events from many threads at once without losing count")
    func concurrent() async {
        let trace = EventTrace(capacity: 16)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for number in 0..<100 { trace.record("\(number)", .error) } } }
        }
        #expect(trace.recorded == 800)
        #expect(trace.events.count == 16)
    }
}

@Suite("Registry of channels and servers", .timeLimit(.minutes(5)))
struct DiagnosticsRegistryTests {
    private final class Part: DiagnosableChannel, DiagnosableServer {
        func snapshot() async -> ChannelSnapshot {
            ChannelSnapshot(target: "budget", state: .idle, policy: "round_robin", age: .zero)
        }

        func snapshot(maximumConnections limit: Int) async -> ServerSnapshot {
            ServerSnapshot(address: "localhost:1", age: .zero)
        }
    }

    @Test("lists what exists in order and keeps nothing alive")
    func weak() {
        let registry = DiagnosticsRegistry()
        let (first, second) = (Part(), Part())
        do {
            let gone = Part()
            registry.add(first as any DiagnosableChannel)
            registry.add(gone as any DiagnosableChannel)
            registry.add(second as any DiagnosableChannel)
            registry.add(gone as any DiagnosableServer)
            #expect(registry.channels.count == 3)
            withExtendedLifetime(gone) {}
        }
        #expect(registry.channels.map { ObjectIdentifier($0) } == [ObjectIdentifier(first), ObjectIdentifier(second)])
        #expect(registry.servers.isEmpty)
    }

    @Test("the state of a whole is the best of its parts")
    func combined() {
        #expect(ConnectivityState.combined([.transientFailure, .ready]) == .ready)
        #expect(ConnectivityState.combined([.transientFailure, .connecting, .idle]) == .connecting)
        #expect(ConnectivityState.combined([.shutdown, .transientFailure]) == .transientFailure)
        #expect(ConnectivityState.combined([]) == .shutdown)
    }
}
