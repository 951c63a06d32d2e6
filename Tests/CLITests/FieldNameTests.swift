import LarderClient
import Testing
import Texts

@testable import larder

@Suite("What services reject, on the command line")
struct FieldNameTests {
    private func sentence(_ field: String, _ rule: String) -> String {
        FieldName.sentence(.init(field, "\(field) \(rule)"))
    }

    @Test(
        "names the option or word that users know instead of the field of a message",
        arguments: [
            ("purchased_at.date", "date"), ("edits[0].purchased_at.date", "date"),
            ("terms.expenditure.purchased_at.date", "first day"), ("purchased_at", "date and time"),
            ("convert_to", "--in"), ("is_on", "notice"), ("quiet_hours.until_minute", "--until"),
            ("digest_minute", "time"), ("radius_metres", "radius"), ("terms.limit", "limit"),
            ("amounts[0].days[0]", "day"), ("notification_ids[0]", "notification no. 1"),
            ("items[2].quantity_thousandths", "quantity"), ("taxes[1]", "tax no. 2"),
            ("taxes[1].label", "name of the tax"),
            ("diet.tags[1]", "diet no. 2"), ("stores.ignored[0]", "--ignore no. 1"), ("receipt_id", "receipt"),
            ("terms.begins_on", "--begins-on"), ("options.mapping.categories[3].word", "--category"),
        ]
    )
    func names(field: String, name: String) {
        #expect(sentence(field, "must be more.") == "\(name) must be more.")
    }

    @Test("shows a field without a name by the words of its name")
    func unnamed() {
        #expect(sentence("somewhere.never_named[1]", "must be more.") == "never named no. 2 must be more.")
        #expect(FieldName.sentence(.init("", "There are 3 more problems.")) == "There are 3 more problems.")
    }

    @Test("names fields in the middle of sentences, and leaves values and sentences without fields as they are")
    func withinSentences() {
        #expect(
            sentence("notification_ids", "must be given, or deletion_id, and not both.")
                == "notifications must be given, or --deletion, and not both."
        )
        #expect(
            FieldName.sentence(.init("purchase_id", "purchase_id or receipt_id must be given."))
                == "purchase or receipt must be given."
        )
        #expect(sentence("vote", "must be useful or not_useful.") == "vote must be useful or not_useful.")
        for text in ["“2025-13-01” is no date. It must be one.", "The rate of a day.", "iPhone photos are read."] {
            #expect(FieldName.naming(text) == text)
        }
    }

    @Test("names fields that begin sentences, such as those of an import's lines")
    func sentences() {
        #expect(
            FieldName.naming("purchased_at.date must be given. items[1].amount is missing. currency must be given.")
                == "date must be given. amount is missing. currency must be given."
        )
    }

    @Test("is in the language of the run")
    func french() {
        Language.$ofRun.withValue(.french) {
            #expect(sentence("purchased_at.date", "doit être indiqué.") == "date\u{A0}: doit être indiqué.")
            #expect(sentence("convert_to", "doit être vide.") == "--in\u{A0}: doit être vide.")
            #expect(sentence("notification_ids[1]", "est absent.") == "message n°\u{A0}2\u{A0}: est absent.")
            #expect(
                FieldName.naming("currency doit être indiqué. items[0].unit_price est absent.")
                    == "devise\u{A0}: doit être indiqué. prix unitaire\u{A0}: est absent."
            )
        }
    }
}
