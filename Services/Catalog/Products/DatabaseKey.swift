extension String {
    /// The text cut to what an index of the database holds, at most 800 bytes of UTF-8.
    var key: String {
        utf8.count <= 800 ? self : String(decoding: utf8.prefix(800), as: UTF8.self)
    }
}
