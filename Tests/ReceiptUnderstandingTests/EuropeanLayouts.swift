/// Receipts of shops on the European continent.
enum EuropeanLayouts {
    static let all: [Layout] = [
        Layout(
            name: "German supermarket with deposits, pieces and the tax by letter",
            text: """
                        MARKTHALLE SONNENHOF
                         Lindenallee 12
                        50668 Köln
                      Tel. 0221 5550142
                     UID Nr.: DE812706034
                                               EUR
                MILCH 3,5% 1L                 1,19 B
                MINERALWASSER                 3,54 A
                   6 Stk x      0,59
                PFAND 0,25 EURO               1,50 A *
                   6 Stk x      0,25
                BANANEN                       1,13 B
                   0,756 kg x   1,49 EUR/kg
                --------------------------------------
                SUMME          EUR            7,36
                ======================================
                Geg. BAR       EUR           10,00
                Rückgeld BAR   EUR            2,64
                Steuer  %      Netto   Steuer   Brutto
                A= 19,0%       4,24     0,80     5,04
                B=  7,0%       2,17     0,15     2,32
                Gesamtbetrag   6,41     0,95     7,36
                14.11.2026   17:42     Bon-Nr.:4711
                """,
            store: "MARKTHALLE SONNENHOF",
            date: "2026-11-14",
            time: "17:42",
            currency: "EUR",
            items: [("MILCH 3,5% 1L", 119), ("MINERALWASSER", 354), ("PFAND 0,25 EURO", 150), ("BANANEN", 113)],
            subtotal: 736,
            taxes: [80, 15],
            total: 736
        ),
        Layout(
            name: "French hypermarket with the card and the number of articles",
            text: """
                SUPER GARONNE
                15 avenue de la Gare
                31000 TOULOUSE
                TEL : 05 61 55 01 42
                BAGUETTE TRADITION          1,20 €
                CAMEMBERT 250G              2,85 €
                2 X 0,99
                  YAOURT NATURE             1,98 €
                REMISE FIDELITE            -0,50 €
                -----------------------------
                TOTAL A PAYER               5,53 €
                CB                          5,53 €
                4 ARTICLES
                TVA  5,50%    5,24    0,29    5,53
                LE 14/11/2026 A 17:42
                """,
            store: "SUPER GARONNE",
            date: "2026-11-14",
            time: "17:42",
            currency: "EUR",
            items: [
                ("BAGUETTE TRADITION", 120), ("CAMEMBERT 250G", 285), ("YAOURT NATURE", 198),
                ("REMISE FIDELITE", -50),
            ],
            taxes: [29],
            total: 553
        ),
        Layout(
            name: "Dutch supermarket with quantity, description, price and sum",
            text: """
                DE GROENE HOEK
                Kerkstraat 40
                1017 GM Amsterdam
                AANTAL OMSCHRIJVING      PRIJS  BEDRAG
                1      HALFVOLLE MELK             1,29
                2      VOLKOREN BROOD    2,19     4,38
                1      KIPFILET                   5,99
                SUBTOTAAL                        11,66
                TOTAAL                           11,66
                PINNEN                           11,66
                BTW   OVER   EUR
                9%    10,70  0,96
                14-11-2026   17:42
                """,
            store: "DE GROENE HOEK",
            date: "2026-11-14",
            time: "17:42",
            currency: "EUR",
            items: [("HALFVOLLE MELK", 129), ("VOLKOREN BROOD", 438), ("KIPFILET", 599)],
            subtotal: 1166,
            taxes: [96],
            total: 1166
        ),
        Layout(
            name: "Spanish supermarket with unit prices and the table of IVA",
            text: """
                MERCADO LAS FLORES, S.A.
                C/ Mayor 24
                28013 Madrid
                TELEFONO: 915550142
                14/11/2026 17:42   OP: 123456
                FACTURA SIMPLIFICADA: 2345-012-345678
                Descripción        P. Unit   Importe
                1 LECHE ENTERA                  0,95
                3 TOMATE TRITURADO    0,80      2,40
                1 PLATANO
                  0,852 kg  1,95 €/kg           1,66
                TOTAL (€)                       5,01
                TARJETA BANCARIA                5,01
                IVA  BASE IMPONIBLE (€)  CUOTA (€)
                4%              2,51        0,10
                10%             2,18        0,22
                TOTAL           4,69        0,32
                """,
            store: "MERCADO LAS FLORES, S.A.",
            date: "2026-11-14",
            time: "17:42",
            currency: "EUR",
            items: [("LECHE ENTERA", 95), ("TOMATE TRITURADO", 240), ("PLATANO", 166)],
            taxes: [10, 22],
            total: 501
        ),
        Layout(
            name: "Italian commercial document",
            text: """
                PANIFICIO ROSSI SRL
                VIA GARIBALDI 8
                40124 BOLOGNA (BO)
                P.IVA 01234567890
                DOCUMENTO COMMERCIALE
                di vendita o prestazione
                DESCRIZIONE         IVA   Prezzo(€)
                PANE COMUNE          4%        2,40
                FOCACCIA            10%        3,50
                ACQUA 0,5L          22%        1,00
                TOTALE COMPLESSIVO             6,90
                di cui IVA                     0,59
                Pagamento contante            10,00
                Resto                          3,10
                14-11-2026 17:42
                """,
            store: "PANIFICIO ROSSI SRL",
            date: "2026-11-14",
            time: "17:42",
            currency: "EUR",
            items: [("PANE COMUNE", 240), ("FOCACCIA", 350), ("ACQUA 0,5L", 100)],
            taxes: [59],
            total: 690
        ),
        Layout(
            name: "Austrian bakery with whole rows of quantity, name and amount",
            text: """
                Bäckerei Lechner GmbH
                Hauptplatz 3
                8010 Graz
                ATU12345678
                Rechnung 4711   14.11.2026 08:05
                2 x Semmel              à 0,75    1,50
                1 x Topfengolatsche               2,60
                Summe                       EUR   4,10
                Bar                         EUR   5,00
                Rückgeld                    EUR   0,90
                10% MwSt  Netto 3,73  MwSt 0,37
                """,
            store: "Bäckerei Lechner GmbH",
            date: "2026-11-14",
            time: "08:05",
            currency: "EUR",
            items: [("Semmel", 150), ("Topfengolatsche", 260)],
            taxes: [37],
            total: 410
        ),
    ]
}
