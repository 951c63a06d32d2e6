import Foundations
import LarderClient
import Texts

/// Formats imports and what would be recorded.
enum ImportText {
    // MARK: Previews

    /// - Parameter asksOrder: Whether the order of dates was not given.
    static func text(of preview: Budget.ImportPreview, asksOrder: Bool, _ paint: Paint, width: Int?) -> String {
        var parts = [heading(of: preview, asksOrder: asksOrder, paint)]
        if !preview.entries.isEmpty { parts.append(table(of: preview, paint, width)) }
        if !preview.errors.isEmpty { parts.append(errors(of: preview, paint)) }
        if !preview.unknownCategories.isEmpty {
            let words = preview.unknownCategories.map { TerminalText.clean($0) }.joined(separator: ", ")
            parts.append(LocalizedText.cli.importUnknownCategories(words: words).shown)
        }
        parts.append(summary(of: preview))
        return parts.joined(separator: "\n\n")
    }

    private static func heading(_ format: Budget.ImportFormat) -> String {
        switch format {
        case .csv: "CSV"
        case .larderCsv: "Larder CSV"
        case .larderJson: "Larder JSON"
        case .ofx: "OFX"
        case .qif: "QIF"
        case .unspecified, .unrecognized: ""
        }
    }

    private static func heading(of preview: Budget.ImportPreview, asksOrder: Bool, _ paint: Paint) -> String {
        var lines = [
            paint([heading(preview.format), preview.encoding].filter { !$0.isEmpty }.joined(separator: " · "), .bold)
        ]
        if let mapping = preview.mapping {
            let columns = zip(preview.columns, mapping.columns).compactMap { column, role in
                name(of: role).map { "\(TerminalText.clean(column.name)) → \($0.shown)" }
            }
            if !columns.isEmpty { lines.append(columns.joined(separator: ", ")) }
            lines.append(paint(reading(of: mapping).shown, .dim))
            if asksOrder, !preview.mappingRemembered,
                let other = ImportDateOrderName.allCases.first(where: { $0.order == preview.otherDateOrder })
            {
                lines.append(
                    paint(
                        LocalizedText.cli.importDatesAmbiguous(option: "--date-order \(other.rawValue)").shown,
                        .yellow
                    )
                )
            }
            if preview.mappingRemembered { lines.append(paint(LocalizedText.cli.importRemembered.shown, .dim)) }
        }
        return lines.joined(separator: "\n")
    }

    /// How a table is read, by the options that say so, or what has to be said first.
    private static func reading(of mapping: Budget.ImportMapping) -> LocalizedText {
        let hasAmount = mapping.columns.contains { [.amount, .spent, .received].contains($0) }
        guard mapping.columns.contains(.date), hasAmount else { return .cli.importNoColumns(option: "--column") }
        let order = ImportDateOrderName.allCases.first { $0.order == mapping.dateOrder }
        let options = [
            order.map { "--date-order \($0.rawValue)" },
            mapping.decimalComma ? "--decimal-comma" : "--no-decimal-comma",
            mapping.spendingIsPositive ? "--spending-is-positive" : "--no-spending-is-positive",
        ]
        return .cli.importReadAs(options: options.compactMap { $0 }.joined(separator: " "))
    }

    private static func name(of column: Budget.ImportColumn) -> LocalizedText? {
        switch column {
        case .date: .cli.headingDay
        case .time: .cli.headingWhen
        case .name: .cli.headingName
        case .amount: .cli.headingAmount
        case .spent: .cli.headingSpent
        case .received: .cli.importHeadingReceived
        case .currency: .cli.importHeadingCurrency
        case .category: .cli.headingCategory
        case .place: .cli.importHeadingPlace
        case .note: .cli.importHeadingNote
        case .reference: .cli.importHeadingReference
        case .unspecified, .unrecognized: nil
        }
    }

    private static func table(of preview: Budget.ImportPreview, _ paint: Paint, _ width: Int?) -> String {
        var table = Table([
            .init(title: .cli.headingLine, alignment: .right), .init(title: .cli.headingDay),
            .init(title: .cli.headingName, shrinks: true), .init(title: .cli.importHeadingPlace, shrinks: true),
            .init(title: .cli.headingCategory), .init(title: .cli.headingItems, alignment: .right),
            .init(title: .cli.headingAmount, alignment: .right), .init(title: ""),
        ])
        for entry in preview.entries {
            let isLeftOut = entry.state != .new
            table.add([
                .init("\(entry.line)", .dim), .init(entry.purchasedAt?.text ?? ""),
                .init(entry.name, isLeftOut ? .dim : nil), .init(entry.place), .init(entry.category),
                .init(entry.kind == .purchase ? "\(entry.itemCount)" : ""),
                .init(amount(entry.amount), isLeftOut ? .dim : nil), .init(state(entry.state)?.shown ?? "", .dim),
            ])
        }
        let more = Int(preview.totalCount - preview.invalidCount) - preview.entries.count
        let rest = more > 0 ? ["… " + LocalizedText.cli.importMore(count: more).shown] : []
        return ([table.text(paint, width: width)] + rest).joined(separator: "\n")
    }

    /// An amount whose currency isn't known yet is shown without one.
    private static func amount(_ money: Common.Money?) -> String {
        guard let money else { return "" }
        return money.currency == Currency.unknown ? money.shownAmount : money.shown
    }

    private static func state(_ state: Budget.ImportEntryState) -> LocalizedText? {
        switch state {
        case .known: .cli.importStateKnown
        case .received: .cli.importStateReceived
        case .new, .unspecified, .unrecognized: nil
        }
    }

    private static func errors(of preview: Budget.ImportPreview, _ paint: Paint) -> String {
        let lines = preview.errors.map { error in
            let line = LocalizedText.cli.importErrorLine(line: "\(error.line)").shown
            return "\(paint(line, .yellow)) \(TerminalText.clean(FieldName.naming(error.message)))"
        }
        let more = Int(preview.invalidCount) - preview.errors.count
        return (lines + (more > 0 ? ["… " + LocalizedText.cli.importMore(count: more).shown] : [])).joined(
            separator: "\n"
        )
    }

    private static func summary(of preview: Budget.ImportPreview) -> String {
        let sums = preview.sums.map { amount($0) }.joined(separator: " · ")
        var lines = [LocalizedText.cli.importNew(count: Int(preview.newCount)).shown + (sums.isEmpty ? "" : " \(sums)")]
        if preview.knownCount > 0 {
            lines.append(LocalizedText.cli.importKnown(count: Int(preview.knownCount), option: "--include-known").shown)
        }
        if preview.receivedCount > 0 {
            let option = "--include-received"
            lines.append(LocalizedText.cli.importReceived(count: Int(preview.receivedCount), option: option).shown)
        }
        if preview.lacksCurrency {
            lines.append(LocalizedText.cli.importNoCurrency(option: "--currency").shown)
        }
        return lines.joined(separator: "\n")
    }

    // MARK: Imports

    static func text(of made: Budget.Import, _ paint: Paint) -> String {
        let id = TerminalText.clean(made.id)
        if made.undoneAt != nil {
            let kept = made.keptCount > 0 ? [LocalizedText.cli.importKept(count: Int(made.keptCount)).shown] : []
            return ([LocalizedText.cli.importUndone(id: id).shown] + kept).joined(separator: "\n")
        }
        let hint = LocalizedText.cli.importUndoHint(command: "larder import undo \(id)").shown
        return [LocalizedText.cli.importDone(count: Int(made.recordedCount)).shown, paint(hint, .dim)].joined(
            separator: "\n"
        )
    }

    static func text(of imports: [Budget.Import], _ paint: Paint, width: Int?) -> String {
        guard !imports.isEmpty else {
            return LocalizedText.cli.importNone(command: "larder import statement.csv").shown
        }
        var table = Table([
            .init(title: .cli.headingWhen), .init(title: .cli.importHeadingFile, shrinks: true), .init(title: ""),
            .init(title: .cli.importHeadingRecorded, alignment: .right),
            .init(title: .cli.importHeadingLeftOut, alignment: .right), .init(title: .cli.headingState),
            .init(title: .cli.headingId),
        ])
        for made in imports {
            let leftOut = made.knownCount + made.receivedCount + made.invalidCount
            table.add([
                .init(made.createdAt?.localText ?? ""), .init(made.fileName, .bold), .init(heading(made.format)),
                .init("\(made.recordedCount)"), .init(leftOut > 0 ? "\(leftOut)" : ""),
                made.undoneAt == nil ? "" : .init(.cli.importStateUndone), .init(made.id, .dim),
            ])
        }
        return table.text(paint, width: width)
    }
}
