import CommonMessages
import Foundation
import NotificationsMessages
import Postgres
import RPC
import ServiceKit

/// The service by which operators see what could not be delivered, and have it tried again.
struct NoticeOperationsService: Notifications.NoticeOperationsProvider {
    let store: DeliveryStore

    func listFailures(
        _ request: Notifications.ListFailuresRequest,
        context: CallContext
    ) async throws -> Notifications.ListFailuresResponse {
        let rows = try await store.queue.pool.query(
            """
            SELECT channel, coalesce(last_error, '') AS reason, count(*) AS count, min(parked_at) AS since
            FROM notice_deliveries WHERE settled_at IS NULL AND parked_at IS NOT NULL
            GROUP BY channel, reason ORDER BY count DESC, channel, reason LIMIT 100
            """
        )
        return Notifications.ListFailuresResponse(
            failures: try rows.map { row in
                let channel: Int32 = try row["channel"]
                return .init(
                    channel: .init(rawValue: channel),
                    reason: try row["reason"],
                    count: try row["count"],
                    since: Common.Timestamp(try row["since"])
                )
            }
        )
    }

    func retryFailures(
        _ request: Notifications.RetryFailuresRequest,
        context: CallContext
    ) async throws -> Notifications.RetryFailuresResponse {
        let channel: Statement =
            request.channel == .unspecified ? "true" : "work.channel = \(request.channel.rawValue)"
        let count = try await store.queue.retry(where: "work.parked_at IS NOT NULL AND \(channel)")
        return Notifications.RetryFailuresResponse(count: Int64(count))
    }
}
