import CoreMetrics
import NIOCore
import Testing

@testable import ServiceKit

@Suite("Metrics in Prometheus' format", .timeLimit(.minutes(5)))
struct PrometheusTests {
    private let registry = PrometheusRegistry()

    private func read() throws -> Exposition { try Exposition(String(buffer: registry.text())) }

    // MARK: What must not happen

    @Test("label values of any kind stay one line and come back as they were")
    func hostileLabels() throws {
        let hostile = ["a\"b", "c\\", "d\ne", "f\r\ng", "h{i}=\"j\",k", "\u{1B}[31m", "", "ü😀", "l\u{85}m\u{2028}n"]
        for value in hostile { Counter(label: "calls", dimensions: [("who", value)], factory: registry).increment() }
        let exposition = try read()
        for value in hostile {
            #expect(exposition.value("calls_total", ["who": value]) == 1, "\(value.debugDescription)")
        }
        #expect(exposition.families["calls_total"]?.samples.count == hostile.count)
    }

    @Test("names that Prometheus does not allow are bent until it does")
    func names() throws {
        Counter(label: "my-metric.größe", dimensions: [("a.b", "1"), ("9", "2"), ("__x", "3")], factory: registry)
            .increment()
        Recorder(label: "1st", dimensions: [("le", "4"), ("a b", "5"), ("a.b", "6")], factory: registry).record(1)
        let exposition = try read()
        #expect(exposition.value("my_metric_gr__e_total", ["a_b": "1", "_9": "2", "label__x": "3"]) == 1)
        #expect(exposition.value("_1st_count", ["le_": "4", "a_b": "5"]) == 1)
    }

    @Test("what is over the bound of series is not shown but counted, and works for who records")
    func cardinality() throws {
        let registry = PrometheusRegistry(maximumSeries: 3)
        for index in 0..<100 {
            let counter = Counter(label: "calls", dimensions: [("i", "\(index)")], factory: registry)
            counter.increment(by: 5)
        }
        Timer(label: "late", factory: registry).recordSeconds(1)
        let exposition = try Exposition(String(buffer: registry.text()))
        // One of the three is the number of those that were dropped.
        #expect(exposition.families["calls_total"]?.samples.count == 2)
        #expect(exposition.families["late_seconds"] == nil)
        #expect(exposition.value("larder_metrics_series_dropped_total") == 99)
    }

    @Test("a name of another kind is not shown a second time")
    func kinds() throws {
        Counter(label: "thing_total", factory: registry).increment()
        Meter(label: "thing_total", factory: registry).set(7)
        Recorder(label: "thing_total", factory: registry).record(7)
        let exposition = try read()
        #expect(exposition.value("thing_total") == 1)
        #expect(exposition.value("larder_metrics_series_dropped_total") == 2)
    }

    @Test("counters never go down, and nonsense is not recorded")
    func nonsense() throws {
        let counter = Counter(label: "calls", factory: registry)
        counter.increment(by: 3)
        counter.increment(by: -5)
        let fractions = FloatingPointCounter(label: "seconds", factory: registry)
        for amount in [0.5, -1, .nan, .infinity, 0.25] { fractions.increment(by: amount) }
        let sizes = Recorder(label: "sizes", factory: registry)
        for size in [Double.nan, .infinity, 1e300, -3] { sizes.record(size) }
        let exposition = try read()
        #expect(exposition.value("calls_total") == 3)
        #expect(exposition.value("seconds_total") == 0.75)
        #expect(exposition.value("sizes_count") == 2)
    }

    // MARK: What must be

    @Test(
        "a value is in the first bucket whose bound is not below it",
        arguments: [HistogramBuckets.latency, .size, .count]
    )
    func buckets(_ buckets: HistogramBuckets) {
        let values = buckets.bounds.flatMap { [$0 - 1, $0, $0 + 1] } + [.min, -1, 0, 1, 3, 1 << 40, .max]
        for value in values {
            let expected = buckets.bounds.firstIndex { $0 >= max(0, value) } ?? buckets.bounds.count
            #expect(buckets.index(of: value) == expected, "\(value)")
        }
    }

    @Test("times are shown in seconds, with gRPC's bounds")
    func times() throws {
        let timer = CoreMetrics.Timer(label: "grpc.server.call.duration", factory: registry)
        timer.recordNanoseconds(0)
        timer.recordNanoseconds(10_000)
        timer.recordNanoseconds(10_001)
        timer.recordMilliseconds(1)
        timer.recordSeconds(1_000)
        let exposition = try read()
        let name = "grpc_server_call_duration_seconds"
        #expect(exposition.value("\(name)_bucket", ["le": "0"]) == 1)
        #expect(exposition.value("\(name)_bucket", ["le": "1e-05"]) == 2)
        #expect(exposition.value("\(name)_bucket", ["le": "5e-05"]) == 3)
        #expect(exposition.value("\(name)_bucket", ["le": "0.001"]) == 4)
        #expect(exposition.value("\(name)_bucket", ["le": "100"]) == 4)
        #expect(exposition.value("\(name)_bucket", ["le": "+Inf"]) == 5)
        #expect(abs((exposition.value("\(name)_sum") ?? 0) - 1_000.001020001) < 1e-9)
        #expect(exposition.families[name]?.samples.count == 44)
    }

    @Test("the same name and labels are the same metric, whatever their order")
    func shared() throws {
        let meters = [[("a", "1"), ("b", "2")], [("b", "2"), ("a", "1")]].map {
            Meter(label: "level", dimensions: $0, factory: registry)
        }
        meters[0].increment(by: 4)
        meters[1].decrement(by: 1.5)
        #expect(try read().value("level", ["a": "1", "b": "2"]) == 2.5)
    }

    @Test("a metric that is destroyed is shown no more, and makes room")
    func destroyed() throws {
        let registry = PrometheusRegistry(maximumSeries: 2)
        let first = Counter(label: "first", factory: registry)
        first.destroy()
        Counter(label: "second", factory: registry).increment()
        let exposition = try Exposition(String(buffer: registry.text()))
        #expect(exposition.families["first_total"] == nil)
        #expect(exposition.value("second_total") == 1)
        #expect(exposition.value("larder_metrics_series_dropped_total") == 0)
    }

    @Test("what is recorded at once by many is all there")
    func concurrency() async throws {
        let counter = Counter(label: "calls", factory: registry)
        let fractions = FloatingPointCounter(label: "seconds", factory: registry)
        let timer = CoreMetrics.Timer(label: "times", factory: registry)
        let registry = registry
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 {
                        counter.increment()
                        fractions.increment(by: 0.5)
                        timer.recordMicroseconds(1)
                        // Made anew each time, as code does that keeps nothing.
                        Meter(label: "level", dimensions: [("a", "1")], factory: registry).increment()
                    }
                }
            }
        }
        let exposition = try read()
        #expect(exposition.value("calls_total") == 8_000)
        #expect(exposition.value("seconds_total") == 4_000)
        #expect(exposition.value("times_seconds_count") == 8_000)
        #expect(exposition.value("times_seconds_sum") == 0.008)
        #expect(exposition.value("level", ["a": "1"]) == 8_000)
    }

    @Test("values that are asked for when they are read are shown while there are any")
    func sampled() throws {
        registry.sample("there") { 3 }
        registry.sample("gone") { nil }
        let exposition = try read()
        #expect(exposition.value("there") == 3)
        #expect(exposition.value("gone") == nil)
    }

    @Test("the process shows what it uses")
    func process() throws {
        ProcessMetrics.register(with: registry)
        let exposition = try read()
        for name in ["process_resident_memory_bytes", "process_virtual_memory_bytes", "process_cpu_seconds_total"] {
            #expect(try #require(exposition.value(name)) > 0)
        }
        #expect(try #require(exposition.value("process_open_fds")) >= 3)
        #expect(try #require(exposition.value("process_threads")) >= 1)
        #expect(try #require(exposition.value("process_start_time_seconds")) > 1_700_000_000)
    }

    @Test("a program's own descriptions give its metrics their help, unit and buckets, and may replace the common ones")
    func descriptions() throws {
        let registry = PrometheusRegistry(descriptions: [
            "photo.size": .init("Bytes of a photo.", unit: "bytes", buckets: HistogramBuckets(bounds: [10, 100])),
            "larder.database.waiting": .init("Replaced."),
        ])
        Recorder(label: "photo.size", factory: registry).record(11)
        Meter(label: "larder.database.waiting", factory: registry).set(1)
        Timer(label: "photo.time", factory: registry).recordSeconds(1)
        let exposition = try Exposition(String(buffer: registry.text()))
        #expect(exposition.families["photo_size_bytes"]?.help == "Bytes of a photo.")
        #expect(exposition.value("photo_size_bytes_bucket", ["le": "10"]) == 0)
        #expect(exposition.value("photo_size_bytes_bucket", ["le": "100"]) == 1)
        #expect(exposition.families["larder_database_waiting"]?.help == "Replaced.")
        // A time that nobody describes is in seconds all the same.
        #expect(exposition.value("photo_time_seconds_sum") == 1)
    }

    @Test("metrics of every kind can be destroyed, and be made again from nothing")
    func destroyedKinds() throws {
        func record() {
            FloatingPointCounter(label: "seconds", factory: registry).increment(by: 0.5)
            Meter(label: "level", factory: registry).set(4)
            Recorder(label: "sizes", factory: registry).record(4)
            Recorder(label: "last", aggregate: false, factory: registry).record(4)
            Timer(label: "times", factory: registry).recordSeconds(4)
        }
        func destroy() {
            FloatingPointCounter(label: "seconds", factory: registry).destroy()
            Meter(label: "level", factory: registry).destroy()
            Recorder(label: "sizes", factory: registry).destroy()
            Recorder(label: "last", aggregate: false, factory: registry).destroy()
            Timer(label: "times", factory: registry).destroy()
        }
        record()
        destroy()
        #expect(try read().families.keys.sorted() == ["larder_metrics_series_dropped_total"])
        record()
        let exposition = try read()
        #expect(exposition.value("seconds_total") == 0.5)
        #expect(exposition.value("level") == 4 && exposition.value("last") == 4)
        #expect(exposition.value("sizes_count") == 1 && exposition.value("times_seconds_count") == 1)
    }

    @Test("one series of several that is destroyed leaves the others, and a metric that was dropped leaves all")
    func destroyedSeries() throws {
        let registry = PrometheusRegistry(maximumSeries: 3)
        let counters = ["a", "b", "c"].map { Counter(label: "calls", dimensions: [("i", $0)], factory: registry) }
        counters.forEach { $0.increment() }
        counters[2].destroy()
        counters[0].destroy()
        let exposition = try Exposition(String(buffer: registry.text()))
        #expect(exposition.families["calls_total"]?.samples.map(\.labels) == [["i": "b"]])
    }

    @Test("a counter that is reset begins at 0")
    func reset() throws {
        let counter = Counter(label: "calls", factory: registry)
        counter.increment(by: 3)
        FloatingPointCounter(label: "calls", factory: registry).increment(by: 0.5)
        #expect(try read().value("calls_total") == 3.5)
        counter.reset()
        #expect(try read().value("calls_total") == 0)
    }
}
