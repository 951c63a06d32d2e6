import Testing

@testable import deployment_benchmark

@Suite("A figure that is promised")
struct PromisedFigureTests {
    private func violation(_ value: Double) -> String? {
        PromisedFigures.Figure(name: "upload acknowledged", value: value, bar: 300, unit: "ms").violation
    }

    @Test("is a violation when it is over its bar, or no number")
    func bar() {
        #expect(violation(12) == nil && violation(300) == nil)
        #expect(violation(300.1) == "upload acknowledged: 300.1 ms is over the bar of 300.0 ms")
        #expect(violation(.nan) != nil)
    }
}
