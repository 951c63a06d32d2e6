extension Weights {
    /// The weights in use, written by `make receipts-report OPTIONS=--fit`.
    package static let fitted = Weights(
        total: [
            .amountDue: 11.0,
            .cash: 10.0,
            .coin: 4.0,
            .doubtfulTaxTable: 3.0,
            .earlyLabel: 6.0,
            .includedTableTax: 2.0,
            .includedTax: 4.0,
            .items: 7.0,
            .label: 8.0,
            .labelPosition: 1.5,
            .payment: 7.0,
            .paymentWithChange: 3.0,
            .printedRounding: 8.0,
            .repetition: 3.0,
            .singleItem: 4.0,
            .subtotal: 6.0,
            .tableLabel: 3.0,
            .taxTable: 6.0,
            .unreadPayment: 4.0,
            .zero: 12.0,
        ],
        name: [
            .businessWord: 3.0,
            .drawing: -20.0,
            .legalForm: 50.0,
            .letterHeight: 10.0,
            .lowercase: -20.0,
            .misreading: -12.5,
            .neighbour: -14.0,
            .otherLegalForm: 1.0,
            .precedingNames: -4.0,
            .slogan: -14.0,
        ],
        calibration: Calibration(
            storeName: [(56, 68), (84, 69), (85, 70), (97, 98)],
            address: [(28, 68), (83, 69), (84, 70), (95, 98)],
            date: [(75, 57), (92, 69), (93, 70), (98, 98)],
            time: [(50, 50), (78, 69), (80, 80), (95, 97)],
            item: [(50, 64), (76, 69), (77, 70), (98, 98)],
            sum: [(60, 64), (85, 69), (86, 70), (100, 96)],
            settledSum: [(60, 60), (80, 75), (97, 97)]
        )
    )
}
