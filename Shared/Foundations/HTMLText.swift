extension String {
    /// The text as HTML shows it, in elements and in attributes with double quotes.
    package var htmlEscaped: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
