import NIOCore
import Testing

@testable import Wire

/// Checks with nothing in flight that no credit was lost or made up, for one direction.
func expectCredit(
    from sender: ConnectionStateMachine,
    to receiver: ConnectionStateMachine,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(
        sender.connectionSendWindow == receiver.connectionReceiveWindow,
        "both sides agree on the connection",
        sourceLocation: sourceLocation
    )
    let uncredited = receiver.streams.values.reduce(0) { $0 + $1.uncredited }
    #expect(
        receiver.connectionReceiveWindow + receiver.connectionUnacknowledged + uncredited
            == receiver.local.connectionWindow,
        "no credit of the connection is lost",
        sourceLocation: sourceLocation
    )
    #expect(
        receiver.windowOverdraft == receiver.streams.values.reduce(0) { $0 + $1.overdraft },
        "loans add up",
        sourceLocation: sourceLocation
    )
    for stream in receiver.streams.values where !stream.isAbandoned {
        let assembled = stream.assembly?.bytes.readableBytes ?? 0
        #expect(
            stream.receiveWindow + stream.unacknowledged + stream.unconsumed + assembled - stream.overdraft
                == receiver.local.initialStreamWindow,
            "no credit of stream \(stream.id) is lost",
            sourceLocation: sourceLocation
        )
        if let other = sender.streams[stream.id] {
            #expect(
                other.sendWindow == stream.receiveWindow,
                "both sides agree on stream \(stream.id)",
                sourceLocation: sourceLocation
            )
        }
    }
}

/// Checks both directions with nothing in flight and no stream left.
func expectFullCredit(_ link: Link, sourceLocation: SourceLocation = #_sourceLocation) {
    expectCredit(from: link.client, to: link.server, sourceLocation: sourceLocation)
    expectCredit(from: link.server, to: link.client, sourceLocation: sourceLocation)
    for machine in [link.client, link.server] where machine.streams.isEmpty {
        #expect(machine.windowOverdraft == 0 && machine.schedule.isEmpty, sourceLocation: sourceLocation)
        #expect(
            machine.connectionReceiveWindow + machine.connectionUnacknowledged == machine.local.connectionWindow,
            sourceLocation: sourceLocation
        )
    }
    #expect(!link.client.hasFailed && !link.server.hasFailed, sourceLocation: sourceLocation)
}
