import NIOCore
import RPCTestSupport
import Testing

@testable import RPC

@Suite("Deadlines that calls inherit")
struct InheritedDeadlineTests {
    private let now = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func deadline(inheriting left: TimeAmount?, timeout: Duration? = nil) throws -> NIODeadline? {
        var random = TraceRandom()
        let context = CallContext(method: "a/b", deadline: left.map { now + $0 }, trace: .init(using: &random))
        return try CallContext.$current.withValue(context) { try CallOptions(timeout: timeout).deadline(now: now) }
    }

    @Test("a call that inherits less than 100 ms fails at once, whatever time it asks for")
    func tooLate() {
        for left in [TimeAmount.milliseconds(99), .zero, .seconds(-1)] {
            for timeout in [nil, Duration.seconds(1), .milliseconds(1)] {
                #expect(throws: Status.deadlineExceeded) { try deadline(inheriting: left, timeout: timeout) }
            }
        }
    }

    @Test("a call leaves 20 ms of what it inherits for the way back")
    func wayBack() throws {
        #expect(try deadline(inheriting: .milliseconds(100)) == now + .milliseconds(80))
        #expect(try deadline(inheriting: .seconds(1), timeout: .seconds(2)) == now + .milliseconds(980))
    }

    @Test("a time that the call itself asks for is taken as it is")
    func own() throws {
        #expect(try deadline(inheriting: .seconds(1), timeout: .milliseconds(50)) == now + .milliseconds(50))
        #expect(try deadline(inheriting: nil, timeout: .milliseconds(50)) == now + .milliseconds(50))
        #expect(try deadline(inheriting: nil) == nil)
    }

    @Test("an outgoing call that found no server is not reported as unprocessed to the caller")
    func notUnprocessed() {
        let status = Status(.unavailable, "Nobody there.", reason: "SERVICE_UNREACHABLE", isUnprocessed: true)
        #expect(!status.fromChannel.translatedForCaller.isUnprocessed)
        #expect(status.translatedForCaller.isUnprocessed)
    }
}
