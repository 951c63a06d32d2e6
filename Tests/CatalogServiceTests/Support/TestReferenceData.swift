import Foundation
import PostgresTestSupport

@testable import larder_catalog

/// Small reference data, so that a test shows everything relevant.
enum TestReferenceData {
    /// The files by name, with some replaced.
    static func files(_ changes: [String: String] = [:]) -> ReferenceFiles {
        ReferenceFiles(contents: texts.merging(changes) { _, new in new }.mapValues { Array($0.utf8) })
    }

    /// The shipped reference data.
    static func shipped() throws -> ReferenceFiles {
        try ReferenceFiles(folder: Shell.repository + "/Services/Catalog/ReferenceData")
    }

    static let products = """
        slug,name,category,unit,ndb_no,foodkeeper_id,aliases
        milk,Milk,dairy,l,01077,27,MLK 2%;HOMO MILK
        tomatoes,Tomatoes,produce,kg,11529,448,TOM ON VINE
        cheddar,Cheddar cheese,dairy,each,,,CHED
        dish-soap,Dish soap,household,each,,,DISHWASHING LIQUID

        """

    private static let places = "monday,tuesday,wednesday,thursday,friday,saturday,sunday"
    private static let everyDay = Array(repeating: "09:00-17:00", count: 7).joined(separator: ",")
    private static let night = Array(repeating: "18:00-02:00", count: 7).joined(separator: ",")

    static let eateries = """
        slug,name,kind,address,campus,latitude,longitude,time_zone,phone,dietary_tags,\(places)
        far,Far Diner,restaurant,9 Hill Road,,49.61,-119.70,America/Vancouver,250-555-0101,vegan;halal,\(everyDay)
        near,Near Café,cafe,1 Main Street,,49.601,-119.70,America/Vancouver,,,\(everyDay)
        owl,Night Owl,food-truck,2 Main Street,,49.602,-119.70,America/Vancouver,,,\(night)
        riddle,Riddle Bar,bar,3 Main Street,,49.603,-119.70,America/Vancouver,,,,,,,,,

        """

    static let securities = """
        symbol,name,exchange,currency,kind,adjustment,region,source
        BOND,Example bonds,,CAD,bond,total_return,CA,Made up

        """

    static let securityPrices = """
        symbol,day,close
        BOND,2020-01-31,100.0000
        BOND,2020-02-29,90.0000
        BOND,2020-03-31,108.5000

        """

    static let averagePrices = """
        id,good,region,first_month,prices
        milk-1l CA,milk-1l,CA,2025-10,3.00;;3.08
        milk-1l CA-ON,milk-1l,CA-ON,2025-10,2.90;2.95;2.99
        milk-2l CA,milk-2l,CA,2025-10,5.00;5.10;5.20
        tomatoes CA,tomatoes,CA,2025-10,5.45;5.50;5.55

        """

    static let taxRates = """
        region,name,french_name,percent,first_day,last_day,source
        CA-NS,HST,TVH,15,2010-07-01,2025-03-31,Canada Revenue Agency
        CA-NS,HST,TVH,14,2025-04-01,,Canada Revenue Agency
        CA-QC,GST,TPS,5,2008-01-01,,Canada Revenue Agency
        CA-QC,QST,TVQ,9.975,2013-01-01,,Revenu Québec
        FR,VAT,TVA,5.5,2012-01-01,,Direction générale des Finances publiques

        """

    private static let texts: [String: String] = [
        "categories.csv": """
        slug,name,symbol,parent
        produce,Fruit and vegetables,🧺,
        dairy,Milk and cheese,🥛,
        household,Household,🧽,
        other,Other,🛒,

        """,
        "french_names.csv": """
        kind,slug,name
        category,dairy,Lait et fromages
        product,milk,Lait entier
        product,cheddar,Fromage cheddar

        """,
        "abbreviations.csv": "abbreviation,meaning\nchkn,chicken\n",
        "printed_words.csv": "printed,meaning,kind\nsusu,milk,ms\n",
        "products.csv": products,
        "shelf_life.csv": """
        id,name,subtitle,category,subcategory,keywords,pantry_min_days,pantry_max_days,fridge_min_days,fridge_max_days,\
        freezer_min_days,freezer_max_days,pantry_after_opening_min_days,pantry_after_opening_max_days,\
        fridge_after_opening_min_days,fridge_after_opening_max_days,fridge_after_thawing_min_days,\
        fridge_after_thawing_max_days,pantry_note,fridge_note,freezer_note,pantry_after_opening_note,\
        fridge_after_opening_note,tips
        27,Milk,plain,Dairy,,milk,,,,,90,90,,,7,7,,,,Package use-by date,,,,
        448,Tomatoes,,Produce,,tomato,7,7,2,3,,,,,,,,,,,,,,

        """,
        "nutrition.csv": """
        ndb_no,description,food_group,kcal,protein_g,fat_g,saturated_fat_g,carbs_g,fibre_g,sugar_g,sodium_mg,calcium_mg,\
        iron_mg,potassium_mg,vitamin_a_ug_rae,vitamin_c_mg,vitamin_d_ug,density_g_per_ml
        01077,"Milk, whole",Dairy,61,3.15,3.25,1.865,4.8,0,5.05,43,113,0.03,132,46,0,1.3,1.0313
        11529,"Tomatoes, red",Vegetables,18,0.88,0.2,,3.89,1.2,,5,10,0.27,237,42,13.7,0,

        """,
        "stores.csv": """
        slug,name,kind,address,latitude,longitude,time_zone,phone,\(places)
        juniper,Juniper Street Market,grocery,"14 Juniper Street, Fernhollow BC V0X 1Z0",49.6012,-119.6763,\
        America/Vancouver,250-555-0101,\(everyDay)
        co-op,Fernhollow Co-op Foods,supermarket,"210 Mill Road, Fernhollow BC V0X 1Z0",49.6054,-119.6712,\
        America/Vancouver,250-555-0102,\(everyDay)

        """,
        "eateries.csv": eateries,
        "securities.csv": securities,
        "security_prices.csv": securityPrices,
        "average_goods.csv": """
        slug,name,name_fr,quantity,unit,products
        milk-1l,Milk,Lait,1000,ml,milk
        milk-2l,Milk,Lait,2000,ml,milk
        tomatoes,Tomatoes,Tomates,1,kg,tomatoes

        """,
        "average_prices.csv": averagePrices,
        "tax_rates.csv": taxRates,
        "brokers.csv": """
        slug,name,region,address
        alpha,Alpha Brokers,CA,https://alpha.example/
        beta,Beta Invest,CA,https://beta.example/
        gamma,Gamma,US,https://gamma.example/

        """,
    ]
}
