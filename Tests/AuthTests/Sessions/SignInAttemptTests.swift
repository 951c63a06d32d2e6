import AuthMessages
import Testing

@testable import larder_auth

@Suite("What a sign-in says")
struct SignInAttemptTests {
    /// 4 MB, as many as a request may have at most, that are one character or none.
    private static let combining = String(repeating: "\u{301}", count: 2_000_000)

    @Test("is rejected for its bytes, whatever the number of its characters")
    func combiningMarks() throws {
        let device = "e" + Self.combining
        _ = try SignInAttempt(validating: .init(name: "nobody", password: "x", device: "Phone"))
        #expect(throws: (any Error).self) {
            try SignInAttempt(validating: .init(name: "nobody", password: "x", device: device))
        }
        #expect(!PasswordRule.isPossible(device))
    }
}
