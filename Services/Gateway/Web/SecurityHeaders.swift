import HTTPTypes

/// The fields with which every answer restricts what a browser does with it.
struct SecurityHeaders: Sendable {
    private let fields: HTTPFields

    /// - Parameters:
    ///   - isSecure: Whether browsers come over TLS, and then are to come over nothing else.
    ///   - tilesOrigin: Where map tiles come from, beside our own origin.
    init(isSecure: Bool, tilesOrigin: String?) {
        let images = ["'self'", "blob:", "data:", tilesOrigin].compactMap(\.self).joined(separator: " ")
        var fields: HTTPFields = [
            .contentSecurityPolicy: [
                "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src \(images)",
                "connect-src 'self'",
                "font-src 'self'", "manifest-src 'self'", "worker-src 'self'", "media-src 'self' blob:",
                "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
            ].joined(separator: "; "),
            .xContentTypeOptions: "nosniff",
        ]
        fields[.xFrameOptions] = "DENY"
        fields[.init("Referrer-Policy")!] = "no-referrer"
        fields[.init("Cross-Origin-Opener-Policy")!] = "same-origin"
        fields[.init("Cross-Origin-Resource-Policy")!] = "same-origin"
        fields[.init("Permissions-Policy")!] =
            "camera=(self), geolocation=(self), microphone=(self), accelerometer=(), gyroscope=(), magnetometer=(), "
            + "payment=(), usb=(), midi=(), display-capture=()"
        if isSecure { fields[.strictTransportSecurity] = "max-age=63072000; includeSubDomains" }
        self.fields = fields
    }

    /// Adds those that an answer does not set itself, and keeps one that says nothing of caching out of every cache.
    func add(to response: inout WebResponse) {
        for field in fields where response.fields[field.name] == nil { response.fields.append(field) }
        if response.fields[.cacheControl] == nil { response.fields[.cacheControl] = "no-store" }
    }
}

extension HTTPField.Name {
    static let xFrameOptions = Self("X-Frame-Options")!
}
