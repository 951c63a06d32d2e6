import Foundation
import Texts

/// The page of an export that people read: HTML without scripts, which loads nothing from elsewhere but the export's files.
enum ExportPage {
    static func beginning(title: String, lead: String, _ language: Language) -> String {
        """
        <!DOCTYPE html>
        <html lang="\(language.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self'">
        <title>\(escaped(title))</title>
        <style>
        body { font: 16px/1.5 sans-serif; color: #1f2a24; background: #fff; max-width: 60em; margin: 0 auto; padding: 1.5em }
        summary { font-weight: bold; padding: .5em 0; cursor: pointer }
        dl { display: grid; grid-template-columns: minmax(8em, auto) 1fr; gap: .1em 1em; border-top: 1px solid #ccd5cf; padding: .5em 0; margin: 0 }
        dt { color: #4d5b53 } dd { margin: 0; overflow-wrap: anywhere }
        a { color: #1b6e4a }
        </style>
        </head>
        <body>
        <h1>\(escaped(title))</h1>
        <p>\(escaped(lead))</p>

        """
    }

    static let end = "</body>\n</html>\n"

    /// The records of a category, folded.
    /// - Parameters:
    ///   - number: How many there are, in words.
    ///   - more: Says that only some of them are shown; nil when all are.
    static func category(title: String, number: String, path: String, records: [String], more: String?) -> String {
        let rows = records.map { record in "<dl>\n\(values(record))</dl>\n" }.joined()
        let end = more.map { "<p>\(escaped($0))</p>\n" } ?? ""
        return """
            <details>
            <summary>\(escaped(title)): \(escaped(number))</summary>
            <p><a href="\(escaped(path))">\(escaped(path))</a></p>
            \(rows)\(end)</details>

            """
    }

    /// Files of one kind, folded.
    static func files(title: String, number: String, paths: [String]) -> String {
        let links = paths.map { "<li><a href=\"\(escaped($0))\">\(escaped($0))</a></li>\n" }.joined()
        return """
            <details>
            <summary>\(escaped(title)): \(escaped(number))</summary>
            <ul>
            \(links)</ul>
            </details>

            """
    }

    /// The values of a record that has any, by its field names.
    private static func values(_ record: String) -> String {
        guard let object = try? JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any] else {
            return ""
        }
        return object.sorted { $0.key < $1.key }.compactMap { name, value in
            guard let text = text(value), !text.isEmpty else { return nil }
            return "<dt>\(escaped(name.replacing("_", with: " ")))</dt><dd>\(escaped(text))</dd>\n"
        }.joined()
    }

    private static func text(_ value: Any) -> String? {
        switch value {
        case is NSNull: return nil
        case let text as String: return text
        case let number as NSNumber: return "\(number)"
        default:
            guard let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys]) else {
                return nil
            }
            return String(decoding: data, as: UTF8.self)
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
