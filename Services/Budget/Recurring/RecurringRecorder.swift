import Foundation
import Logging
import RPC
import ServiceKit

/// Records recurring expenditures on the days on which they are due.
struct RecurringRecorder: Sendable {
    let store: RecurringStore
    let log: Logger
    /// How many are looked up at once.
    var pageSize = 200

    /// Some could not be recorded.
    struct Incomplete: Error, CustomStringConvertible {
        let count: Int
        var description: String { "\(count) recurring expenditures could not be recorded" }
    }

    /// Runs often enough that a day's expenditures are there soon after it has begun, wherever their owner is.
    var job: ScheduledJob {
        ScheduledJob("record recurring expenditures", .every(.seconds(300))) { _ in try await recordAll() }
    }

    /// Records everything that is due. What fails holds up nothing else.
    /// - Throws: ``Incomplete`` when something has failed.
    func recordAll() async throws {
        var (last, failures): ((user: UUID, id: UUID)?, Int) = (nil, 0)
        while true {
            let page = try await store.due(after: last, limit: pageSize)
            for place in page {
                do {
                    try await record(place.id, of: place.user)
                } catch let error as CancellationError {
                    throw error
                } catch {
                    failures += 1
                    log.error(
                        "a recurring expenditure could not be recorded",
                        metadata: ["id": "\(place.id)", "error": "\(error)"]
                    )
                }
            }
            guard let end = page.last, page.count == pageSize else { break }
            last = end
        }
        if failures > 0 { throw Incomplete(count: failures) }
    }

    private func record(_ id: UUID, of user: UUID) async throws {
        // Of somebody whose account was erased meanwhile there is no key, and none must be made.
        guard try await store.ledger.keys.existingKey(of: user) != nil else { return }
        do {
            try await store.ledger.transaction(of: user) { connection, key in
                let recurring = try await store.lock(id, of: user, with: key, in: connection)
                _ = try await store.recordDue(recurring, of: user, with: key, in: connection)
            }
        } catch let status as Status where status.code == .notFound || status.reason == .ledgerFull {
            // Its owner's account was erased meanwhile, or they have no room for it.
        }
    }
}
