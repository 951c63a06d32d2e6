import Foundation
import Foundations
import MailFolder
import Texts

/// The page that lists mails and shows one of them: HTML without scripts.
struct MailPage {
    /// The newest first.
    let mails: [ReceivedMail]
    /// To whom the listed ones are; nil for everybody.
    let recipient: String?
    /// The one that is shown; nil for none.
    let mail: ReceivedMail?
    let language: Language

    var html: String {
        let title = text(.gateway.mailTitle)
        return """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(mail.map { "\($0.subject.htmlEscaped) · " } ?? "")\(title) · Larder</title>
            <link rel="icon" href="/favicon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="/dev/mail/style.css">
            </head>
            <body\(mail == nil ? "" : " class=\"reading\"")>
            <header>
            <a class="home" href="/" aria-label="Larder"><img src="/favicon.svg" alt="" width="40" height="40"></a>
            <\(mail == nil ? "h1" : "p class=\"title\"")>\(title)</\(mail == nil ? "h1" : "p")>
            <a class="button" href="\(address(of: mail))">\(text(.gateway.mailReload))</a>
            </header>
            <main>
            <section class="list" aria-label="\(title)">
            <p class="lead">\(text(.gateway.mailLead))</p>
            \(filter)
            \(list)
            </section>
            \(mail.map(article) ?? "")
            </main>
            </body>
            </html>

            """
    }

    private func text(_ text: LocalizedText) -> String { text.rendered(in: language).htmlEscaped }

    /// The address of a mail's page, or that of the list, for the same recipient.
    private func address(of mail: ReceivedMail?) -> String {
        var components = URLComponents()
        components.path = MailPages.path + (mail.map { "/\($0.id)" } ?? "")
        if let recipient { components.queryItems = [URLQueryItem(name: "to", value: recipient)] }
        return (components.string ?? MailPages.path).htmlEscaped
    }

    private var filter: String {
        guard let recipient else { return "" }
        let all = text(.gateway.mailEverybody)
        return "<p class=\"filter\">\(recipient.htmlEscaped) · <a href=\"\(MailPages.path)\">\(all)</a></p>"
    }

    private var list: String {
        guard !mails.isEmpty else { return "<p class=\"empty\">\(text(.gateway.mailNone))</p>" }
        let rows = mails.map { each in
            """
            <li><a href="\(address(of: each))"\(each.id == mail?.id ? " aria-current=\"page\"" : "")>
            <strong>\(each.subject.htmlEscaped)</strong>
            <span>\(each.recipient.htmlEscaped)</span>
            \(time(of: each))</a></li>
            """
        }
        return "<ol>\n\(rows.joined(separator: "\n"))\n</ol>"
    }

    private func time(of mail: ReceivedMail) -> String {
        let moment = mail.sentAt.formatted(.iso8601)
        let shown = moment.replacing("T", with: " ").replacing("Z", with: " UTC")
        return "<time datetime=\"\(moment)\">\(shown)</time>"
    }

    private func article(_ mail: ReceivedMail) -> String {
        let all = URLComponents.query(to: mail.recipient)
        let subject = mail.subject.htmlEscaped
        return """
            <article>
            <p class="back"><a href="\(address(of: nil))">\(text(.gateway.mailAll))</a></p>
            <h1>\(subject)</h1>
            <dl>
            <dt>\(text(.gateway.mailTo))</dt><dd><a href="\(MailPages.path)?\(all)">\(mail.recipient.htmlEscaped)</a></dd>
            <dt>\(text(.gateway.mailSent))</dt><dd>\(time(of: mail))</dd>
            </dl>
            <h2>HTML</h2>
            <iframe title="\(subject)" sandbox="allow-popups allow-popups-to-escape-sandbox" src="\(MailPages.path)/\(mail.id.htmlEscaped)/html"></iframe>
            <h2>\(text(.gateway.mailText))</h2>
            <pre>\(Self.linked(mail.text))</pre>
            </article>
            """
    }

    /// A text whose addresses are links.
    private static func linked(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: " ", omittingEmptySubsequences: false).map { word in
                let shown = String(word).htmlEscaped
                let isLink = word.hasPrefix("https://") || word.hasPrefix("http://")
                return isLink ? "<a href=\"\(shown)\">\(shown)</a>" : shown
            }.joined(separator: " ")
        }.joined(separator: "\n")
    }

    /// The page's style sheet, in the colours of the app.
    static let style = """
        :root { color-scheme: light dark; --ground: #f5f8f6; --card: #fff; --ink: #14201a; --soft: #526259; --line: #e0e8e3;
          --green: #12613a; --chosen: #e0f2e7; }
        @media (prefers-color-scheme: dark) {
          :root { --ground: #0e1411; --card: #18211c; --ink: #e8f1ec; --soft: #a7b8ae; --line: #29362f; --green: #8ce3b3;
            --chosen: #1a3727; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--ink); font: 100%/1.45 system-ui, sans-serif;
          overflow-wrap: anywhere; }
        a { color: var(--green); }
        :focus-visible { outline: 3px solid var(--green); outline-offset: 2px; border-radius: 8px; }
        header { display: flex; align-items: center; gap: .9rem; max-width: 76rem; margin: 0 auto; padding: 1rem 1.25rem; }
        header h1, header .title { flex: 1; margin: 0; font-size: 1.5rem; font-weight: 700; letter-spacing: -.01em; }
        header img { display: block; }
        .home { display: grid; place-items: center; min-width: 2.75rem; min-height: 2.75rem; }
        .button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: .4rem 1.1rem; border-radius: 14px;
          border: 1.5px solid var(--line); background: var(--card); font-weight: 600; text-decoration: none; }
        main { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem 4rem; display: grid; gap: 1.5rem; }
        .lead, .filter, .empty { color: var(--soft); margin: 0 0 1rem; }
        ol { list-style: none; margin: 0; padding: 0; background: var(--card); border-radius: 18px; overflow: hidden; }
        li + li { border-top: 1px solid var(--line); }
        li a { display: grid; gap: .1rem; min-height: 2.75rem; padding: .8rem 1.1rem; color: inherit; text-decoration: none; }
        li a:hover, li [aria-current] { background: var(--chosen); }
        li span, time { color: var(--soft); font-size: .9375rem; }
        article { min-width: 0; background: var(--card); border-radius: 18px; padding: 1.25rem; }
        article h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.25; }
        article h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
        .back { margin: 0; }
        .back a, dd a { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 600; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin: 0; align-items: center; }
        dt { color: var(--soft); } dd { margin: 0; }
        iframe { display: block; width: 100%; height: 28rem; border: 1px solid var(--line); border-radius: 12px; background: #fff; }
        pre { margin: 0; padding: 1rem; border-radius: 12px; background: var(--ground); white-space: pre-wrap;
          font: .9375rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
        .reading .list { display: none; }
        @media (min-width: 60rem) {
          .reading main { grid-template-columns: 22rem minmax(0, 1fr); align-items: start; }
          .reading .list { display: block; }
          .reading .back { display: none; }
        }

        """
}

extension URLComponents {
    /// The query for the mails to an address, as it stands in an attribute.
    fileprivate static func query(to recipient: String) -> String {
        var components = URLComponents()
        components.queryItems = [URLQueryItem(name: "to", value: recipient)]
        return (components.percentEncodedQuery ?? "").htmlEscaped
    }
}
