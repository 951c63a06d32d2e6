import AuthMessages
import Foundation
import Foundations
import Logging
import PersonalMessages
import Postgres
import RPC
import ServiceKit
import Texts

/// Gathers what all services store of a user.
struct DataExportService: Auth.DataExportProvider {
    /// How long an export may take, in seconds; the longest deadline of a stream.
    private static let timeLimit: TimeInterval = 1_800
    /// The bytes of a message at least, the last one apart.
    private static let chunkSize = 64 << 10

    /// Passes on the parts of one service's export.
    typealias Gather =
        @Sendable (
            _ service: String, _ request: Personal.ExportPersonRequest,
            _ receive: (Personal.ExportPersonResponse.Part) async throws -> Void
        ) async throws -> Void

    let accounts: AccountStore
    /// The tables of auth.
    let tables: PersonalTables
    /// The services with a schema, auth apart.
    let services: [String]
    let gather: Gather
    let clock: any WallClock

    /// Asks the services over RPC.
    static func through(_ channels: [String: RPCChannel]) -> Gather {
        { service, request, receive in
            guard let channel = channels[service] else { throw Status(.internalError, .rpc.ourFault) }
            let options = CallOptions(timeout: .seconds(timeLimit))
            try await Personal.PersonalDataClient(channel: channel).exportPerson(request, options: options) {
                messages in
                for try await message in messages {
                    if let part = message.part { try await receive(part) }
                }
            }
        }
    }

    func exportData(
        _ request: Auth.ExportDataRequest,
        responses: MessageWriter<Auth.ExportDataResponse>,
        context: CallContext
    ) async throws {
        let (caller, time) = (try context.session, clock.now)
        try await accounts.database.transaction { try await StepUp.require(caller, at: time, in: $0) }
        let user = caller.account
        guard let account = try await accounts.find(user) else { throw Status.notFound(.services.nounAccount) }
        let export = try await begin(user)
        do {
            try await send(account, in: context.language, to: responses)
        } catch {
            await end(export, of: user)
            throw error
        }
        try await accounts.database.execute(AuditLog.record(.exported, account: user, at: clock.now))
        await end(export, of: user)
    }

    private func send(
        _ account: Account,
        in language: Language,
        to responses: MessageWriter<Auth.ExportDataResponse>
    ) async throws {
        let request = Personal.ExportPersonRequest(userID: account.id.canonical, language: language.rawValue)
        // A service that is down rejects the export before anything of it is sent.
        for service in services { try await probe(service, request) }
        let document = try ExportDocument(username: account.username, in: language, at: clock.now)
        func passOn(_ part: Personal.ExportPersonResponse.Part) async throws {
            try document.add(part)
            if document.count >= Self.chunkSize { try await responses.write(.init(contents: document.take())) }
        }
        try document.begin("auth")
        try await PersonalExport(tables, in: accounts.database).read(account.id, in: language, passOn)
        for service in services {
            try document.begin(service)
            try await gather(service, request, passOn)
        }
        try document.finish()
        try await responses.write(.init(contents: document.take()))
    }

    private struct Answered: Error {}

    /// Throws unless a service answers.
    private func probe(_ service: String, _ request: Personal.ExportPersonRequest) async throws {
        do { try await gather(service, request) { _ in throw Answered() } } catch is Answered {}
    }

    // MARK: One at a time

    private func begin(_ user: UUID) async throws -> UUID {
        let (export, time) = (UUID(), clock.now)
        let begun = try await accounts.database.execute(
            """
            INSERT INTO data_exports AS running (account_id, id, ends_at)
            VALUES (\(user), \(export), \(time.addingTimeInterval(Self.timeLimit)))
            ON CONFLICT (account_id) DO UPDATE SET id = excluded.id, ends_at = excluded.ends_at
            WHERE running.ends_at <= \(time)
            """
        )
        guard begun == 1 else {
            throw Status(
                .resourceExhausted,
                .auth.exportRunning,
                retryDelay: .seconds(30),
                reason: .exportRunning
            )
        }
        return export
    }

    /// Lets the user begin another export, also when this one was cancelled.
    private func end(_ export: UUID, of user: UUID) async {
        let database = accounts.database
        await Task {
            _ = try? await database.execute("DELETE FROM data_exports WHERE account_id = \(user) AND id = \(export)")
        }.value
    }
}

extension StatusReason {
    /// Another export of the user's runs.
    static let exportRunning: StatusReason = "EXPORT_RUNNING"
}
