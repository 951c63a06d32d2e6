import ServiceKit

/// The sort key of a receipt in its owner's list, newest first.
struct ReceiptKey: PageKey {
    static let list = "receipts"

    var queueNumber: Int64

    init(queueNumber: Int64) { self.queueNumber = queueNumber }

    init?(fields: [String]) {
        guard fields.count == 1, let number = Int64(fields[0]), number > 0 else { return nil }
        queueNumber = number
    }

    var fields: [String] { [String(queueNumber)] }
}
