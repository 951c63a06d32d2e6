import NIOCore
import Testing

@testable import ServiceKit

@Suite("Prometheus' text format")
struct PrometheusTextTests {
    @Test(
        "has numbers without more digits than they need, and names for those that are none",
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-7, "-7"), (0.5, "0.5"), (1e-05, "1e-05"), (1e15, "1000000000000000"),
            (9_007_199_254_740_992, "9007199254740992"), (1e300, "1e+300"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
            (.nan, "NaN"),
        ]
    )
    func numbers(value: Double, text: String) {
        #expect(PrometheusText.number(value) == text)
    }

    @Test(
        "escapes what would end a label's value, and nothing else",
        arguments: [
            ("plain", "plain"), ("a\"b", #"a\"b"#), ("a\\b", #"a\\b"#), ("a\nb", #"a\nb"#), ("a\tb", "a\tb"),
            ("\\n", #"\\n"#), ("ü😀", "ü😀"), ("", ""),
        ]
    )
    func labels(value: String, escaped: String) {
        #expect(PrometheusText.labels([("a", value)]) == "a=\"\(escaped)\"")
    }

    @Test("separates labels by commas, in the order in which they are given")
    func severalLabels() {
        #expect(PrometheusText.labels([("b", "1"), ("a", "2")]) == #"b="1",a="2""#)
        #expect(PrometheusText.labels([]) == "")
    }

    @Test("leaves quotes in help texts, which end with their line")
    func help() {
        var text = PrometheusText()
        text.family("calls_total", kind: "counter", help: "All \"calls\"\nof C:\\.")
        #expect(
            String(buffer: text.buffer) == """
                # HELP calls_total All "calls"\\nof C:\\\\.
                # TYPE calls_total counter

                """
        )
    }

    @Test("has no braces around no labels")
    func samples() {
        var text = PrometheusText()
        text.sample("up", "", 1)
        text.sample("up", #"a="b""#, 0)
        #expect(String(buffer: text.buffer) == "up 1\nup{a=\"b\"} 0\n")
    }

    @Test("has a histogram's buckets as running totals, with its sum and count behind them")
    func histogram() {
        let histogram = PrometheusHistogram(buckets: HistogramBuckets(bounds: [1, 10], scale: 10))
        for value in [Int64(0), 5, 100, 7] { histogram.record(value) }
        var text = PrometheusText()
        text.histogram("size", #"a="b""#, histogram)
        #expect(
            String(buffer: text.buffer) == """
                size_bucket{a="b",le="0.1"} 1
                size_bucket{a="b",le="1"} 3
                size_bucket{a="b",le="+Inf"} 4
                size_sum{a="b"} 11.2
                size_count{a="b"} 4

                """
        )
    }

    @Test(
        "bends a metric's name until Prometheus allows it",
        arguments: [
            ("grpc.server.call.duration", "seconds", false, "grpc_server_call_duration_seconds"),
            ("age_seconds", "seconds", false, "age_seconds"), ("calls", "", true, "calls_total"),
            ("calls_total", "", true, "calls_total"), ("", "", false, "_"), ("7th", "", false, "_7th"),
            ("größe", "", false, "gr__e"), ("a:b", "", false, "a_b"),
        ]
    )
    func names(label: String, unit: String, isCounter: Bool, name: String) {
        #expect(PrometheusName.metric(label, unit: unit, isCounter: isCounter) == name)
    }

    @Test("keeps the first of two labels whose names become one")
    func labelNames() {
        let labels = PrometheusName.labels([("a.b", "1"), ("a_b", "2"), ("__a", "3")], isHistogram: false)
        #expect(labels.map(\.0) == ["a_b", "label__a"])
        #expect(labels.map(\.1) == ["1", "3"])
    }
}
