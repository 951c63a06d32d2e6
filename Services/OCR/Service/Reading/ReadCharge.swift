import CommonMessages
import OCRMessages
import RPC
import Texts

extension OCR.ReadItem {
    /// The charge that the line is; nil for another line. Former versions stored it by its English name.
    var receiptCharge: ReceiptCharge? {
        guard kind == .charge else { return nil }
        return switch charge {
        case .service: .service
        case .tip: .tip
        case .rounding: .rounding
        case .unspecified, .unrecognized: ReceiptCharge(formerName: text)
        }
    }
}

extension OCR.Reading {
    /// The reading with the names of charges in the caller's language.
    var forCaller: OCR.Reading {
        var reading = self
        for (index, item) in items.enumerated() {
            guard let charge = item.receiptCharge else { continue }
            reading.items[index].text = charge.text.forCaller
            reading.items[index].charge = Common.Charge(charge)
        }
        return reading
    }
}

extension Common.Charge {
    init(_ charge: ReceiptCharge) {
        switch charge {
        case .service: self = .service
        case .tip: self = .tip
        case .rounding: self = .rounding
        }
    }
}
