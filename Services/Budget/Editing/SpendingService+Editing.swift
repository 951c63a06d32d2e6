import BudgetMessages
import Foundation
import Foundations
import Logging
import RPC
import ServiceKit

extension SpendingService {
    func editPurchase(_ request: Budget.EditPurchaseRequest, context: CallContext) async throws -> Budget.Purchase {
        let user = try context.userID
        let edits = try PurchaseEdits(
            validating: request,
            within: store.bounds,
            hasKey: context.idempotencyKey != nil
        )
        let sent = try idempotencyRequest(request, context)
        let edited = try await store.once(sent, of: user) { connection, key in
            try await store.apply(edits, of: user, with: key, in: connection).message(store.names)
        }
        return await matched(edited, of: user)
    }

    /// The purchase with the store that its owner means; unchanged when catalog doesn't respond in time. The edit counts in
    /// either case.
    func matched(_ purchase: Budget.Purchase, of user: UUID) async -> Budget.Purchase {
        guard purchase.awaitsMatching, let id = UUID(canonical: purchase.id) else { return purchase }
        do {
            if let matched = try await matcher.match(id, of: user) { return matched.message(store.names) }
            // The answer to a repeated call is from before the matching, which may have ended meanwhile.
            return try await store.purchase(.purchase(id), of: user).message(store.names)
        } catch {
            matcher.log.debug("an edited purchase is not matched yet", metadata: ["error": "\(error)"])
            return purchase
        }
    }

    func undoStep(_ request: Budget.UndoStepRequest, context: CallContext) async throws -> Budget.UndoStepResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let id = validator.uuid(request.purchaseID, "purchase_id")
        let version = ExpectedVersion(request.expectedVersion, &validator)
        try validator.finish()
        let sent = try idempotencyRequest(request, context)
        return try await store.once(sent, of: user) { connection, key in
            let (purchase, undone) = try await store.undo(
                id,
                of: user,
                with: key,
                expecting: version,
                in: connection
            )
            return Budget.UndoStepResponse(purchase: purchase.message(store.names), undone: undone.message(store.names))
        }
    }

    func listSteps(_ request: Budget.ListStepsRequest, context: CallContext) async throws -> Budget.ListStepsResponse {
        let (steps, next) = try await store.steps(
            try purchaseID(request.purchaseID),
            of: try context.userID,
            Page(request.page)
        )
        return Budget.ListStepsResponse(steps: steps.map { $0.message(store.names) }, nextPageToken: next ?? "")
    }

    func watchPurchase(
        _ request: Budget.WatchPurchaseRequest,
        responses: MessageWriter<Budget.PurchaseUpdate>,
        context: CallContext
    ) async throws {
        let user = try context.userID
        var validator = FieldValidator()
        let id = validator.uuid(request.purchaseID, "purchase_id")
        let version = validator.number(request.afterVersion, "after_version", in: 0...Int64.max)
        try validator.finish()
        try await changes.follow(id, after: version, noun: .services.nounPurchase) { version, _ in
            if version > 0 { return try await write(id, after: version, for: user, to: responses) }
            let present = try await store.purchase(.purchase(id), of: user)
            try await responses.write(.init(purchase: present.message(store.names)))
            return present.version
        }
    }

    /// Sends the revisions after a version, some at a time.
    /// - Returns: The version that was sent last.
    private func write(
        _ id: UUID,
        after version: Int64,
        for user: UUID,
        to responses: MessageWriter<Budget.PurchaseUpdate>
    ) async throws -> Int64 {
        var version = version
        while true {
            let (updates, isLast) = try await store.updates(of: id, after: version, for: user)
            for (index, (purchase, step)) in updates.enumerated() {
                // Versions to choose from are those of the present purchase.
                let isPresent = isLast && index == updates.count - 1
                let message = isPresent ? purchase.message(store.names) : purchase.listedMessage(store.names)
                try await responses.write(.init(purchase: message, step: step?.message(store.names)))
                version = step?.version ?? purchase.version
            }
            if isLast { return version }
        }
    }

    private func purchaseID(_ text: String) throws -> UUID {
        var validator = FieldValidator()
        let id = validator.uuid(text, "purchase_id")
        try validator.finish()
        return id
    }
}
