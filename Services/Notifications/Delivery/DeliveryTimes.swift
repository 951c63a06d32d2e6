import CoreMetrics
import Foundation
import Foundations
import NotificationsMessages
import ServiceKit

/// How long notices take from their event to their reader, by kind and channel.
struct DeliveryTimes: Sendable {
    static let metrics = [
        "larder.notices.delivery": MetricDescription(
            "Time from a notice's event, or from when its reader wants it, to its delivery, by kind and channel.",
            unit: "seconds",
            buckets: .latency
        ),
        "larder.notices.late": MetricDescription(
            "Notices delivered later than their kind allows, by kind and channel."
        ),
    ]

    let kinds: NoticeKinds
    let factory: any MetricsFactory

    /// Notes that notices went out.
    func note(_ notices: [OutsideNotice], of delivery: NoticeDelivery, at time: Date) {
        for notice in notices {
            note(
                notice.kind,
                delivery.channel,
                from: max(notice.occurredAt, delivery.plannedFor ?? .distantPast),
                to: time
            )
        }
    }

    /// Notes that a notice of a kind was delivered.
    /// - Parameter start: When it happened, or when its reader wanted it if that is later.
    func note(_ kind: String, _ channel: Notifications.NoticeChannel, from start: Date, to end: Date) {
        // A kind of another version is none of the series.
        guard let known = kinds[kind] else { return }
        let (time, labels) = (max(0, end.timeIntervalSince(start)), [("kind", kind), ("channel", channel.label)])
        CoreMetrics.Timer(label: "larder.notices.delivery", dimensions: labels, factory: factory)
            .recordNanoseconds(Int64(min(time, 1e9) * 1e9))
        guard Duration.seconds(time) > known.limit else { return }
        Counter(label: "larder.notices.late", dimensions: labels, factory: factory).increment()
    }
}
