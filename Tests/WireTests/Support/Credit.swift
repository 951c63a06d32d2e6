import NIOCore
import Testing

@testable import Wire

/// Checks with nothing in flight that no credit was lost or made up, for one direction.
func expectCredit(
    from sender: borrowing ConnectionStateMachine,
    to receiver: borrowing ConnectionStateMachine,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(
        sender.flow.sendWindow == receiver.flow.receiveWindow,
        "both sides agree on the connection",
        sourceLocation: sourceLocation
    )
    #expect(
        receiver.flow.receiveWindow + receiver.flow.unacknowledged == receiver.local.connectionWindow,
        "no credit of the connection is lost",
        sourceLocation: sourceLocation
    )
    #expect(
        receiver.flow.windowOverdraft == receiver.streams.values.reduce(0) { $0 + $1.windows.overdraft },
        "loans add up",
        sourceLocation: sourceLocation
    )
    for stream in receiver.streams.values where !stream.phase.isCancelled {
        let assembled = stream.assembly?.bytes.readableBytes ?? 0
        #expect(
            stream.windows.receive + stream.windows.unacknowledged + stream.windows.unconsumed + assembled
                - stream.windows.overdraft
                == receiver.local.initialStreamWindow,
            "no credit of stream \(stream.id) is lost",
            sourceLocation: sourceLocation
        )
        if let other = sender.streams[stream.id] {
            #expect(
                other.windows.send == stream.windows.receive,
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
    expectNothingOwed(link.client, sourceLocation)
    expectNothingOwed(link.server, sourceLocation)
    #expect(!link.client.hasFailed && !link.server.hasFailed, sourceLocation: sourceLocation)
}

private func expectNothingOwed(_ machine: borrowing ConnectionStateMachine, _ sourceLocation: SourceLocation) {
    guard machine.streams.isEmpty else { return }
    #expect(machine.flow.windowOverdraft == 0 && machine.scheduler.isEmpty, sourceLocation: sourceLocation)
    #expect(
        machine.flow.receiveWindow + machine.flow.unacknowledged == machine.local.connectionWindow,
        sourceLocation: sourceLocation
    )
}
