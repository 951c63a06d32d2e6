package import Foundation

/// A broker with which securities can be bought.
package struct ReferenceBroker: Equatable, Sendable, ReferenceRow {
    /// The unique key.
    package let slug: String
    /// The name.
    package let name: String
    /// ISO 3166-1 alpha-2 of the country whose residents it serves.
    package let region: String
    /// The page: https.
    package let address: URL

    /// The name of its file.
    package static let fileName = "brokers.csv"
    /// The header of its file.
    package static let columns = ["slug", "name", "region", "address"]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        slug = fields.slug("slug")
        name = fields.required("name", upTo: 200)
        region = fields.value("region") { $0.wholeMatch(of: /[A-Z]{2}/) == nil ? nil : $0 } ?? ""
        address = fields.value("address", Self.page) ?? URL(filePath: "/")
    }

    private static func page(_ text: String) -> URL? {
        guard text.utf8.count <= 300, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URL(string: text),
            url.scheme == "https", let host = url.host()?.lowercased(),
            // No address of a machine, and no name of a local network.
            host.wholeMatch(of: /([a-z0-9-]+\.)+[a-z]{2,}/) != nil, !host.hasSuffix(".local"),
            !host.hasSuffix(".internal"), url.user() == nil, url.password() == nil, url.port == nil
        else { return nil }
        return url
    }
}
