extension String {
    /// The text truncated to what a database index can hold, at most 800 bytes of UTF-8.
    var key: String {
        utf8.count <= 800 ? self : String(decoding: utf8.prefix(800), as: UTF8.self)
    }
}
