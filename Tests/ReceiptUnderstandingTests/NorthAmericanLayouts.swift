enum NorthAmericanLayouts {
    static let all: [Layout] = [
        Layout(
            name: "Canadian grocery with weights, a quantity line, a coupon, GST and PST",
            text: """
                JUNIPER STREET MARKET
                14 Juniper Street
                Fernhollow BC  V0X 1J4
                TEL 250-555-0142
                2026-11-14  17:42        REG 02
                MILK 2L                    5.29
                TOMATO SOUP
                  2 @ $3.49                6.98
                BANANAS
                  0.756 kg @ $4.39/kg      3.32
                CHEDDAR 400G               8.99
                  COUPON CHEDDAR          -1.50
                DISH SOAP                  3.49 GP
                SUBTOTAL                  26.57
                GST 5%                     0.17
                PST 7%                     0.24
                TOTAL                    $26.98
                DEBIT                     26.98
                CHANGE                     0.00
                """,
            store: "JUNIPER STREET MARKET",
            date: "2026-11-14",
            time: "17:42",
            currency: "CAD",
            items: [
                ("MILK 2L", 529), ("TOMATO SOUP", 698), ("BANANAS", 332), ("CHEDDAR 400G", 899),
                ("COUPON CHEDDAR", -150),
                ("DISH SOAP", 349),
            ],
            subtotal: 2657,
            taxes: [17, 24],
            total: 2698
        ),
        Layout(
            name: "Ontario pharmacy with HST and a month name",
            text: """
                MAPLE HILL DRUG STORE
                220 Queen Street
                Oakridge ON  N6H 2K4
                Nov 14, 2026  9:05 AM
                VITAMIN D 1000IU          11.99 H
                TOOTHPASTE MINT            3.49 H
                SUBTOTAL                  15.48
                HST 13%                    2.01
                TOTAL                     17.49
                VISA                      17.49
                """,
            store: "MAPLE HILL DRUG STORE",
            date: "2026-11-14",
            time: "09:05",
            currency: "CAD",
            items: [("VITAMIN D 1000IU", 1199), ("TOOTHPASTE MINT", 349)],
            subtotal: 1548,
            taxes: [201],
            total: 1749
        ),
        Layout(
            name: "Quebec bakery in French with TPS and TVQ",
            text: """
                BOULANGERIE DU COIN
                88 rue Saint-Paul
                Montreal QC  H2Y 1G8
                14-11-2026 08h15
                BAGUETTE                   3.25
                CROISSANT BEURRE           2.10
                SOUS-TOTAL                 5.35
                TPS 5%                     0.27
                TVQ 9.975%                 0.53
                TOTAL                      6.15
                """,
            store: "BOULANGERIE DU COIN",
            date: "2026-11-14",
            time: "08:15",
            currency: "CAD",
            items: [("BAGUETTE", 325), ("CROISSANT BEURRE", 210)],
            subtotal: 535,
            taxes: [27, 53],
            total: 615
        ),
        Layout(
            name: "Canadian date with unambiguous day first",
            text: """
                HARBOUR HARDWARE
                7 Dock Road
                Seaview NS  B3J 1A1
                DATE 23/11/2026
                WOOD SCREWS BOX            7.49
                HST 15%                    1.12
                TOTAL                     $8.61
                """,
            store: "HARBOUR HARDWARE",
            date: "2026-11-23",
            currency: "CAD",
            items: [("WOOD SCREWS BOX", 749)],
            taxes: [112],
            total: 861
        ),
        Layout(
            name: "American supermarket, month first, sales tax",
            text: """
                GREENFIELD FOODS
                500 Main St
                Springfield, IL 62701
                11/14/2026 04:12 PM
                WHL MILK GAL               3.89
                WHT BREAD                  2.49
                PPR TOWELS                 8.99 T
                SUBTOTAL                  15.37
                SALES TAX 8%               0.72
                TOTAL                    $16.09
                CASH                      20.00
                CHANGE                     3.91
                """,
            store: "GREENFIELD FOODS",
            date: "2026-11-14",
            time: "16:12",
            currency: "USD",
            items: [("WHL MILK GAL", 389), ("WHT BREAD", 249), ("PPR TOWELS", 899)],
            subtotal: 1537,
            taxes: [72],
            total: 1609
        ),
        Layout(
            name: "American date that could be either is read month first",
            text: """
                CORNER DELI
                12 Elm St
                Austin, TX 78701
                03/04/26 12:30
                TURKEY SANDWICH            8.50
                TAX                        0.70
                TOTAL                     $9.20
                """,
            store: "CORNER DELI",
            date: "2026-03-04",
            time: "12:30",
            currency: "USD",
            items: [("TURKEY SANDWICH", 850)],
            taxes: [70],
            total: 920
        ),
        Layout(
            name: "Restaurant bill with quantities before the names and a tip",
            text: """
                THE COPPER KETTLE
                41 Lake Ave
                Portland, OR 97201
                Nov 2, 2026 7:45 PM
                QTY  ITEM                AMOUNT
                2  Lentil Soup            13.00
                1  Grilled Trout          24.50
                Subtotal                  37.50
                Sales Tax                  3.00
                Tip                        7.50
                Total                    $48.00
                """,
            store: "THE COPPER KETTLE",
            date: "2026-11-02",
            time: "19:45",
            currency: "USD",
            items: [("Lentil Soup", 1300), ("Grilled Trout", 2450)],
            subtotal: 3750,
            taxes: [300],
            total: 4800
        ),
        Layout(
            name: "American weights in pounds under the name and discounts with a trailing minus",
            text: """
                VALLEY FRESH
                9 Orchard Rd
                Fresno, CA 93701
                11-05-2026
                HONEYCRISP APPLES
                2.31 lb @ $1.99/lb         4.60
                CEREAL OATS                4.99
                STORE COUPON               1.00-
                SUBTOTAL                   8.59
                TAX                        0.00
                TOTAL                     $8.59
                """,
            store: "VALLEY FRESH",
            date: "2026-11-05",
            currency: "USD",
            items: [("HONEYCRISP APPLES", 460), ("CEREAL OATS", 499), ("STORE COUPON", -100)],
            subtotal: 859,
            taxes: [0],
            total: 859
        ),
        Layout(
            name: "Warehouse with item codes before the names",
            text: """
                BULK BARN WHOLESALE
                1 Industrial Way
                Reno, NV 89501
                10/31/2026 11:20
                0031442 OLIVE OIL 2L      14.99
                0288119 ALMONDS 1KG       12.49
                SUBTOTAL                  27.48
                TAX                        0.00
                **** TOTAL               $27.48
                """,
            store: "BULK BARN WHOLESALE",
            date: "2026-10-31",
            time: "11:20",
            currency: "USD",
            items: [("OLIVE OIL 2L", 1499), ("ALMONDS 1KG", 1249)],
            subtotal: 2748,
            taxes: [0],
            total: 2748
        ),
        Layout(
            name: "Savings that the prices already contain are no discount",
            text: """
                PRAIRIE GROCER
                30 Wheat Road
                Brandon MB  R7A 1A1
                2026-11-01 10:00
                BUTTER 454G                4.99
                SAVED                      1.50
                JAM STRAWBERRY             3.99
                SUBTOTAL                   8.98
                GST                        0.00
                TOTAL                     $8.98
                YOU SAVED                  1.50
                """,
            store: "PRAIRIE GROCER",
            date: "2026-11-01",
            time: "10:00",
            currency: "CAD",
            items: [("BUTTER 454G", 499), ("JAM STRAWBERRY", 399)],
            subtotal: 898,
            taxes: [0],
            total: 898
        ),
        Layout(
            name: "Letters misread for digits and cues",
            text: """
                RIVERSIDE MART
                5 River Road
                Kenora ON  P9N 1A1
                2O26-11-14 12:OO
                CARROTS 2LB                2.9O
                SUBT0TAL                   2.90
                HST                        0.38
                TOTAI                     $3.28
                DEBIT                      3.28
                """,
            store: "RIVERSIDE MART",
            date: "2026-11-14",
            time: "12:00",
            currency: "CAD",
            items: [("CARROTS 2LB", 290)],
            subtotal: 290,
            taxes: [38],
            total: 328
        ),
        Layout(
            name: "Total on a row of its own, the amount under it",
            text: """
                HILLTOP CAFE
                2 Summit Road
                Canmore AB  T1W 1A1
                2026-10-09 08:31
                LATTE                      4.75
                MUFFIN BRAN                3.25
                GST                        0.40
                TOTAL
                $8.40
                """,
            store: "HILLTOP CAFE",
            date: "2026-10-09",
            time: "08:31",
            currency: "CAD",
            items: [("LATTE", 475), ("MUFFIN BRAN", 325)],
            taxes: [40],
            total: 840
        ),
        Layout(
            name: "A receipt that does not add up is read all the same",
            text: """
                TORN PAPER GROCERY
                3 Mill Street
                Guelph ON  N1H 1A1
                2026-10-09
                RICE 1KG                   3.25
                BEANS 500G                 2.10
                SUBTOTAL                   9.99
                HST                        0.00
                TOTAL                      $9.99
                """,
            store: "TORN PAPER GROCERY",
            date: "2026-10-09",
            currency: "CAD",
            items: [("RICE 1KG", 325), ("BEANS 500G", 210)],
            subtotal: 999,
            taxes: [0],
            total: 999,
            sumsAgree: false
        ),
    ]
}
