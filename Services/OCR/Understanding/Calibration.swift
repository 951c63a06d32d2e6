/// Maps the confidence of rules and readers to the observed share of correct fields.
///
/// Of the fields that reach ``ReceiptDraft/reviewThreshold``, at least 98 % were correct on real receipts, for each
/// reader and kind of field. The curves are piecewise linear; `make receipts-report OPTIONS=--calibration` fits them.
struct Calibration {
    /// Points from own confidence to calibrated confidence, both 0…100, increasing.
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

    static let storeName = Calibration(points: [(60, 60), (77, 69), (78, 70), (97, 98)])
    static let address = Calibration(points: [(60, 55), (82, 69), (83, 70), (95, 98)])
    static let date = Calibration(points: [(60, 50), (90, 69), (91, 72), (97, 98)])
    static let time = Calibration(points: [(50, 50), (78, 69), (80, 80), (95, 97)])
    static let item = Calibration(points: [(60, 50), (75, 69), (77, 70), (98, 98)])
    static let sum = Calibration(points: [(60, 50), (85, 69), (87, 72), (97, 97)])

    /// Calibrates all fields of a draft except currency and total, which are calibrated where they are found.
    static func apply(to draft: inout ReceiptDraft) {
        calibrate(&draft.storeName, storeName)
        calibrate(&draft.storeAddress, address)
        calibrate(&draft.storePhone, address)
        calibrate(&draft.date, date)
        calibrate(&draft.time, time)
        // A tax or subtotal that is part of consistent sums is as certain as the total.
        let isSettled = draft.sumsAgree == true && (draft.total?.confidence ?? 0) >= 95
        let sum = isSettled ? Calibration(points: [(60, 60), (80, 75), (97, 97)]) : Self.sum
        calibrate(&draft.subtotal, sum)
        calibrate(&draft.serviceCharge, sum)
        calibrate(&draft.tip, sum)
        calibrate(&draft.rounding, sum)
        calibrate(&draft.paid, sum)
        calibrate(&draft.change, sum)
        for index in draft.taxes.indices {
            draft.taxes[index].own = draft.taxes[index].confidence
            draft.taxes[index].confidence = sum(draft.taxes[index].own)
        }
        for index in draft.items.indices {
            draft.items[index].own = draft.items[index].confidence
            draft.items[index].confidence = item(draft.items[index].own)
        }
    }

    /// Calibrates the combined confidence of several readings; contested fields stay marked for review.
    static func applyToHead(of draft: inout ReceiptDraft) {
        combine(&draft.storeName, storeName)
        combine(&draft.storeAddress, address)
        combine(&draft.storePhone, address)
        combine(&draft.date, date)
        combine(&draft.time, time)
    }

    private static func combine<Value>(_ field: inout Field<Value>?, _ curve: Calibration) {
        guard let found = field else { return }
        let most = found.isContested ? ReceiptDraft.reviewThreshold - 5 : 100
        field?.confidence = min(most, curve(found.support))
    }

    private static func calibrate<Value>(_ field: inout Field<Value>?, _ curve: Calibration) {
        guard var found = field else { return }
        found.own = found.confidence
        found.confidence = curve(found.support)
        field = found
    }
}
