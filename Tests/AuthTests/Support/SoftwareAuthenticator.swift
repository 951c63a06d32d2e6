import AuthMessages
import Foundation
import PostgresTestSupport

/// An authenticator and its browser that others have written, as a process; see `authenticator.py`.
final class SoftwareAuthenticator {
    /// The packages that it needs cannot be fetched.
    struct Unavailable: Error {}

    /// What it makes and signs.
    struct Response: Decodable {
        let credential: Data
        let clientData: Data
        let authenticatorData: Data
        let signature: Data?
    }

    /// What differs from how it should be, by the name in `authenticator.py`.
    struct Difference: Encodable, Sendable {
        var algorithm: Int?
        var type: String?
        var origin: String?
        var relyingParty: String?
        var crossOrigin: Bool?
        var flags: Int?
        var count: Int?
        var idLength: Int?
    }

    private struct Request: Encodable {
        let challenge: Data
        var credential: Data?
        let difference: Difference

        enum CodingKeys: CodingKey { case challenge, credential }

        func encode(to encoder: any Encoder) throws {
            try difference.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(challenge, forKey: .challenge)
            try container.encodeIfPresent(credential, forKey: .credential)
        }
    }

    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    /// Starts it.
    init() throws {
        let script = Shell.repository + "/Tests/AuthTests/Factors/Authenticator/authenticator.sh"
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [script]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// A new credential.
    func create(
        _ options: Auth.PasskeyCreation,
        _ difference: Difference = Difference()
    ) throws -> (credential: [UInt8], registration: Auth.PasskeyRegistration) {
        let request = Request(challenge: Data(options.challenge), difference: difference)
        let response = try send(["create": request])
        let registration = Auth.PasskeyRegistration(
            clientData: Array(response.clientData),
            authenticatorData: Array(response.authenticatorData)
        )
        return (Array(response.credential), registration)
    }

    /// What it signs with a credential.
    func sign(
        _ options: Auth.PasskeyRequest,
        with credential: [UInt8],
        _ difference: Difference = Difference()
    ) throws -> Auth.PasskeyAssertion {
        let request = Request(
            challenge: Data(options.challenge),
            credential: Data(credential),
            difference: difference
        )
        let response = try send(["sign": request])
        return Auth.PasskeyAssertion(
            credentialID: Array(response.credential),
            clientData: Array(response.clientData),
            authenticatorData: Array(response.authenticatorData),
            signature: Array(response.signature ?? Data())
        )
    }

    private func send(_ request: [String: Request]) throws -> Response {
        let line = try JSONEncoder().encode(request) + Data("\n".utf8)
        try? input.fileHandleForWriting.write(contentsOf: line)
        var bytes = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8), !byte.isEmpty {
            bytes += byte
        }
        guard !bytes.isEmpty else { throw Unavailable() }
        return try JSONDecoder().decode(Response.self, from: bytes)
    }
}
