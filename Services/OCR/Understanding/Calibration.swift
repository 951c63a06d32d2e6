/// Turns what a rule and a reader are sure of into how often such fields are right.
///
/// A field whose value reaches ``ReceiptDraft/reviewThreshold`` was right in at least 98 of 100 cases on real
/// receipts read by Tesseract; the curves are straight between their points.
struct Calibration {
    /// From own confidence to calibrated, both 0…100, rising.
    private let points: [(own: Int, calibrated: Int)]

    func callAsFunction(_ confidence: Int) -> Int {
        var before = (own: 0, calibrated: 0)
        for point in points {
            if confidence <= point.own {
                let width = max(1, point.own - before.own)
                return before.calibrated + (point.calibrated - before.calibrated) * (confidence - before.own) / width
            }
            before = point
        }
        return before.calibrated
    }

    static let storeName = Calibration(points: [(60, 45), (90, 69), (91, 78), (95, 96)])
    static let address = Calibration(points: [(60, 40), (90, 69), (91, 78), (95, 96)])
    static let date = Calibration(points: [(60, 50), (90, 69), (91, 80), (97, 98)])
    static let time = Calibration(points: [(50, 50), (78, 69), (80, 80), (95, 97)])
    static let item = Calibration(points: [(60, 50), (86, 69), (88, 80), (98, 98)])
    static let sum = Calibration(points: [(60, 50), (89, 69), (90, 78), (97, 97)])

    /// Calibrates all fields of a draft but currency and total, which are found with calibrated confidences.
    static func apply(to draft: inout ReceiptDraft) {
        calibrate(&draft.storeName, storeName)
        calibrate(&draft.storeAddress, address)
        calibrate(&draft.storePhone, address)
        calibrate(&draft.date, date)
        calibrate(&draft.time, time)
        // A tax or subtotal that is part of sums that agree is as sure as the total.
        let isSettled = draft.sumsAgree == true && (draft.total?.confidence ?? 0) >= 95
        let sum = isSettled ? Calibration(points: [(60, 60), (80, 75), (97, 97)]) : Self.sum
        calibrate(&draft.subtotal, sum)
        calibrate(&draft.serviceCharge, sum)
        calibrate(&draft.tip, sum)
        calibrate(&draft.rounding, sum)
        calibrate(&draft.paid, sum)
        calibrate(&draft.change, sum)
        for index in draft.taxes.indices { draft.taxes[index].confidence = sum(draft.taxes[index].confidence) }
        for index in draft.items.indices { draft.items[index].confidence = item(draft.items[index].confidence) }
    }

    private static func calibrate<Value>(_ field: inout Field<Value>?, _ curve: Calibration) {
        if let confidence = field?.confidence { field?.confidence = curve(confidence) }
    }
}
