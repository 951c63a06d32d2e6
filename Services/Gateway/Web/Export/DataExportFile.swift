import AuthMessages
import HTTPTypes
import HummingbirdCore
import MessageCoding
import NIOCore
import RPC

/// `/files/my-data`: a copy of everything that is stored of the user, as a ZIP file, handed on as it comes.
///
/// A failure on the way ends the connection before the file does, so that browsers take no part of it for the whole.
struct DataExportFile: Sendable {
    static let path = "/files/my-data"

    let sessions: WebSessions

    private static let method = Auth.DataExportService.exportData.path

    func respond(to exchange: WebExchange) async -> WebResponse {
        guard exchange.method == .get else { return .methodNotAllowed("GET") }
        return await sessions.answering(exchange) { try await send(exchange, $0) }
    }

    private func send(_ exchange: WebExchange, _ session: WebSession) async throws -> WebResponse {
        let request = try Auth.ExportDataRequest().encoded()
        let (handle, first) = try await session.retrying { authorization in
            let handle = try await exchange.start(
                DataExportFile.method,
                request: request,
                metadata: try exchange.metadata(authorization)
            )
            guard let first = try await handle.receive() else { throw Status(.internalError, .rpc.ourFault) }
            return (handle, try Auth.ExportDataResponse(decoding: first))
        }
        return WebResponse(
            .ok,
            [
                .contentType: "application/zip", .cacheControl: "private, no-store",
                .contentDisposition: "attachment; filename=\"larder-export.zip\"",
            ],
            body: .stream { writer in
                defer { handle.cancel() }
                try await writer.write(ByteBuffer(bytes: first.contents))
                while let message = try await handle.receive() {
                    let part = try Auth.ExportDataResponse(decoding: message)
                    try await writer.write(ByteBuffer(bytes: part.contents))
                }
            }
        )
    }
}
