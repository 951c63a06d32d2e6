import Foundation
import LarderClient
import Texts

/// A self-contained web page with the photos, a frame around each field, and a list.
///
/// Frames of confident fields are green.
struct PhotoPage {
    private let receipt: OCR.Receipt
    private let photos: [DownloadedPhoto]

    init(_ receipt: OCR.Receipt, _ photos: [DownloadedPhoto]) {
        self.receipt = receipt
        self.photos = photos
    }

    /// The confidence below which a field is marked for review.
    private static let sure: Int32 = 70

    var html: String {
        let places = FieldPositions(receipt.reading).places
        return """
            <!DOCTYPE html>
            <html lang="\(Language.ofRun.rawValue)"><head><meta charset="utf-8"><title>\(Self.escaped(LocalizedText.cli.pageTitle(id: receipt.id).shown))</title>
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
            <style>
            body { display: flex; gap: 2em; margin: 1em; font: 15px system-ui, sans-serif }
            figure { position: relative; margin: 0 0 1em; max-width: 50vw } img, svg { display: block; width: 100% }
            svg { position: absolute; inset: 0; height: 100% } rect { fill: none; stroke-width: 0.3% }
            .sure { stroke: #1a7f37 } .doubtful { stroke: #cf222e; stroke-dasharray: 1% }
            td, th { padding: 0.2em 0.8em 0.2em 0; text-align: left; vertical-align: top }
            </style></head><body>
            <div>\(photos.indices.map { figure($0, places) }.joined())</div>
            <table>\(Self.heading)\(places.map(Self.row).joined())</table>
            </body></html>

            """
    }

    private static var heading: String {
        let names = [LocalizedText.cli.receiptField, .cli.pageValue, .cli.pageConfidence]
        return "<tr>" + names.map { "<th>\(escaped($0.shown))</th>" }.joined() + "</tr>"
    }

    private func figure(_ number: Int, _ places: [FieldPositions.Place]) -> String {
        let photo = photos[number]
        let name = Self.escaped(
            photos.count == 1
                ? LocalizedText.cli.pagePhoto.shown
                : LocalizedText.cli.pagePhotoOfSeveral(position: "\(number + 1)").shown
        )
        let data = Data(photo.bytes).base64EncodedString()
        let frames = places.filter { Int($0.box?.photo ?? -1) == number }.map(Self.frame).joined()
        return """
            <figure><img alt="\(name)" src="data:\(Self.escaped(photo.header.mediaType));base64,\(data)">
            <svg viewBox="0 0 \(photo.header.width) \(photo.header.height)" preserveAspectRatio="none">\(frames)</svg></figure>

            """
    }

    private static func frame(_ place: FieldPositions.Place) -> String {
        guard let box = place.box else { return "" }
        let kind = place.confidence >= sure ? "sure" : "doubtful"
        return """
            <rect class="\(kind)" x="\(box.x)" y="\(box.y)" width="\(box.width)" height="\(box.height)">\
            <title>\(escaped(place.label)): \(escaped(place.value))</title></rect>
            """
    }

    private static func row(_ place: FieldPositions.Place) -> String {
        let mark = place.confidence >= sure ? "" : " \(LocalizedText.cli.pageCheck.shown)"
        return """
            <tr><td>\(escaped(place.label))</td><td>\(escaped(place.value))</td>\
            <td>\(place.confidence)\u{A0}%\(mark)</td></tr>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }
}
