import Foundation
import LarderClient
import Texts

/// What users call the fields of requests: by the options that give them, or by words.
enum FieldName {
    /// A violation as a sentence: `amount must not be negative.`
    static func sentence(_ violation: Status.FieldViolation) -> String {
        let (path, problem) = (violation.field, violation.text.shown)
        // What is wrong with the request as a whole.
        if path.isEmpty { return naming(problem) }
        guard problem.hasPrefix(path + " ") else {
            return LocalizedText.cli.failureField(field: name(of: path), problem: naming(problem)).shown
        }
        let rule = problem.dropFirst(path.count + 1)
        return LocalizedText.cli.failureSentence(
            field: name(of: path),
            rule: .verbatim(naming(String(rule), isRule: true))
        ).shown
    }

    /// Sentences with names instead of paths, where they begin with them or have names of messages in them.
    /// - Parameter isRule: Whether the text is the rest of a sentence.
    static func naming(_ text: String, isRule: Bool = false) -> String {
        var named = text
        if !isRule {
            // A sentence begins with a capital letter unless it begins with a field.
            let beginning =
                /(^|[.!?] )([a-z][a-z_]*(?:\[[0-9]+\])?(?:\.[a-z][a-z_]*(?:\[[0-9]+\])?)*) (?=[a-zàâéêèîôû])/
            named = named.replacing(beginning) { match in
                "\(match.1)\(LocalizedText.cli.failureSentence(field: name(of: String(match.2)), rule: .verbatim("")).shown)"
            }
        }
        // What is quoted is somebody's own.
        return named.replacing(/“[^”]*”|«[^»]*»|[a-z]+(?:_[a-z]+)+/) { match in
            word(for: [withoutID(String(match.0))])?.shown ?? String(match.0)
        }
    }

    /// A field's name as users know it: `unit price`, `receipt` for its id, `notification no. 2` for the second of several.
    static func name(of path: String) -> String {
        // Nested value names add nothing to the field's name.
        let parts = path.split(separator: ".").filter { !["value", "thousandths"].contains($0) }.map(Part.init)
        guard let last = parts.last else { return path }
        let name = word(for: parts.map(\.name))?.shown ?? last.name.replacing("_", with: " ")
        guard let index = last.index, !single.contains(last.name) else { return name }
        return LocalizedText.cli.fieldNumbered(field: name, number: index + 1).shown
    }

    /// A field within a path.
    private struct Part {
        /// Of one entry, for that of a list.
        let name: String
        /// The place in the list.
        let index: Int?

        init(_ text: Substring) {
            let bracket = text.hasSuffix("]") ? text.lastIndex(of: "[") : nil
            index = bracket.flatMap { Int(text[text.index(after: $0)...].dropLast()) }
            let name = withoutID(String(text[..<(bracket ?? text.endIndex)]))
            self.name = index == nil ? name : singular(of: name)
        }
    }

    /// What the end of a path is called, of which a longer one says more; nil for what has no name here.
    private static func word(for parts: [String]) -> LocalizedText? {
        parts.indices.lazy.compactMap { names[parts[$0...].joined(separator: ".")] }.first
    }

    private static func withoutID(_ name: String) -> String {
        name.hasSuffix("_ids")
            ? name.dropLast("_ids".count) + "s" : String(name.dropLast(name.hasSuffix("_id") ? 3 : 0))
    }

    /// The name of one entry of a list's field.
    private static func singular(of name: String) -> String {
        if name.hasSuffix("ies") { return name.dropLast("ies".count) + "y" }
        if name.hasSuffix("xes") { return String(name.dropLast("es".count)) }
        return name.hasSuffix("s") ? String(name.dropLast()) : name
    }

    /// Entries of lists in which this program sends one.
    private static let single: Set<String> = ["day", "field"]

    /// Others are shown by their names in the messages.
    private static let names = words.merging(options.mapValues { .verbatim($0) }) { word, _ in word }

    /// Fields that one option gives, whatever the command.
    private static let options = [
        "accepted_terms_version": "--accept-terms", "after_item": "--after", "base_version": "--base",
        "begins_on": "--begins-on", "columns": "--column", "convert_to": "--in", "cursor": "--after",
        "deletion": "--deletion", "edit.field": "--field", "display_name": "--name", "every": "--every",
        "exchange": "--exchange",
        "expected_version": "--expect", "format": "--format", "grouping": "--by", "highest_minor": "--at-most",
        "ignored": "--ignore", "lowest_minor": "--at-least", "made_at": "--made-at",
        "mapping.category.slug": "--category", "mapping.category.symbol": "--category",
        "mapping.category.word": "--category", "near": "--near", "preferred": "--prefer",
        "quiet_hours.from_minute": "--from", "quiet_hours.until_minute": "--until", "security_first_day": "--since",
        "security_last_day": "--until", "worth_on": "--until",
    ]

    private static let words: [String: LocalizedText] = [
        "account": .cli.fieldAccount, "address": .cli.fieldAddress, "amount": .cli.fieldAmount,
        "birthdate": .cli.fieldBirthdate, "category": .cli.fieldCategory, "category_slug": .cli.fieldCategory,
        "category_symbol": .cli.fieldCategorySymbol, "channel": .cli.fieldChannel, "code": .cli.fieldCode,
        "confirmation": .cli.fieldConfirmation, "consent": .cli.fieldConsent, "contents": .cli.fieldFile,
        "currency": .cli.fieldCurrency, "current_password": .cli.fieldCurrentPassword, "date": .cli.fieldDate,
        "day": .cli.fieldDay, "device": .cli.fieldDevice, "device_name": .cli.fieldDevice, "diet": .cli.fieldDiet,
        "diet.tag": .cli.fieldDiet, "digest_minute": .cli.fieldTime, "discount": .cli.fieldDiscount,
        "email": .cli.fieldEmail, "event": .cli.fieldEvent, "expenditure.purchased_at.date": .cli.fieldFirstDay,
        "field": .cli.fieldSettings, "first_day": .cli.fieldFirstDay, "frequency": .cli.fieldFrequency,
        "gender": .cli.fieldGender, "goal": .cli.fieldGoal,
        "height_centimetres": .cli.fieldHeight, "import": .cli.fieldImport, "is_on": .cli.fieldNotice,
        "item": .cli.fieldItem, "items": .cli.fieldItems, "key": .cli.fieldKey, "kind": .cli.fieldKind,
        "label": .cli.fieldLabel, "language": .cli.fieldLanguage, "last_day": .cli.fieldLastDay,
        "limit": .cli.fieldLimit, "location": .cli.fieldLocation, "mapping": .cli.fieldMapping,
        "name": .cli.fieldName, "new_email": .cli.fieldNewEmail, "new_password": .cli.fieldNewPassword,
        "note": .cli.fieldNote, "notification": .cli.fieldNotification, "observation": .cli.fieldObservation,
        "page": .cli.fieldPage, "palette": .cli.fieldPalette, "password": .cli.fieldPassword,
        "period": .cli.fieldPeriod, "phone": .cli.fieldPhone, "place": .cli.fieldPlace, "plan": .cli.fieldPlan,
        "printed_text": .cli.fieldPrintedText, "product": .cli.fieldProduct, "product_name": .cli.fieldName,
        "purchase": .cli.fieldPurchase, "purchased_at": .cli.fieldPurchasedAt, "quantity": .cli.fieldQuantity,
        "quantity_thousandths": .cli.fieldQuantity, "radius_metres": .cli.fieldRadius, "rate": .cli.fieldRate,
        "receipt": .cli.fieldReceipt, "recurring": .cli.fieldRecurring, "region": .cli.fieldRegion,
        "reminder.minute": .cli.fieldTime, "report": .cli.fieldReport, "role": .cli.fieldRole,
        "session": .cli.fieldSession, "skipped_rows": .cli.fieldRows, "size": .cli.fieldSize,
        "source": .cli.fieldSource, "state": .cli.fieldState, "store": .cli.fieldStore,
        "store_address": .cli.fieldStoreAddress, "store_name": .cli.fieldStoreName, "subtotal": .cli.fieldSubtotal,
        "suggestion": .cli.fieldSuggestion, "symbol": .cli.fieldSymbol, "table": .cli.fieldTable,
        "tax": .cli.fieldTax, "taxes": .cli.fieldTaxes, "text": .cli.fieldText,
        "text_size": .cli.fieldTextSize, "theme": .cli.fieldTheme, "time": .cli.fieldTime,
        "time_zone": .cli.fieldTimeZone, "token": .cli.fieldLink, "total": .cli.fieldTotal, "unit": .cli.fieldUnit,
        "unit_price": .cli.fieldUnitPrice, "units": .cli.fieldUnits, "username": .cli.fieldUsername,
        "version": .cli.fieldVersion, "vote": .cli.fieldVote,
        "weight_kilograms": .cli.fieldWeight,
    ]
}
