import Foundation
import Testing

@testable import protoc_gen_larder

@Suite("Names in the generated Swift")
struct SwiftNameTests {
    @Test(
        "of members are in lowerCamelCase, with ID in capitals",
        arguments: [
            ("name", "name"), ("purchased_at", "purchasedAt"), ("receipt_id", "receiptID"), ("item_ids", "itemIDs"),
            ("id", "id"), ("id_token", "idToken"), ("user_id_hash", "userIDHash"), ("RecordPurchase", "recordPurchase"),
            ("GetByID", "getByID"), ("URLName", "urlname"), ("a", "a"), ("_a", "a"), ("a_", "a"), ("a__b", "aB"),
            ("line_1", "line1"), ("identity", "identity"), ("valid_ideas", "validIdeas"),
        ]
    )
    func members(proto: String, swift: String) {
        #expect(SwiftName.member(proto) == swift)
    }

    @Test(
        "that are keywords stand in backticks, or get a line where backticks don't help",
        arguments: [
            ("default", "`default`"), ("Try", "`try`"), ("protocol", "`protocol`"), ("in", "`in`"), ("self", "self_"),
            ("init", "init_"), ("type", "type"), ("get", "get"), ("Any", "any"),
        ]
    )
    func keywords(proto: String, swift: String) {
        #expect(SwiftName.member(proto) == swift)
    }

    @Test(
        "of types are in UpperCamelCase",
        arguments: [
            ("part", "Part"), ("time_zone", "TimeZone"), ("Purchase", "Purchase"), ("HTTPServer", "HTTPServer"),
            ("Foo_Bar", "FooBar"), ("user_id", "UserID"), ("Type", "Type_"), ("protocol", "Protocol_"),
            ("self", "Self_"),
        ]
    )
    func types(proto: String, swift: String) {
        #expect(SwiftName.type(proto) == swift)
    }

    private func cases(_ name: String, _ values: [String]) -> [String] {
        let enumeration = ProtoEnumeration(
            name: name,
            fullName: ".test.\(name)",
            comment: "",
            values: values.enumerated().map { ProtoEnumerationValue(name: $1, number: Int32($0), comment: "") }
        )
        return values.map { SwiftName.enumerationCase($0, in: enumeration) }
    }

    @Test("of enumeration cases leave out the prefix that all values share")
    func enumerationCases() {
        #expect(cases("Grade", ["GRADE_NONE", "GRADE_VERY_GOOD"]) == ["none", "veryGood"])
        #expect(cases("PurchaseState", ["PURCHASE_STATE_TO_VERIFY"]) == ["toVerify"])
        #expect(cases("Grade", ["GRADE_NONE", "OTHER"]) == ["gradeNone", "other"], "not all share it")
        #expect(cases("Grade", ["GRADE_A", "GRADE_1"]) == ["gradeA", "grade1"], "a digit can't start a name")
        #expect(cases("Grade", ["GRADE_DEFAULT", "GRADE_SELF"]) == ["`default`", "self_"])
        #expect(cases("Grade", ["NONE", "GRADE"]) == ["none", "grade"])
    }

    @Test(
        "of packages are the area, and the version from the second on",
        arguments: [
            ("larder.budget.v1", "Budget"), ("larder.ocr.v1", "OCR"), ("larder.rpc.v1", "RPCMessages"),
            ("larder.budget.v2", "BudgetV2"), ("larder.meal_plans.v1", "MealPlans"),
        ]
    )
    func namespaces(package: String, swift: String) {
        #expect(SwiftName.namespace(ofPackage: package) == swift)
    }

    @Test(
        "of packages of another form don't exist",
        arguments: [
            "", "larder", "larder.budget", "larder.budget.v1.extra", "larder..v1", "budget.v1", "other.budget.v1",
            "larder.budget.1", "larder.budget.v", "larder.budget.vX", "larder.budget.version1", ".larder.budget.v1",
        ]
    )
    func otherPackages(package: String) {
        #expect(SwiftName.namespace(ofPackage: package) == nil)
    }
}

@Suite("Names in the generated C")
struct CNameTests {
    @Test(
        "of structures join the words of each part",
        arguments: [
            (".larder.budget.v1.Purchase", "Larder__Budget__V1__Purchase"),
            (".larder.trial.v1.Whole.Part", "Larder__Trial__V1__Whole__Part"),
            (".larder.meal_plans.v1.Foo_Bar", "Larder__MealPlans__V1__FooBar"), (".A", "A"),
        ]
    )
    func structures(proto: String, name: String) {
        #expect(CName.structure(proto) == name)
    }

    @Test(
        "of functions are in snake case",
        arguments: [
            (".larder.budget.v1.PurchaseItem", "larder__budget__v1__purchase_item"),
            (".larder.trial.v1.HTTPServer", "larder__trial__v1__httpserver"),
            (".larder.trial.v1.Whole.Part", "larder__trial__v1__whole__part"), (".a.Foo_Bar", "a__foo__bar"),
        ]
    )
    func functions(proto: String, name: String) {
        #expect(CName.function(proto) == name)
    }

    @Test(
        "of members avoid the keywords of C, C++ and Swift",
        arguments: [
            ("name", "name"), ("URLName", "urlname"), ("int", "int_"), ("default", "default_"), ("class", "class_"),
            ("self", "`self`"), ("init", "`init`"), ("protocol", "`protocol`"), ("in", "`in`"),
        ]
    )
    func members(proto: String, name: String) {
        #expect(CName.member(proto) == name)
    }

    @Test("are those that protoc-c gives", .enabled(if: Compiler.hasProtocC, "protoc-c is not installed"))
    func likeTheCompiler() throws {
        let messages = ["Purchase", "PurchaseItem", "HTTPServer", "ServerHTTP", "A", "AbC", "Foo_Bar", "X2Y"]
        let fields = ["name", "URLName", "int", "default", "class", "self", "init", "protocol", "in", "user_ID2", "n"]
        let text = messages.map { name in
            let lines = fields.enumerated().map { "string \($1) = \($0 + 1);" }.joined(separator: " ")
            return "message \(name) { \(lines) }"
        }.joined(separator: "\n")
        let header = try Compiler.cHeader("syntax = \"proto3\";\npackage larder.trial.v1;\n\(text)\n")
        for name in messages {
            let fullName = ".larder.trial.v1.\(name)"
            #expect(header.contains("struct  \(CName.structure(fullName))\n"), "\(name)")
            #expect(header.contains("void   \(CName.function(fullName))__init\n"), "\(name)")
        }
        for field in fields {
            let member = CName.member(field).replacing("`", with: "")
            #expect(header.contains("  char *\(member);\n"), "\(field)")
        }
    }
}
