import CoreMetrics
import NIOCore

/// Measures how late event loops run what is due: time in which a loop was busy with something else.
enum EventLoopLag {
    /// Measures every second, at no noticeable cost.
    static let interval = TimeAmount.seconds(1)

    /// Measures every loop of a group for as long as it runs.
    static func measure(_ group: any EventLoopGroup, with factory: any MetricsFactory) {
        let timer = Timer(label: "larder.event_loop.lag", factory: factory)
        for loop in group.makeIterator() { schedule(on: loop, at: .now() + interval, timer) }
    }

    private static func schedule(on loop: any EventLoop, at due: NIODeadline, _ timer: CoreMetrics.Timer) {
        _ = loop.scheduleTask(deadline: due) {
            let now = NIODeadline.now()
            timer.recordNanoseconds((now - due).nanoseconds)
            schedule(on: loop, at: now + interval, timer)
        }
    }
}
