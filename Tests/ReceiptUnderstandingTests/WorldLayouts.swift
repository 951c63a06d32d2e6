enum WorldLayouts {
    static let all: [Layout] = [
        Layout(
            name: "Malaysian shop with names under item codes and a tax table",
            text: """
                KEDAI SERI INDAH SDN BHD (123456-X)
                NO 12, JALAN MAWAR 3,
                TAMAN BUNGA,
                81100 JOHOR BAHRU, JOHOR.
                TEL : 07-5550142
                GST ID : 000123456789
                TAX INVOICE
                DOC NO. : CS001  DATE: 05/03/2018
                CASHIER : USER  TIME: 12:49:00
                ITEM  QTY  S/PRICE  AMOUNT  TAX
                2697  2  5.30  10.60  SR
                STEEL RULER 30CM
                9555123456789  1  3.18  3.18  SR
                GLUE STICK 21G
                TOTAL QTY:  3  13.78
                TOTAL SALES (EXCLUDING GST) :  13.00
                TOTAL GST :  0.78
                ROUNDING :  0.02
                TOTAL SALES (INCLUSIVE OF GST) :  13.80
                CASH :  20.00
                CHANGE :  6.20
                GST SUMMARY
                TAX CODE  %  AMT(RM)  TAX(RM)
                SR  6  13.00  0.78
                TOTAL :  13.00  0.78
                """,
            store: "KEDAI SERI INDAH SDN BHD",
            date: "2018-03-05",
            time: "12:49",
            currency: "MYR",
            items: [("STEEL RULER 30CM", 1060), ("GLUE STICK 21G", 318)],
            subtotal: 1300,
            taxes: [78],
            total: 1380
        ),
        Layout(
            name: "Malaysian supermarket with quantity and price on the row of the code",
            text: """
                PASARAYA MELATI SDN BHD
                LOT 8, JALAN BESAR,
                45600 BATANG KALI, SELANGOR
                25 MAR 2018 9:27PM
                MINERAL WATER 6X1.5L
                9551234567890  7.90*3  23.70 Z
                COOKING OIL 5KG
                9550987654321  28.50*1  28.50 S
                ITEM 2  TOTAL WITH GST @ 6%  52.20
                ROUNDING  0.00
                TOTAL  52.20
                CASH  60.00
                CHANGE  7.80
                """,
            store: "PASARAYA MELATI SDN BHD",
            date: "2018-03-25",
            time: "21:27",
            currency: "MYR",
            items: [("MINERAL WATER 6X1.5L", 2370), ("COOKING OIL 5KG", 2850)],
            subtotal: 5220,
            total: 5220
        ),
        Layout(
            name: "Malaysian restaurant with service charge, GST on top and rounding",
            text: """
                RESTORAN LAUTAN SDN BHD
                NO.1, JALAN PANTAI,
                43800 DENGKIL, SELANGOR.
                DATE : 28-05-2018 23:28:57
                QTY  DESCRIPTION  TOTAL TAX
                1  STEAMED FISH  70.00 SR
                2  WHITE RICE  4.00 SR
                TOTAL (EXCLUDING GST):  74.00
                SERV. CHARGE (10%) :  7.40
                GST PAYABLE:  4.88
                TOTAL (INCLUSIVE OF GST):  86.28
                ROUNDING ADJ:  0.02
                TOTAL :  86.30
                CASH :  86.30
                """,
            store: "RESTORAN LAUTAN SDN BHD",
            date: "2018-05-28",
            time: "23:28",
            currency: "MYR",
            items: [("STEAMED FISH", 7000), ("WHITE RICE", 400)],
            subtotal: 7400,
            taxes: [488],
            total: 8630
        ),
        Layout(
            name: "Malaysian chain with RM before amounts and the quantity under them",
            text: """
                88 JIMAT MART S/B (519537-X)
                LOT 28, JALAN ANGSA,
                41150 KLANG, SELANGOR
                09:06PM  569547  19-03-18
                154 SOY SAUCE 1L  RM20.80 S
                @2 X RM 10.40
                103 ORANGE DRINK 840ML  RM11.40 S
                TOTAL SALES (INCLUSIVE GST) RM  32.20
                CASH RM  40.00
                CHANGE RM  7.80
                """,
            store: "88 JIMAT MART S/B",
            date: "2018-03-19",
            time: "21:06",
            currency: "MYR",
            items: [("SOY SAUCE 1L", 2080), ("ORANGE DRINK 840ML", 1140)],
            total: 3220
        ),
        Layout(
            name: "British supermarket with VAT inside",
            text: """
                HOLLY LANE STORES
                3 Holly Lane
                London SW1A 1AA
                14/11/2026 18:05
                SEMI SKIMMED MILK         £1.55
                CHEDDAR MATURE            £3.20
                BEANS 4PK                 £2.75
                TOTAL                     £7.50
                CARD                      £7.50
                VAT 20%  0.00
                """,
            store: "HOLLY LANE STORES",
            date: "2026-11-14",
            time: "18:05",
            currency: "GBP",
            items: [("SEMI SKIMMED MILK", 155), ("CHEDDAR MATURE", 320), ("BEANS 4PK", 275)],
            taxes: [0],
            total: 750
        ),
        Layout(
            name: "British date that could be either is read day first",
            text: """
                THE ROOK INN
                Mill Road
                York YO1 7HH
                03.04.26
                FISH AND CHIPS            £14.50
                2 LEMONADE                 £5.00
                BALANCE DUE               £19.50
                """,
            store: "THE ROOK INN",
            date: "2026-04-03",
            currency: "GBP",
            items: [("FISH AND CHIPS", 1450), ("LEMONADE", 500)],
            total: 1950
        ),
        Layout(
            name: "German supermarket with decimal commas and tax rates",
            text: """
                FRISCHMARKT WEBER GMBH
                Lindenstrasse 8
                10969 Berlin
                14.11.2026 10:22
                VOLLMILCH 1L               1,19 B
                ROGGENBROT                 2,79 B
                PFAND 0,25                 0,25 A
                SUMME EUR                  4,23
                BAR                        5,00
                RÜCKGELD                   0,77
                """,
            store: "FRISCHMARKT WEBER GMBH",
            date: "2026-11-14",
            time: "10:22",
            currency: "EUR",
            items: [("VOLLMILCH 1L", 119), ("ROGGENBROT", 279), ("PFAND", 25)],
            total: 423
        ),
        Layout(
            name: "German weights and thousands",
            text: """
                ELEKTRO SOMMER GMBH
                Hauptstr. 20
                50667 Köln
                02.11.2026 16:40
                KÜHLSCHRANK KG180      1.249,00 A
                TRAUBEN HELL
                0,512 kg x 3,99 EUR/kg     2,04 B
                ZWISCHENSUMME          1.251,04
                ZU ZAHLEN              1.251,04
                """,
            store: "ELEKTRO SOMMER GMBH",
            date: "2026-11-02",
            time: "16:40",
            currency: "EUR",
            items: [("KÜHLSCHRANK KG180", 124_900), ("TRAUBEN HELL", 204)],
            subtotal: 125_104,
            total: 125_104
        ),
        Layout(
            name: "French receipt with TVA and a net total",
            text: """
                EPICERIE DES LILAS SARL
                4 rue des Lilas
                75019 Paris
                14/11/2026 19:03
                TOMATES GRAPPE             2,45 €
                FROMAGE COMTE              6,80 €
                TOTAL TTC                  9,25 €
                TVA 5,5%                   0,48
                CARTE BANCAIRE             9,25
                """,
            store: "EPICERIE DES LILAS SARL",
            date: "2026-11-14",
            time: "19:03",
            currency: "EUR",
            items: [("TOMATES GRAPPE", 245), ("FROMAGE COMTE", 680)],
            taxes: [48],
            total: 925
        ),
        Layout(
            name: "Japanese shop with whole yen",
            text: """
                ひまわりストア
                2026年11月14日 18:22
                おにぎり鮭            ¥128
                緑茶500ML             ¥118
                小計                  ¥246
                消費税 8%             ¥19
                合計                  ¥265
                お預り                ¥300
                お釣り                ¥35
                """,
            store: "ひまわりストア",
            date: "2026-11-14",
            time: "18:22",
            currency: "JPY",
            items: [("おにぎり鮭", 128), ("緑茶500ML", 118)],
            subtotal: 246,
            taxes: [19],
            total: 265
        ),
        Layout(
            name: "Yen in Latin letters with thousands",
            text: """
                SAKURA BOOKS
                2026-11-14 12:00
                ATLAS OF JAPAN       ¥3,850
                PENCIL SET             ¥660
                TOTAL                ¥4,510
                CASH                 ¥5,010
                CHANGE                 ¥500
                """,
            store: "SAKURA BOOKS",
            date: "2026-11-14",
            time: "12:00",
            currency: "JPY",
            items: [("ATLAS OF JAPAN", 3850), ("PENCIL SET", 660)],
            total: 4510
        ),
        Layout(
            name: "Kuwaiti shop with three decimals",
            text: """
                AL NOOR GROCERY W.L.L
                Salmiya, Kuwait
                14/11/2026 21:10
                DATES 1KG             KD 2.750
                LABAN 1L              KD 0.450
                TOTAL                 KD 3.200
                KNET                  KD 3.200
                """,
            store: "AL NOOR GROCERY W.L.L",
            date: "2026-11-14",
            time: "21:10",
            currency: "KWD",
            items: [("DATES 1KG", 2750), ("LABAN 1L", 450)],
            total: 3200
        ),
        Layout(
            name: "Singapore food stall without tax",
            text: """
                LUCKY NOODLE HOUSE
                Blk 12 Bedok Road #01-22 Singapore 460012
                14 Nov 2026 13:15
                LAKSA                     S$6.50
                KOPI                      S$1.80
                TOTAL                     S$8.30
                """,
            store: "LUCKY NOODLE HOUSE",
            date: "2026-11-14",
            time: "13:15",
            currency: "SGD",
            items: [("LAKSA", 650), ("KOPI", 180)],
            total: 830
        ),
        Layout(
            name: "A return with a negative amount",
            text: """
                ROTI SEGAR SDN BHD
                LOT 3, JALAN PELABUR,
                40300 SHAH ALAM, SELANGOR.
                DATE: 30/09/2017
                DESCRIPTION  U.P  ISS  EXC  D  SALE  AMT(RM)
                WHITE LOAF  2.13  10  0  0  10  21.30
                JUMBO LOAF  2.97  0  2  0  -2  -5.94
                TOTAL PAYABLE:  15.36
                """,
            store: "ROTI SEGAR SDN BHD",
            date: "2017-09-30",
            currency: "MYR",
            items: [("WHITE LOAF", 2130), ("JUMBO LOAF", -594)],
            total: 1536
        ),
    ]
}
