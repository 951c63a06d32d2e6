import NIOCore
import Testing

@testable import Wire

@Suite("Stopping in two steps")
struct StoppingTests {
    private let link = Link()

    @Test("serves the calls that cross the first step and rejects none")
    func crossing() throws {
        let first = try link.start()
        link.run()
        link.server.announceGoAway("stopping")
        link.server.sendPing(7)
        let second = try link.start()
        link.client.sendMessage(ByteBuffer(string: "q"), on: second, end: true)
        link.run()
        #expect(link.takeServerLines() == ["call 1 a.B/C", "call 2 a.B/C", "message 2 q end", "pong 7"])
        #expect(link.takeClientLines() == ["go-away 2147483647 none stopping"])
        #expect(!link.client.acceptsCalls && link.client.runningStreams == 2)

        link.server.goAway(.none, "stopping")
        link.run()
        #expect(link.takeClientLines() == ["go-away 2 none stopping"])
        for stream in [first, second] { link.server.sendMessage(ByteBuffer(string: "a"), on: stream, end: true) }
        link.run()
        #expect(
            link.takeClientLines() == ["message 1 a end", "status 1 OK", "message 2 a end", "status 2 OK"]
        )
        expectFullCredit(link)
    }

    @Test("rejects as unprocessed what comes behind the second step")
    func late() throws {
        link.server.announceGoAway()
        link.server.goAway()
        _ = link.server.allOutput()
        let stream = try link.start()
        link.run()
        #expect(link.clientEvents.last?.line == "status \(stream) UNAVAILABLE the server is going away")
        #expect(link.clientEvents.last?.status?.status.isUnprocessed == true)
    }

    @Test("can be said once the second step was, without effect, and not after a breach")
    func outOfOrder() {
        link.server.goAway()
        _ = link.server.allOutput()
        link.server.announceGoAway()
        #expect(link.server.hasOutput == false)
        var broken = ConnectionStateMachine.opened(.server)
        broken.receive(frame(.settings))
        _ = broken.allEvents()
        _ = broken.allOutput()
        broken.announceGoAway()
        #expect(broken.hasOutput == false)
    }

    @Test("names the last call that came when a breach follows the first step")
    func breach() throws {
        _ = try link.start()
        link.run()
        link.server.announceGoAway()
        link.server.receive(frame(.settings))
        _ = link.server.allEvents()
        link.run()
        #expect(link.takeClientLines().last?.hasPrefix("go-away 1 protocolError") == true)
    }
}
