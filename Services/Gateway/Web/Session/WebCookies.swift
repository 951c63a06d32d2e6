import AuthMessages
import CommonMessages
import Foundation
import Foundations
import HTTPTypes

/// The cookies of a browser's session. Script never sees them, and no other site's pages send them.
///
/// With TLS their names begin with `__Host-`, so that only this host can set them, over TLS. Plain HTTP is for loopback alone,
/// where browsers differ in whether they take such names.
struct WebCookies: Sendable {
    let isSecure: Bool

    private var prefix: String { isSecure ? "__Host-" : "" }
    private var accessName: String { prefix + "larder-access" }
    private var refreshName: String { prefix + "larder-session" }

    /// The access token among the cookies that a browser sent, unless it has expired.
    /// - Parameter now: Seconds since 1970.
    func accessToken(in header: String?, now: Int64) -> String? {
        value(of: accessName, in: header).flatMap {
            (UnverifiedClaims(of: $0)?.exp ?? .infinity) > Double(now + WebCookies.margin) ? $0 : nil
        }
    }

    /// Seconds before its end from which on an access token is not used any more.
    private static let margin: Int64 = 5

    /// The refresh token among them. With it comes whether the session ends with the browser.
    func refreshToken(in header: String?) -> (token: String, isRemembered: Bool)? {
        guard let value = value(of: refreshName, in: header), value.hasPrefix("k.") || value.hasPrefix("s.") else {
            return nil
        }
        return (String(value.dropFirst(2)), value.hasPrefix("k."))
    }

    /// The cookies of a session.
    /// - Parameters:
    ///   - isRemembered: Whether it outlives the browser.
    ///   - now: Seconds since 1970.
    func setting(_ tokens: Auth.SessionTokens, isRemembered: Bool, now: Int64) -> [String] {
        let access = max(1, (tokens.accessTokenExpiresAt?.seconds ?? 0) - now)
        let refresh = max(1, (tokens.refreshTokenExpiresAt?.seconds ?? 0) - now)
        let kind = isRemembered ? "k." : "s."
        return [
            cookie(accessName, tokens.accessToken, age: isRemembered ? access : nil),
            cookie(refreshName, kind + tokens.refreshToken, age: isRemembered ? refresh : nil),
        ]
    }

    /// The cookies that end a session.
    var clearing: [String] { [cookie(accessName, "", age: 0), cookie(refreshName, "", age: 0)] }

    private func cookie(_ name: String, _ value: String, age: Int64?) -> String {
        "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict" + (age.map { "; Max-Age=\($0)" } ?? "")
            + (isSecure ? "; Secure" : "")
    }

    private func value(of name: String, in header: String?) -> String? {
        guard let header else { return nil }
        for part in header.split(separator: ";") {
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, pair[0] == name else { continue }
            return pair[1].isEmpty ? nil : String(pair[1])
        }
        return nil
    }
}

/// What an access token says of itself, before anybody has verified it: any values.
struct UnverifiedClaims: Decodable {
    /// When it expires, in seconds since 1970.
    let exp: Double?
    /// The id of the account.
    let sub: String?

    /// The claims of a token; nil for what is none.
    init?(of token: some StringProtocol) {
        let parts = token.split(separator: ".")
        guard parts.count == 3, let data = Data(base64URL: String(parts[1])),
            let claims = try? JSONDecoder().decode(UnverifiedClaims.self, from: data)
        else { return nil }
        self = claims
    }
}
