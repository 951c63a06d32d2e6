import Foundation
import Foundations
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
        <title>\(title.htmlEscaped)</title>
        <style>
        body { font: 16px/1.5 sans-serif; color: #1f2a24; background: #fff; max-width: 60em; margin: 0 auto; padding: 1.5em }
        summary { font-weight: bold; padding: .5em 0; cursor: pointer }
        dl { display: grid; grid-template-columns: minmax(8em, auto) 1fr; gap: .1em 1em; border-top: 1px solid #ccd5cf; padding: .5em 0; margin: 0 }
        dt { color: #4d5b53 } dd { margin: 0; overflow-wrap: anywhere }
        a { color: #1b6e4a }
        </style>
        </head>
        <body>
        <h1>\(title.htmlEscaped)</h1>
        <p>\(lead.htmlEscaped)</p>

        """
    }

    static let end = "</body>\n</html>\n"

    /// The records of a category, folded.
    /// - Parameters:
    ///   - number: How many there are, in words.
    ///   - more: Says that only some of them are shown; nil when all are.
    static func category(
        title: String,
        number: String,
        path: String,
        records: [String],
        more: String?,
        in language: Language
    ) -> String {
        let rows = records.map { record in "<dl>\n\(values(record, in: language))</dl>\n" }.joined()
        let end = more.map { "<p>\($0.htmlEscaped)</p>\n" } ?? ""
        return """
            <details>
            <summary>\(title.htmlEscaped): \(number.htmlEscaped)</summary>
            <p><a href="\(path.htmlEscaped)">\(path.htmlEscaped)</a></p>
            \(rows)\(end)</details>

            """
    }

    /// Files of one kind, folded.
    static func files(title: String, number: String, paths: [String]) -> String {
        let links = paths.map { "<li><a href=\"\($0.htmlEscaped)\">\($0.htmlEscaped)</a></li>\n" }.joined()
        return """
            <details>
            <summary>\(title.htmlEscaped): \(number.htmlEscaped)</summary>
            <ul>
            \(links)</ul>
            </details>

            """
    }

    /// The values of a record that has any, by its field names.
    private static func values(_ record: String, in language: Language) -> String {
        (ExportRecord(record)?.lines(in: language) ?? []).map { name, value in
            "<dt>\(name.htmlEscaped)</dt><dd>\(value.htmlEscaped)</dd>\n"
        }.joined()
    }
}
