import LarderClient

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
        func text(_ label: String, _ field: OCR.ReadText?) -> Place? {
            field.map { Place(label: label, value: $0.value, confidence: $0.confidence, box: $0.box) }
        }
        func amount(_ label: String, _ field: OCR.ReadAmount?) -> Place? {
            field.map { Place(label: label, value: $0.value?.text ?? "", confidence: $0.confidence, box: $0.box) }
        }
        let head = [
            text("Store", reading.storeName), text("Address", reading.storeAddress),
            text("Telephone", reading.storePhone), text("Date", reading.date), text("Time", reading.time),
            text("Currency", reading.currency),
        ]
        let items = reading.items.enumerated().map { index, item in
            let value = "\(item.text) \(item.amount?.text ?? "")"
            return Place(label: "Item \(index + 1)", value: value, confidence: item.confidence, box: item.box)
        }
        let sums =
            [amount("Subtotal", reading.subtotal)] + reading.taxes.map { amount($0.label, $0.amount) }
            + [amount("Total", reading.total)]
        places = head.compactMap(\.self) + items + sums.compactMap(\.self)
    }

    private var hasSeveralPhotos: Bool { places.contains { ($0.box?.photo ?? 0) > 0 } }

    func text(_ paint: Paint, width: Int?) -> String {
        var table = Table([
            .init(title: "Field"), .init(title: "Read as", shrinks: true), .init(title: "Sure", alignment: .right),
            .init(title: "Left", alignment: .right), .init(title: "Top", alignment: .right),
            .init(title: "Width", alignment: .right), .init(title: "Height", alignment: .right),
            .init(title: hasSeveralPhotos ? "Photo" : "", alignment: .right),
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
