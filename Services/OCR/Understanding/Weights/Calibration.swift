/// Maps the confidence of rules and readers to the observed share of correct fields.
///
/// The curves are fitted so that of the fields of a kind that reach ``ReceiptDraft/reviewThreshold``, 98 % are correct on
/// the real receipts that they are fitted to; those of times and settled sums are set by hand. The confidences of currency
/// and total are calibrated where they are found.
package struct Calibration: Sendable, Hashable, Codable {
    /// The curve of the store's name.
    package var storeName: ConfidenceCurve
    /// The curve of the store's address and telephone number.
    package var address: ConfidenceCurve
    /// The curve of the date.
    package var date: ConfidenceCurve
    /// The curve of the time.
    package var time: ConfidenceCurve
    /// The curve of items.
    package var item: ConfidenceCurve
    /// The curve of taxes, subtotal and other sums.
    package var sum: ConfidenceCurve
    /// The curve of sums that agree with a certain total.
    package var settledSum: ConfidenceCurve

    /// Curves through points of own and calibrated confidence.
    package init(
        storeName: [(Int, Int)],
        address: [(Int, Int)],
        date: [(Int, Int)],
        time: [(Int, Int)],
        item: [(Int, Int)],
        sum: [(Int, Int)],
        settledSum: [(Int, Int)]
    ) {
        self.storeName = ConfidenceCurve(storeName)
        self.address = ConfidenceCurve(address)
        self.date = ConfidenceCurve(date)
        self.time = ConfidenceCurve(time)
        self.item = ConfidenceCurve(item)
        self.sum = ConfidenceCurve(sum)
        self.settledSum = ConfidenceCurve(settledSum)
    }

    /// Calibrates all fields of a draft except currency and total.
    func apply(to draft: inout ReceiptDraft) {
        Self.calibrate(&draft.storeName, storeName)
        Self.calibrate(&draft.storeAddress, address)
        Self.calibrate(&draft.storePhone, address)
        Self.calibrate(&draft.date, date)
        Self.calibrate(&draft.time, time)
        // A tax or subtotal that is part of consistent sums is as certain as the total.
        let isSettled = draft.sumsAgree == true && (draft.total?.confidence ?? 0) >= 95
        let sum = isSettled ? settledSum : sum
        Self.calibrate(&draft.subtotal, sum)
        Self.calibrate(&draft.serviceCharge, sum)
        Self.calibrate(&draft.tip, sum)
        Self.calibrate(&draft.rounding, sum)
        Self.calibrate(&draft.paid, sum)
        Self.calibrate(&draft.change, sum)
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
    func applyToHead(of draft: inout ReceiptDraft) {
        Self.combine(&draft.storeName, storeName)
        Self.combine(&draft.storeAddress, address)
        Self.combine(&draft.storePhone, address)
        Self.combine(&draft.date, date)
        Self.combine(&draft.time, time)
    }

    private static func combine<Value>(_ field: inout Field<Value>?, _ curve: ConfidenceCurve) {
        guard let found = field else { return }
        let most = found.isContested ? ReceiptDraft.reviewThreshold - 5 : 100
        field?.confidence = min(most, curve(found.support))
    }

    private static func calibrate<Value>(_ field: inout Field<Value>?, _ curve: ConfidenceCurve) {
        guard var found = field else { return }
        found.own = found.confidence
        found.confidence = curve(found.support)
        field = found
    }
}
