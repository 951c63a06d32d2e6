/// A record of comma-separated values (RFC 4180).
public enum CSVLine {
    /// The record, without the end of its line.
    public static func text(of fields: [String]) -> String { fields.map(quoted).joined(separator: ",") }

    private static func quoted(_ field: String) -> String {
        let isPlain = field.utf8.allSatisfy { byte in
            byte != UInt8(ascii: ",") && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\n")
                && byte != UInt8(ascii: "\r")
        }
        // Space at the ends is part of the field, which some programs would remove.
        if isPlain, field.first != " ", field.last != " " { return field }
        // By scalars, since a quote with a combining mark is another character.
        var quoted = String.UnicodeScalarView()
        for scalar in field.unicodeScalars { quoted.append(contentsOf: scalar == "\"" ? [scalar, scalar] : [scalar]) }
        return "\"\(String(quoted))\""
    }
}
