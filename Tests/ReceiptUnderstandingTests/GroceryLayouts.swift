/// Receipts in the style of large grocers and warehouses.
enum GroceryLayouts {
    static let all: [Layout] = [
        Layout(
            name: "American hypermarket with codes and flags behind the names",
            text: """
                         GREAT PLAINS SUPERCENTER
                          ( 316 ) 555 - 0134
                        MANAGER DANA WHITFIELD
                          1250 PRAIRIE PKWY
                          WICHITA KS 67203
                ST# 01234 OP# 009045 TE# 44 TR# 05678
                BREAD         007225003712 F     2.88 N
                WHL MILK      007874235186 F     3.12 O
                BANANAS       000000004011KF
                  2.35 lb @ 1 lb /0.54           1.27 N
                LAUNDRY PODS  003700087527      12.97 X
                              SUBTOTAL          20.24
                     TAX 1    7.500 %            0.97
                                 TOTAL          21.21
                             VISA TEND          21.21
                VISA CREDIT **** **** **** 4321
                APPROVAL # 05482B
                REF # 123456789012
                            CHANGE DUE           0.00
                        # ITEMS SOLD 4
                   TC# 1234 5678 9012 3456 7890
                      11/14/26     17:42:08
                """,
            store: "GREAT PLAINS SUPERCENTER",
            date: "2026-11-14",
            time: "17:42",
            currency: "USD",
            items: [("BREAD", 288), ("WHL MILK", 312), ("BANANAS", 127), ("LAUNDRY PODS", 1297)],
            subtotal: 2024,
            taxes: [97],
            total: 2121
        ),
        Layout(
            name: "Canadian warehouse with instant discounts that name their item",
            text: """
                      NORTHERN BULK CLUB
                         KANATA #541
                      770 SILVER SEVEN RD
                      OTTAWA, ON K2V 0A1
                Member 111222333444
                  1111111 ORG EGGS 24            8.99
                  2222222 BATH TISSUE           24.99 H
                  333333 TPD/2222222             5.00-H
                         SUBTOTAL               28.98
                         TAX                     2.60
                     **** TOTAL                 31.58
                XXXXXXXXXXXX1234               CHIP
                AMOUNT: $31.58
                2026/11/14 15:31 541 12 345 678
                         MASTERCARD             31.58
                         CHANGE                  0.00
                  H HST 13.00%                   2.60
                         TOTAL TAX               2.60
                TOTAL NUMBER OF ITEMS SOLD =  2
                INSTANT SAVINGS    $    5.00
                """,
            store: "NORTHERN BULK CLUB",
            date: "2026-11-14",
            time: "15:31",
            currency: "CAD",
            items: [("ORG EGGS 24", 899), ("BATH TISSUE", 2499), ("TPD/2222222", -500)],
            subtotal: 2898,
            taxes: [260],
            total: 3158
        ),
        Layout(
            name: "Canadian supermarket with departments, multi-buys and deposits",
            text: """
                MEADOWLARK FRESH FOODS
                2855 Dundas St W
                Toronto ON M6P 1Y6
                416-555-0191
                21-GROCERY
                06038300123  SPARKLING WATER   HMRJ
                2 @ $3.49                       6.98
                DEPOSIT 1                       0.20
                ECO FEE                         0.04
                (2)06340001122 GRANOLA BAR     HMRJ
                2 @ 2/$5.00                     5.00
                27-PRODUCE
                4065  GREEN PEPPER              MRJ
                0.420 kg @ $6.59/kg             2.77
                SUBTOTAL                       14.99
                H=HST 13%  11.98 @ 13.000%      1.56
                TOTAL                          16.55
                CREDIT                         16.55
                Date/Time:26/11/14 18:20:33
                """,
            store: "MEADOWLARK FRESH FOODS",
            date: "2026-11-14",
            time: "18:20",
            currency: "CAD",
            items: [
                ("SPARKLING WATER", 698), ("DEPOSIT 1", 20), ("ECO FEE", 4), ("GRANOLA BAR", 500),
                ("GREEN PEPPER", 277),
            ],
            subtotal: 1499,
            taxes: [156],
            total: 1655
        ),
        Layout(
            name: "American supermarket with regular prices and member savings",
            text: """
                        VALLEY FRESH MARKET
                      4100 REDWOOD HIGHWAY
                     SAN RAFAEL, CA 94903
                       Store (415) 555-0177
                           GROCERY
                OAT CEREAL               5.99 S
                Regular Price     7.99
                Member Savings    2.00-
                GREEK YOGURT             4.50 S
                2 QTY  YOGURT CUP        2.50 S
                         REFRIG/FROZEN
                ICE CREAM PINT           3.99 S
                BALANCE                 16.98
                Credit Purchase  11/14/26 19:05
                CARD # ************1234
                PAYMENT AMOUNT   16.98
                CHANGE                   0.00
                TOTAL NUMBER OF ITEMS SOLD = 5
                YOUR SAVINGS
                Member Savings           2.00
                """,
            store: "VALLEY FRESH MARKET",
            date: "2026-11-14",
            time: "19:05",
            currency: "USD",
            items: [("OAT CEREAL", 599), ("GREEK YOGURT", 450), ("YOGURT CUP", 250), ("ICE CREAM PINT", 399)],
            subtotal: nil,
            total: 1698
        ),
        Layout(
            name: "American drug store with quantities before the names and marks behind the prices",
            text: """
                WELLSPRING PHARMACY
                980 BROADWAY
                NEW YORK, NY 10010
                REG#05 TRN#1234 CSHR#0001234 STR#567
                HELPED BY: JAMIE
                1 COUGH DROPS HONEY          4.79T
                2 FACIAL TISSUE 3PK          9.98T
                  2 @ 4.99
                1 PRENATAL VITAMIN          18.99F
                4 ITEMS
                SUBTOTAL                    33.76
                NY 8.875% TAX                1.31
                TOTAL                       35.07
                CHARGE                      35.07
                ************0042
                NOVEMBER 14, 2026    9:15 PM
                """,
            store: "WELLSPRING PHARMACY",
            date: "2026-11-14",
            time: "21:15",
            currency: "USD",
            items: [("COUGH DROPS HONEY", 479), ("FACIAL TISSUE 3PK", 998), ("PRENATAL VITAMIN", 1899)],
            subtotal: 3376,
            taxes: [131],
            total: 3507
        ),
        Layout(
            name: "Canadian cash sale rounded to five cents",
            text: """
                PINE STREET GENERAL STORE
                8 Pine St
                Nelson, BC V1L 2T5
                GST# 81234 5678 RT0001
                Nov 14/26  10:02 AM
                LAMP OIL 1L              12.49 GP
                MATCHES                   2.29 GP
                Subtotal                 14.78
                GST                       0.74
                PST                       1.03
                Total                    16.55
                Cash Rounding             0.00
                Cash                     20.00
                Change                    3.45
                """,
            store: "PINE STREET GENERAL STORE",
            date: "2026-11-14",
            time: "10:02",
            currency: "CAD",
            items: [("LAMP OIL 1L", 1249), ("MATCHES", 229)],
            subtotal: 1478,
            taxes: [74, 103],
            total: 1655
        ),
        Layout(
            name: "Canadian hardware return that pays back",
            text: """
                HAMMER & NAIL HOME CENTRE
                1500 Fisher Ave
                Ottawa ON K2C 1Y1
                RETURN
                2026-11-14 13:20
                GARDEN HOSE 50FT        -39.99 H
                SUBTOTAL                -39.99
                HST 13%                  -5.20
                TOTAL                   -45.19
                VISA REFUND             -45.19
                """,
            store: "HAMMER & NAIL HOME CENTRE",
            date: "2026-11-14",
            time: "13:20",
            currency: "CAD",
            items: [("GARDEN HOSE 50FT", -3999)],
            subtotal: -3999,
            taxes: [-520],
            total: -4519
        ),
        Layout(
            name: "British supermarket with card prices and a savings total",
            text: """
                BRAMBLE & SONS
                22 HIGH STREET, ELMHAM
                NR20 5JH
                VAT NUMBER: 220 4302 31
                SEMI SKIMMED MILK           £1.45
                WHOLEMEAL BREAD             £1.10
                CHEDDAR 350G                £3.50
                Cc Cheddar                 -£0.75
                BEANS 4PK
                2 x £2.00                   £4.00
                CLEMENTINES
                0.540 kg @ £2.40/kg         £1.30
                SUB-TOTAL                  £11.35
                SAVINGS                    -£0.75
                TOTAL                      £10.60
                Visa Debit SALE            £10.60
                CHANGE DUE                  £0.00
                14/11/26 17:42 0231 014 8890
                """,
            store: "BRAMBLE & SONS",
            date: "2026-11-14",
            time: "17:42",
            currency: "GBP",
            items: [
                ("SEMI SKIMMED MILK", 145), ("WHOLEMEAL BREAD", 110), ("CHEDDAR 350G", 350), ("Cc Cheddar", -75),
                ("BEANS 4PK", 400), ("CLEMENTINES", 130),
            ],
            subtotal: 1135,
            total: 1060
        ),
    ]
}
