/// Restaurant bills, fuel, card slips and deliveries.
enum TableAndPumpLayouts {
    static let all: [Layout] = [
        Layout(
            name: "American bill with suggested tips that nobody has paid",
            text: """
                THE RUSTY ANCHOR
                77 Harbor Street
                Portland, ME 04101
                Server: Alex      Table 12
                Check #4021       Guests 2
                11/14/2026 8:31 PM
                2 IPA Pint                   14.00
                1 Clam Chowder                9.50
                  add bacon                   1.50
                1 Lobster Roll               27.00
                Subtotal                     52.00
                Tax                           4.16
                Total                        56.16
                Suggested Gratuity:
                18% = $9.36
                20% = $10.40
                22% = $11.44
                Tip: ______________
                Total: ____________
                Thank you!
                """,
            store: "THE RUSTY ANCHOR",
            date: "2026-11-14",
            time: "20:31",
            currency: "USD",
            items: [("IPA Pint", 1400), ("Clam Chowder", 950), ("add bacon", 150), ("Lobster Roll", 2700)],
            subtotal: 5200,
            taxes: [416],
            total: 5616
        ),
        Layout(
            name: "British pub with a service charge that is optional",
            text: """
                THE KING'S ARMS
                2 Mill Lane, Bath BA1 1AB
                Tel: 01225 555014
                VAT No: 123 4567 89
                14/11/2026 20:15   Table 7
                2 Fish & Chips             31.90
                1 Sticky Toffee Pudding     7.50
                Sub Total                  39.40
                Service Charge 12.5%        4.93
                TOTAL                     £44.33
                VAT included 20%            6.57
                """,
            store: "THE KING'S ARMS",
            date: "2026-11-14",
            time: "20:15",
            currency: "GBP",
            items: [("Fish & Chips", 3190), ("Sticky Toffee Pudding", 750)],
            subtotal: 3940,
            taxes: [657],
            total: 4433
        ),
        Layout(
            name: "Canadian fuel with tax inside",
            text: """
                PRAIRIE PETRO
                3402 Highway 1
                Regina SK  S4V 1A1
                2026-11-14 07:55
                PUMP 3   REGULAR
                41.235 L @ $1.459/L      $60.16
                TOTAL                    $60.16
                GST INCL                   2.86
                VISA                     $60.16
                """,
            store: "PRAIRIE PETRO",
            date: "2026-11-14",
            time: "07:55",
            currency: "CAD",
            items: [("PUMP 3 REGULAR", 6016)],
            taxes: [286],
            total: 6016
        ),
        Layout(
            name: "American fuel with gallons and price on rows of their own",
            text: """
                QUICK STOP FUEL #1123
                2201 INTERSTATE DR
                AMARILLO TX 79118
                11/14/2026 06:12:45 AM
                PUMP# 04
                UNLEADED
                GALLONS          10.482
                PRICE/GAL        $3.459
                FUEL SALE        $36.26
                TOTAL            $36.26
                DEBIT            $36.26
                """,
            store: "QUICK STOP FUEL",
            date: "2026-11-14",
            time: "06:12",
            currency: "USD",
            items: [("FUEL SALE", 3626)],
            total: 3626
        ),
        Layout(
            name: "Card slip with a tip",
            text: """
                BISTRO LUMIERE
                410 Rue Saint-Denis
                Montreal QC H2X 3K4
                TYPE: PURCHASE
                ACCT: VISA   $ 85.40
                CARD NUMBER: ************4417
                DATE/TIME: 26/11/14 21:08:11
                REFERENCE #: 66123456 0010012340 C
                AUTHOR. #: 045771
                AMOUNT              $70.40
                TIP                 $15.00
                TOTAL               $85.40
                00 APPROVED - THANK YOU 027
                """,
            store: "BISTRO LUMIERE",
            date: "2026-11-14",
            time: "21:08",
            currency: "CAD",
            items: [],
            subtotal: 7040,
            total: 8540,
            sumsAgree: nil
        ),
        Layout(
            name: "Delivery note with returns",
            text: """
                HEARTH BAKERIES SDN BHD (12345-K)
                Lot 3, Jalan Perusahaan 2
                40000 Shah Alam, Selangor
                DELIVERY ORDER / INVOICE
                Date : 14/11/2026
                Code  Description     Qty  U.Price  Amount
                1001  WHITE LOAF       10     2.50   25.00
                1002  BUTTER BUN        6     1.20    7.20
                1001  WHITE LOAF       -2     2.50   -5.00
                Total Payable                        27.20
                """,
            store: "HEARTH BAKERIES SDN BHD",
            date: "2026-11-14",
            currency: "MYR",
            items: [("WHITE LOAF", 2500), ("BUTTER BUN", 720), ("WHITE LOAF", -500)],
            total: 2720
        ),
        Layout(
            name: "Malaysian cafe with service tax and rounding",
            text: """
                KOPI CORNER SDN BHD
                (1234567-X)
                G-12, Plaza Damas, Jalan Sri Hartamas 1
                50480 Kuala Lumpur
                SST ID : W10-1808-32000123
                Bill#: 100234      Pax: 2
                14/11/2026 01:15:20 PM
                2 Nasi Lemak                 25.80
                1 Teh Tarik                   4.50
                Subtotal                     30.30
                Service Charge 10%            3.03
                Service Tax 6%                2.00
                Rounding                      0.02
                Total (RM)                   35.35
                """,
            store: "KOPI CORNER SDN BHD",
            date: "2026-11-14",
            time: "13:15",
            currency: "MYR",
            items: [("Nasi Lemak", 2580), ("Teh Tarik", 450)],
            subtotal: 3030,
            taxes: [200],
            total: 3535
        ),
        Layout(
            name: "Japanese convenience store with two rates",
            text: """
                サンライズ商店 新宿店
                東京都新宿区西新宿1-1
                2026年11月14日(土) 17:42
                おにぎり 鮭           ¥150*
                緑茶 500ml            ¥138*
                レジ袋                  ¥5
                小計                  ¥293
                (10%対象               ¥5)
                ( 8%対象             ¥288)
                合計                  ¥316
                現金                  ¥500
                お釣り                ¥184
                """,
            store: "サンライズ商店 新宿店",
            date: "2026-11-14",
            time: "17:42",
            currency: "JPY",
            items: [("おにぎり 鮭", 150), ("緑茶 500ml", 138), ("レジ袋", 5)],
            subtotal: 293,
            total: 316,
            sumsAgree: false
        ),
        Layout(
            name: "Kuwaiti restaurant with a change as large as the total",
            text: """
                AL NOOR RESTAURANT
                Salmiya Block 5, Kuwait
                Tel: 2222 0142
                14/11/2026 14:05
                2 SHAWARMA CHICKEN        1.500
                1 HUMMUS                  0.750
                1 LABAN                   0.250
                TOTAL KD                  2.500
                CASH                      5.000
                CHANGE                    2.500
                """,
            store: "AL NOOR RESTAURANT",
            date: "2026-11-14",
            time: "14:05",
            currency: "KWD",
            items: [("SHAWARMA CHICKEN", 1500), ("HUMMUS", 750), ("LABAN", 250)],
            total: 2500
        ),
    ]
}
