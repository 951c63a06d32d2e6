import HTTPTypes
import RPC

/// Rejects requests that a page of another origin may have caused, and ones for other names than the gateway's.
///
/// Browsers say by `Sec-Fetch-Site` and `Origin` who is behind a request, and a page cannot forge either. Programs send neither,
/// and have no cookies. The check of the name keeps a page whose own name was made to point here from being of our origin.
struct OriginPolicy: Sendable {
    /// The names that the gateway is known by.
    let hosts: Set<String>

    /// Why a request is rejected; nil when it is not.
    func rejection(of exchange: WebExchange) -> Status? {
        let authority = (exchange.authority ?? "").lowercased()
        guard let host = OriginPolicy.host(authority), hosts.contains(host),
            OriginPolicy.hasOneHost(exchange, authority)
        else { return OriginPolicy.unknownHost }
        switch exchange.method {
        case .get, .head: return isNavigationOrOwn(exchange, authority) ? nil : OriginPolicy.foreign
        default: return isOwn(exchange, authority) ? nil : OriginPolicy.foreign
        }
    }

    /// Reading is for our pages; from elsewhere one may come by a link.
    private func isNavigationOrOwn(_ exchange: WebExchange, _ authority: String) -> Bool {
        switch exchange[.secFetchSite] {
        case nil, "same-origin", "none": true
        default: exchange[.secFetchMode] == "navigate" && exchange[.secFetchDestination] == "document"
        }
    }

    private func isOwn(_ exchange: WebExchange, _ authority: String) -> Bool {
        if let site = exchange[.secFetchSite], site != "same-origin", site != "none" { return false }
        if let origin = exchange[.origin] {
            return origin.lowercased() == (exchange.isSecure ? "https://" : "http://") + authority
        }
        // A program; with cookies it could be an old browser's request, of which nobody knows where it comes from.
        return exchange[.secFetchSite] == "same-origin" || exchange[.cookie] == nil
    }

    /// The host of an authority, without its port; nil when what follows it is no port.
    private static func host(_ authority: String) -> String? {
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else { return authority }
        let port = authority[colon...].dropFirst()
        guard port.utf8.count <= 5, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return String(authority[..<colon])
    }

    /// Whether a request names one host alone: the first `Host` has become its authority, which with HTTP/2 has a field of its own.
    private static func hasOneHost(_ exchange: WebExchange, _ authority: String) -> Bool {
        exchange.values(of: .host).allSatisfy {
            exchange.isHTTP2 && $0.lowercased() == authority
        }
    }

    private static let unknownHost = Status(
        .invalidArgument,
        .gateway.unknownHost,
        reason: "UNKNOWN_HOST"
    )
    private static let foreign = Status(
        .permissionDenied,
        .gateway.crossOrigin,
        reason: "CROSS_ORIGIN"
    )
}

extension HTTPField.Name {
    static let host = Self("Host")!
    static let secFetchSite = Self("Sec-Fetch-Site")!
    static let secFetchMode = Self("Sec-Fetch-Mode")!
    static let secFetchDestination = Self("Sec-Fetch-Dest")!
}
