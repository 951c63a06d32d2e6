import CoreMetrics
import NIOCore
import Testing
import Wire

@testable import ServiceKit

@Suite("The outcomes of a method's calls", .timeLimit(.minutes(5)))
struct CallOutcomesTests {
    private let registry = PrometheusRegistry()

    private func outcomes(hasSizes: Bool = true) -> CallOutcomes {
        CallOutcomes("grpc.server.call", [("grpc.method", "a.B/C")], registry, hasSizes: hasSizes)
    }

    private func read() throws -> Exposition { try Exposition(String(buffer: registry.text())) }

    @Test("are shown by code, and a code that no call has ended with is not there")
    func codes() throws {
        let outcomes = outcomes()
        outcomes.record(.ok, .milliseconds(1), sentBytes: 10, receivedBytes: 20)
        outcomes.record(.ok, .milliseconds(2), sentBytes: 5)
        outcomes.record(.notFound, .seconds(1))
        let exposition = try read()
        let name = "grpc_server_call_duration_seconds"
        func labels(_ status: String) -> [String: String] { ["grpc_method": "a.B/C", "grpc_status": status] }
        #expect(exposition.value("\(name)_count", labels("OK")) == 2)
        #expect(exposition.value("\(name)_sum", labels("OK")) == 0.003)
        #expect(exposition.value("\(name)_count", labels("NOT_FOUND")) == 1)
        #expect(exposition.value("\(name)_count", labels("INTERNAL")) == nil)
        let sizes = "grpc_server_call_sent_total_compressed_message_size_bytes"
        #expect(exposition.value("\(sizes)_sum", labels("OK")) == 15)
    }

    @Test("have sizes only where they are wanted")
    func sizes() throws {
        outcomes(hasSizes: false).record(.ok, .milliseconds(1), sentBytes: 10, receivedBytes: 20)
        let exposition = try read()
        #expect(exposition.families["grpc_server_call_duration_seconds"] != nil)
        #expect(exposition.families["grpc_server_call_sent_total_compressed_message_size_bytes"] == nil)
    }

    @Test("count every call when the first ones of all codes end at once on many threads", arguments: 0..<5)
    func concurrency(_ round: Int) async throws {
        let outcomes = outcomes()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for code in StatusCode.allCases { outcomes.record(code, .microseconds(5), sentBytes: 1) }
                }
            }
        }
        let exposition = try read()
        for code in StatusCode.allCases {
            let labels = ["grpc_method": "a.B/C", "grpc_status": code.name]
            #expect(exposition.value("grpc_server_call_duration_seconds_count", labels) == 8)
        }
    }

    @Test("of a call that took less than no time count as none")
    func negative() throws {
        outcomes().record(.ok, .nanoseconds(-5))
        let name = "grpc_server_call_duration_seconds"
        let labels = ["grpc_method": "a.B/C", "grpc_status": "OK"]
        #expect(try read().value("\(name)_bucket", labels.merging(["le": "0"]) { $1 }) == 1)
        #expect(try read().value("\(name)_sum", labels) == 0)
    }
}

@Suite("The buckets of a histogram")
struct HistogramBucketsTests {
    @Test("without bounds are one")
    func empty() {
        let buckets = HistogramBuckets(bounds: [])
        for value in [Int64.min, 0, 1, .max] { #expect(buckets.index(of: value) == 0) }
    }

    @Test("tell neighbours apart, up to the largest number")
    func dense() {
        let buckets = HistogramBuckets(bounds: [0, 1, 2, 3, 4, 5, 6, 7, .max - 1, .max])
        for value in Int64(0)...7 { #expect(buckets.index(of: value) == Int(value)) }
        #expect(buckets.index(of: 8) == 8)
        #expect(buckets.index(of: .max - 1) == 8)
        #expect(buckets.index(of: .max) == 9)
    }

    @Test("take numbers in the unit that is shown, rounded to the recorded one")
    func shownUnit() {
        let histogram = PrometheusHistogram(buckets: .latency)
        histogram.record(0.5)
        histogram.record(1e-12)
        histogram.record(-3.0)
        histogram.record(.nan)
        histogram.record(.infinity)
        let (counts, sum) = histogram.snapshot
        #expect(counts.reduce(0, +) == 3)
        #expect(sum == 500_000_000)
    }

    @Test("of times that are longer than can be counted keep the largest")
    func overflow() {
        let histogram = PrometheusHistogram(buckets: .latency)
        histogram.record(1e300)
        let (counts, sum) = histogram.snapshot
        #expect(counts.last == 1)
        #expect(sum == .max)
    }

    @Test("of counts take a time as its whole seconds")
    func otherUnit() {
        let histogram = PrometheusHistogram(buckets: .count)
        histogram.recordNanoseconds(2_900_000_000)
        #expect(histogram.snapshot.sum == 2)
    }
}

@Suite("A gauge")
struct GaugeTests {
    @Test("loses no step that many threads take at once")
    func concurrency() async {
        let gauge = PrometheusGauge()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<2_000 {
                        gauge.increment(by: 2)
                        gauge.decrement(by: 1)
                    }
                }
            }
        }
        #expect(gauge.value == 16_000)
    }

    @Test("of a recorder that does not aggregate shows the last value")
    func recorder() throws {
        let registry = PrometheusRegistry()
        let recorder = Recorder(label: "level", aggregate: false, factory: registry)
        recorder.record(3)
        recorder.record(-1.5)
        #expect(try Exposition(String(buffer: registry.text())).value("level") == -1.5)
    }
}
