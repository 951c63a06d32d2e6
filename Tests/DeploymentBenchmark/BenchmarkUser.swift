import AuthMessages
import LocalDeployment
import OCRMessages
import RPC

/// A new user, who sends photos as a user's program does.
struct BenchmarkUser {
    let channel: RPCChannel
    let token: String

    private static let pieceSize = 131_072

    static func signUp(at deployment: LocalDeployment, on channel: RPCChannel) async throws -> BenchmarkUser {
        let name = "bench" + String(UInt64.random(in: .min ... .max), radix: 36)
        let password = "Larder-" + String(UInt64.random(in: 1 << 40...1 << 48), radix: 36) + "1!"
        _ = try await deployment.register(name, password: password, on: channel)
        let tokens = try await Auth.SessionsClient(channel: channel)
            .signIn(.init(name: name, password: password, device: "bench"))
        return BenchmarkUser(channel: channel, token: tokens.accessToken)
    }

    func options(timeout: Duration) -> CallOptions { CallOptions(timeout: timeout, accessToken: token) }

    /// - Returns: The receipt's number.
    func upload(_ photo: [UInt8], keeping: OCR.PhotoKeeping = .unspecified) async throws -> String {
        try await OCR.ReceiptsClient(channel: channel).uploadReceipt(options: options(timeout: .seconds(30))) {
            writer in
            let header = OCR.UploadHeader(
                size: Int64(photo.count),
                timeZone: "America/Vancouver",
                keeping: keeping
            )
            try await writer.write(.init(part: .header(header)))
            for start in stride(from: 0, to: photo.count, by: Self.pieceSize) {
                let piece = photo[start..<min(start + Self.pieceSize, photo.count)]
                try await writer.write(.init(part: .chunk(Array(piece))))
            }
        }.receiptID
    }

    /// Waits until a receipt is read and recorded.
    /// - Returns: Its last state, done or failed.
    @discardableResult
    func waitForEnd(of receipt: String, within limit: Duration) async throws -> OCR.ReceiptProgress? {
        let request = OCR.WatchReceiptRequest(receiptID: receipt)
        return try await OCR.ReceiptsClient(channel: channel)
            .watchReceipt(request, options: options(timeout: limit)) { stream in
                var last: OCR.ReceiptProgress?
                for try await progress in stream { last = progress }
                return last
            }
    }

    /// Waits until a receipt is a purchase.
    /// - Throws: `DeploymentError` when it does not become one.
    func waitForPurchase(_ receipt: String) async throws {
        let last = try await waitForEnd(of: receipt, within: .seconds(60))
        guard last?.state == .done else {
            throw DeploymentError("The receipt did not become a purchase: \(last?.failure ?? "no answer").")
        }
    }
}
