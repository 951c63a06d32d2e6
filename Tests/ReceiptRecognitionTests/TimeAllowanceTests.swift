import ReceiptRecognition
import Testing

@Suite("The time allowance of a worker")
struct TimeAllowanceTests {
    private let start = ContinuousClock.now

    private func allowance(processorTime: Duration?) -> TimeAllowance {
        TimeAllowance(processor: .seconds(20), wall: .seconds(90), from: start, processorTime: processorTime)
    }

    @Test("processor time used before does not count")
    func earlierImages() {
        let allowance = allowance(processorTime: .seconds(500))
        #expect(allowance.rest(at: start, processorTime: .seconds(500)) == .seconds(20))
        #expect(allowance.rest(at: start + .seconds(15), processorTime: .seconds(515)) == .seconds(5))
        #expect(allowance.rest(at: start + .seconds(20), processorTime: .seconds(520)) <= .zero)
    }

    @Test("a worker starved by others keeps its processor time until the elapsed time ends it")
    func starved() {
        let allowance = allowance(processorTime: .zero)
        #expect(allowance.rest(at: start + .seconds(60), processorTime: .seconds(3)) == .seconds(17))
        #expect(allowance.rest(at: start + .seconds(89), processorTime: .seconds(3)) == .seconds(1))
        #expect(allowance.rest(at: start + .seconds(90), processorTime: .seconds(3)) <= .zero)
    }

    @Test("when processor time is unknown, elapsed time alone counts")
    func unknown() {
        #expect(allowance(processorTime: nil).rest(at: start + .seconds(30), processorTime: nil) == .seconds(60))
        #expect(allowance(processorTime: .zero).rest(at: start + .seconds(30), processorTime: nil) == .seconds(60))
        #expect(allowance(processorTime: nil).rest(at: start + .seconds(90), processorTime: .seconds(1)) <= .zero)
    }
}
