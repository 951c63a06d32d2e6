import LarderClient
import Texts

/// The fields of a reading with their positions on the photo.
struct FieldPositions {
    /// A field with its position.
    struct Place {
        var label: String
        var value: String
        /// The confidence, 0 to 100.
        var confidence: Int32
        /// The position; nil when the value follows from the whole receipt.
        var box: OCR.Box?
    }

    let places: [Place]

    init(_ reading: OCR.Reading?) {
        guard let reading else {
            places = []
            return
        }
        func text(_ label: LocalizedText, _ field: OCR.ReadText?) -> Place? {
            field.map { Place(label: label.shown, value: $0.value, confidence: $0.confidence, box: $0.box) }
        }
        func amount(_ label: String, _ field: OCR.ReadAmount?) -> Place? {
            field.map { Place(label: label, value: $0.value?.shown ?? "", confidence: $0.confidence, box: $0.box) }
        }
        let head = [
            text(.cli.headingStore, reading.storeName), text(.cli.headingAddress, reading.storeAddress),
            text(.cli.receiptTelephone, reading.storePhone), text(.cli.receiptDate, reading.date),
            text(.cli.receiptTime, reading.time),
            text(.cli.receiptCurrency, reading.currency),
        ]
        let items = reading.items.enumerated().map { index, item in
            let value = "\(item.text) \(item.amount?.shown ?? "")"
            return Place(
                label: LocalizedText.cli.receiptItem(position: "\(index + 1)").shown,
                value: value,
                confidence: item.confidence,
                box: item.box
            )
        }
        let sums =
            [amount(LocalizedText.cli.headingSubtotal.shown, reading.subtotal)]
            + reading.taxes.map { amount($0.label, $0.amount) }
            + [amount(LocalizedText.cli.headingTotal.shown, reading.total)]
        places = head.compactMap(\.self) + items + sums.compactMap(\.self)
    }

    private var hasSeveralPhotos: Bool { places.contains { ($0.box?.photo ?? 0) > 0 } }

    func text(_ paint: Paint, width: Int?) -> String {
        var table = Table([
            .init(title: .cli.receiptField), .init(title: .cli.receiptReadAs, shrinks: true),
            .init(title: .cli.headingSure, alignment: .right),
            .init(title: .cli.receiptLeft, alignment: .right), .init(title: .cli.receiptTop, alignment: .right),
            .init(title: .cli.receiptWidth, alignment: .right), .init(title: .cli.receiptHeight, alignment: .right),
            .init(title: hasSeveralPhotos ? LocalizedText.cli.headingPhoto.shown : "", alignment: .right),
        ])
        for place in places {
            let box = place.box
            table.add([
                .init(place.label), .init(place.value), .init("\(place.confidence) %"),
                .init(box.map { "\($0.x)" } ?? ""), .init(box.map { "\($0.y)" } ?? ""),
                .init(box.map { "\($0.width)" } ?? ""), .init(box.map { "\($0.height)" } ?? ""),
                .init(hasSeveralPhotos ? box.map { "\($0.photo + 1)" } ?? "" : ""),
            ])
        }
        return table.text(paint, width: width)
    }
}
