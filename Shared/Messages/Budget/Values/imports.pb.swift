// Generated from larder/budget/v1/imports.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CBudgetMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Budget {
    /// `larder.budget.v1.ImportFormat`
    public enum ImportFormat: MessageEnumeration {
        case unspecified
        /// A table of somebody else's, read by a mapping.
        case csv
        /// Larder's own table, recognised by its header.
        case larderCsv
        /// Larder's own document.
        case larderJson
        /// Statements of bank accounts and credit cards, OFX 1 and 2.
        case ofx
        /// Accounts that are not of investments.
        case qif
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .csv
            case 2: self = .larderCsv
            case 3: self = .larderJson
            case 4: self = .ofx
            case 5: self = .qif
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .csv: 1
            case .larderCsv: 2
            case .larderJson: 3
            case .ofx: 4
            case .qif: 5
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .csv, .larderCsv, .larderJson, .ofx, .qif]
    }

    /// What a column of a table has.
    public enum ImportColumn: MessageEnumeration {
        case unspecified
        case date
        case time
        /// What the money was spent on.
        case name
        /// With a sign.
        case amount
        /// Money that was spent, of tables that have two columns of amounts.
        case spent
        /// Money that came in.
        case received
        case currency
        /// A category by its slug in catalog, or a word that the mapping explains.
        case category
        case place
        case note
        /// By which the bank identifies the row.
        case reference
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .date
            case 2: self = .time
            case 3: self = .name
            case 4: self = .amount
            case 5: self = .spent
            case 6: self = .received
            case 7: self = .currency
            case 8: self = .category
            case 9: self = .place
            case 10: self = .note
            case 11: self = .reference
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .date: 1
            case .time: 2
            case .name: 3
            case .amount: 4
            case .spent: 5
            case .received: 6
            case .currency: 7
            case .category: 8
            case .place: 9
            case .note: 10
            case .reference: 11
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .date, .time, .name, .amount, .spent, .received, .currency, .category, .place, .note, .reference]
    }

    /// The order of a date's parts.
    public enum ImportDateOrder: MessageEnumeration {
        case unspecified
        case yearMonthDay
        case dayMonthYear
        case monthDayYear
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .yearMonthDay
            case 2: self = .dayMonthYear
            case 3: self = .monthDayYear
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .yearMonthDay: 1
            case .dayMonthYear: 2
            case .monthDayYear: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .yearMonthDay, .dayMonthYear, .monthDayYear]
    }

    /// `larder.budget.v1.ImportEntryState`
    public enum ImportEntryState: MessageEnumeration {
        case unspecified
        /// It would be recorded.
        case new
        /// It is in the ledger already, and left out.
        case known
        /// Money that came in, left out.
        case received
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .new
            case 2: self = .known
            case 3: self = .received
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .new: 1
            case .known: 2
            case .received: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .new, .known, .received]
    }

    /// `larder.budget.v1.LedgerFormat`
    public enum LedgerFormat: MessageEnumeration {
        case unspecified
        /// A row an item or tax, with everything; can be imported again.
        case csv
        /// A larder.budget.v1.Purchase an entry, with everything; can be imported again.
        case json
        /// A transaction an entry, for other programs: without items, and without entries that have no day.
        case ofx
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .csv
            case 2: self = .json
            case 3: self = .ofx
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .csv: 1
            case .json: 2
            case .ofx: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .csv, .json, .ofx]
    }

    /// How a table is read. Of QIF only the order of dates, the decimal mark and the categories count; files of other formats have none.
    public struct ImportMapping: Message {
        /// One character: a comma, a semicolon, a tab or a vertical bar.
        public var delimiter: String = ""
        /// Whether the first row has the names of columns.
        public var hasHeader: Bool = false
        /// What each column has, from the first on; columns beyond are not read. A date and an amount are needed.
        public var columns: [Budget.ImportColumn] = []
        public var dateOrder: Budget.ImportDateOrder = .unspecified
        /// Whether amounts have a decimal comma, as in 1.234,50, rather than a point.
        public var decimalComma: Bool = false
        /// Whether what was spent is above 0, as in lists that people keep; in banks' files it is below.
        public var spendingIsPositive: Bool = false
        /// Rows ahead of the header, or of the first entry, such as an account's name.
        public var skippedRows: Int32 = 0
        /// What the file's words for categories mean; at most 200.
        public var categories: [Budget.ImportCategory] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            delimiter: String = "",
            hasHeader: Bool = false,
            columns: [Budget.ImportColumn] = [],
            dateOrder: Budget.ImportDateOrder = .unspecified,
            decimalComma: Bool = false,
            spendingIsPositive: Bool = false,
            skippedRows: Int32 = 0,
            categories: [Budget.ImportCategory] = []
        ) {
            self.delimiter = delimiter
            self.hasHeader = hasHeader
            self.columns = columns
            self.dateOrder = dateOrder
            self.decimalComma = decimalComma
            self.spendingIsPositive = spendingIsPositive
            self.skippedRows = skippedRows
            self.categories = categories
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ImportMapping()
            larder__budget__v1__import_mapping__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportMapping.self)
            self.delimiter = try MessageField.string(c.pointee.delimiter, "delimiter")
            self.hasHeader = c.pointee.has_header != 0
            self.columns = MessageField.values(c.pointee.n_columns, c.pointee.columns).map { Budget.ImportColumn(rawValue: Int32(truncatingIfNeeded: $0.rawValue)) }
            self.dateOrder = Budget.ImportDateOrder(rawValue: Int32(truncatingIfNeeded: c.pointee.date_order.rawValue))
            self.decimalComma = c.pointee.decimal_comma != 0
            self.spendingIsPositive = c.pointee.spending_is_positive != 0
            self.skippedRows = c.pointee.skipped_rows
            self.categories = try MessageField.messages(c.pointee.n_categories, c.pointee.categories, "categories")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportMapping.self)
            if !self.delimiter.isEmpty {
                c.pointee.delimiter = try arena.string(self.delimiter, "delimiter")
            }
            c.pointee.has_header = self.hasHeader ? 1 : 0
            if !self.columns.isEmpty {
                c.pointee.n_columns = self.columns.count
                c.pointee.columns = try arena.values(self.columns.map { Larder__Budget__V1__ImportColumn(rawValue: .init(truncatingIfNeeded: $0.rawValue)) })
            }
            c.pointee.date_order = .init(rawValue: .init(truncatingIfNeeded: self.dateOrder.rawValue))
            c.pointee.decimal_comma = self.decimalComma ? 1 : 0
            c.pointee.spending_is_positive = self.spendingIsPositive ? 1 : 0
            c.pointee.skipped_rows = self.skippedRows
            if !self.categories.isEmpty {
                c.pointee.n_categories = self.categories.count
                c.pointee.categories = try arena.messages(self.categories, "categories").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__ImportCategory>?.self)
            }
        }
    }

    /// A word for a category, and the category in catalog.
    public struct ImportCategory: Message {
        /// As the file has it, in any case of its letters; at most 100 characters.
        public var word: String = ""
        /// Empty for no category.
        public var slug: String = ""
        public var symbol: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            word: String = "",
            slug: String = "",
            symbol: String = ""
        ) {
            self.word = word
            self.slug = slug
            self.symbol = symbol
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ImportCategory()
            larder__budget__v1__import_category__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportCategory.self)
            self.word = try MessageField.string(c.pointee.word, "word")
            self.slug = try MessageField.string(c.pointee.slug, "slug")
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportCategory.self)
            if !self.word.isEmpty {
                c.pointee.word = try arena.string(self.word, "word")
            }
            if !self.slug.isEmpty {
                c.pointee.slug = try arena.string(self.slug, "slug")
            }
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
        }
    }

    /// `larder.budget.v1.ImportOptions`
    public struct ImportOptions: Message {
        /// Absent to have it proposed.
        public var mapping: Budget.ImportMapping? = nil
        /// ISO 4217: of rows that don't name theirs. Empty for the file's own, or else that of the caller's latest purchase.
        public var currency: String = ""
        /// Whether money that came in is recorded, too, as refunds.
        public var includeReceived: Bool = false
        /// Whether rows are recorded that look like what is in the ledger already.
        public var includeKnown: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            mapping: Budget.ImportMapping? = nil,
            currency: String = "",
            includeReceived: Bool = false,
            includeKnown: Bool = false
        ) {
            self.mapping = mapping
            self.currency = currency
            self.includeReceived = includeReceived
            self.includeKnown = includeKnown
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ImportOptions()
            larder__budget__v1__import_options__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportOptions.self)
            self.mapping = try MessageField.message(c.pointee.mapping, "mapping")
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.includeReceived = c.pointee.include_received != 0
            self.includeKnown = c.pointee.include_known != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportOptions.self)
            if let value = self.mapping {
                c.pointee.mapping = try arena.message(value, "mapping").assumingMemoryBound(to: Larder__Budget__V1__ImportMapping.self)
            }
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            c.pointee.include_received = self.includeReceived ? 1 : 0
            c.pointee.include_known = self.includeKnown ? 1 : 0
        }
    }

    /// `larder.budget.v1.PreviewImportRequest`
    public struct PreviewImportRequest: Message {
        /// At most 3 MiB.
        public var contents: [UInt8] = []
        public var options: Budget.ImportOptions? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            contents: [UInt8] = [],
            options: Budget.ImportOptions? = nil
        ) {
            self.contents = contents
            self.options = options
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__PreviewImportRequest()
            larder__budget__v1__preview_import_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PreviewImportRequest.self)
            self.contents = MessageField.values(c.pointee.contents.len, c.pointee.contents.data)
            self.options = try MessageField.message(c.pointee.options, "options")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__PreviewImportRequest.self)
            if !self.contents.isEmpty {
                c.pointee.contents = ProtobufCBinaryData(len: self.contents.count, data: try arena.values(self.contents))
            }
            if let value = self.options {
                c.pointee.options = try arena.message(value, "options").assumingMemoryBound(to: Larder__Budget__V1__ImportOptions.self)
            }
        }
    }

    /// `larder.budget.v1.ImportPreview`
    public struct ImportPreview: Message {
        public var format: Budget.ImportFormat = .unspecified
        /// How characters are encoded: UTF-8, UTF-16 or Windows-1252.
        public var encoding: String = ""
        /// How the file is read: as the caller has said, as it was read last time, or as it is proposed.
        public var mapping: Budget.ImportMapping? = nil
        /// Whether the caller has imported a table with the same header in this way before.
        public var mappingRemembered: Bool = false
        /// The columns of a table.
        public var columns: [Budget.ImportTableColumn] = []
        /// Of rows that don't name theirs; empty where it isn't known, and has to be chosen.
        public var currency: String = ""
        /// The first 50 rows as they would be recorded, or left out.
        public var entries: [Budget.ImportEntry] = []
        /// The first 200 rows that cannot be read.
        public var errors: [Budget.ImportError] = []
        /// How many entries the file has, and of them: those that would be recorded, those that are in the ledger already, money that
        /// came in; the latter two are left out unless the options include them. The rest cannot be read.
        public var totalCount: Int32 = 0
        public var newCount: Int32 = 0
        public var knownCount: Int32 = 0
        public var receivedCount: Int32 = 0
        public var invalidCount: Int32 = 0
        /// What would be recorded, by currencies.
        public var sums: [Common.Money] = []
        /// The days of what would be recorded; empty where nothing would.
        public var firstDay: String = ""
        public var lastDay: String = ""
        /// Words for categories that are neither slugs nor in the mapping; entries with them have no category. At most 100.
        public var unknownCategories: [String] = []
        /// The order in which all dates can be read as well, most of them as other days; unspecified where a date tells. Whoever imports the
        /// file is to be asked then.
        public var otherDateOrder: Budget.ImportDateOrder = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            format: Budget.ImportFormat = .unspecified,
            encoding: String = "",
            mapping: Budget.ImportMapping? = nil,
            mappingRemembered: Bool = false,
            columns: [Budget.ImportTableColumn] = [],
            currency: String = "",
            entries: [Budget.ImportEntry] = [],
            errors: [Budget.ImportError] = [],
            totalCount: Int32 = 0,
            newCount: Int32 = 0,
            knownCount: Int32 = 0,
            receivedCount: Int32 = 0,
            invalidCount: Int32 = 0,
            sums: [Common.Money] = [],
            firstDay: String = "",
            lastDay: String = "",
            unknownCategories: [String] = [],
            otherDateOrder: Budget.ImportDateOrder = .unspecified
        ) {
            self.format = format
            self.encoding = encoding
            self.mapping = mapping
            self.mappingRemembered = mappingRemembered
            self.columns = columns
            self.currency = currency
            self.entries = entries
            self.errors = errors
            self.totalCount = totalCount
            self.newCount = newCount
            self.knownCount = knownCount
            self.receivedCount = receivedCount
            self.invalidCount = invalidCount
            self.sums = sums
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.unknownCategories = unknownCategories
            self.otherDateOrder = otherDateOrder
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ImportPreview()
            larder__budget__v1__import_preview__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportPreview.self)
            self.format = Budget.ImportFormat(rawValue: Int32(truncatingIfNeeded: c.pointee.format.rawValue))
            self.encoding = try MessageField.string(c.pointee.encoding, "encoding")
            self.mapping = try MessageField.message(c.pointee.mapping, "mapping")
            self.mappingRemembered = c.pointee.mapping_remembered != 0
            self.columns = try MessageField.messages(c.pointee.n_columns, c.pointee.columns, "columns")
            self.currency = try MessageField.string(c.pointee.currency, "currency")
            self.entries = try MessageField.messages(c.pointee.n_entries, c.pointee.entries, "entries")
            self.errors = try MessageField.messages(c.pointee.n_errors, c.pointee.errors, "errors")
            self.totalCount = c.pointee.total_count
            self.newCount = c.pointee.new_count
            self.knownCount = c.pointee.known_count
            self.receivedCount = c.pointee.received_count
            self.invalidCount = c.pointee.invalid_count
            self.sums = try MessageField.messages(c.pointee.n_sums, c.pointee.sums, "sums")
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.unknownCategories = try MessageField.strings(c.pointee.n_unknown_categories, c.pointee.unknown_categories, "unknown_categories")
            self.otherDateOrder = Budget.ImportDateOrder(rawValue: Int32(truncatingIfNeeded: c.pointee.other_date_order.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportPreview.self)
            c.pointee.format = .init(rawValue: .init(truncatingIfNeeded: self.format.rawValue))
            if !self.encoding.isEmpty {
                c.pointee.encoding = try arena.string(self.encoding, "encoding")
            }
            if let value = self.mapping {
                c.pointee.mapping = try arena.message(value, "mapping").assumingMemoryBound(to: Larder__Budget__V1__ImportMapping.self)
            }
            c.pointee.mapping_remembered = self.mappingRemembered ? 1 : 0
            if !self.columns.isEmpty {
                c.pointee.n_columns = self.columns.count
                c.pointee.columns = try arena.messages(self.columns, "columns").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__ImportTableColumn>?.self)
            }
            if !self.currency.isEmpty {
                c.pointee.currency = try arena.string(self.currency, "currency")
            }
            if !self.entries.isEmpty {
                c.pointee.n_entries = self.entries.count
                c.pointee.entries = try arena.messages(self.entries, "entries").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__ImportEntry>?.self)
            }
            if !self.errors.isEmpty {
                c.pointee.n_errors = self.errors.count
                c.pointee.errors = try arena.messages(self.errors, "errors").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__ImportError>?.self)
            }
            c.pointee.total_count = self.totalCount
            c.pointee.new_count = self.newCount
            c.pointee.known_count = self.knownCount
            c.pointee.received_count = self.receivedCount
            c.pointee.invalid_count = self.invalidCount
            if !self.sums.isEmpty {
                c.pointee.n_sums = self.sums.count
                c.pointee.sums = try arena.messages(self.sums, "sums").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Common__V1__Money>?.self)
            }
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            if !self.unknownCategories.isEmpty {
                c.pointee.n_unknown_categories = self.unknownCategories.count
                c.pointee.unknown_categories = try arena.strings(self.unknownCategories, "unknown_categories")
            }
            c.pointee.other_date_order = .init(rawValue: .init(truncatingIfNeeded: self.otherDateOrder.rawValue))
        }
    }

    /// `larder.budget.v1.ImportTableColumn`
    public struct ImportTableColumn: Message {
        /// As the header has it; empty without a header.
        public var name: String = ""
        /// The first values, at most 3.
        public var samples: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            samples: [String] = []
        ) {
            self.name = name
            self.samples = samples
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ImportTableColumn()
            larder__budget__v1__import_table_column__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportTableColumn.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.samples = try MessageField.strings(c.pointee.n_samples, c.pointee.samples, "samples")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportTableColumn.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.samples.isEmpty {
                c.pointee.n_samples = self.samples.count
                c.pointee.samples = try arena.strings(self.samples, "samples")
            }
        }
    }

    /// An entry of a file.
    public struct ImportEntry: Message {
        /// The line on which it begins, from 1.
        public var line: Int32 = 0
        public var state: Budget.ImportEntryState = .unspecified
        public var kind: Budget.PurchaseKind = .unspecified
        public var purchasedAt: Common.LocalDateTime? = nil
        /// What was spent on, or the store of a purchase.
        public var name: String = ""
        public var place: String = ""
        /// What it counts with; below 0 for a refund.
        public var amount: Common.Money? = nil
        public var category: String = ""
        public var note: String = ""
        public var itemCount: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            line: Int32 = 0,
            state: Budget.ImportEntryState = .unspecified,
            kind: Budget.PurchaseKind = .unspecified,
            purchasedAt: Common.LocalDateTime? = nil,
            name: String = "",
            place: String = "",
            amount: Common.Money? = nil,
            category: String = "",
            note: String = "",
            itemCount: Int32 = 0
        ) {
            self.line = line
            self.state = state
            self.kind = kind
            self.purchasedAt = purchasedAt
            self.name = name
            self.place = place
            self.amount = amount
            self.category = category
            self.note = note
            self.itemCount = itemCount
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ImportEntry()
            larder__budget__v1__import_entry__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportEntry.self)
            self.line = c.pointee.line
            self.state = Budget.ImportEntryState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue))
            self.kind = Budget.PurchaseKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.purchasedAt = try MessageField.message(c.pointee.purchased_at, "purchased_at")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.place = try MessageField.string(c.pointee.place, "place")
            self.amount = try MessageField.message(c.pointee.amount, "amount")
            self.category = try MessageField.string(c.pointee.category, "category")
            self.note = try MessageField.string(c.pointee.note, "note")
            self.itemCount = c.pointee.item_count
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportEntry.self)
            c.pointee.line = self.line
            c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            if let value = self.purchasedAt {
                c.pointee.purchased_at = try arena.message(value, "purchased_at").assumingMemoryBound(to: Larder__Common__V1__LocalDateTime.self)
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.place.isEmpty {
                c.pointee.place = try arena.string(self.place, "place")
            }
            if let value = self.amount {
                c.pointee.amount = try arena.message(value, "amount").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if !self.category.isEmpty {
                c.pointee.category = try arena.string(self.category, "category")
            }
            if !self.note.isEmpty {
                c.pointee.note = try arena.string(self.note, "note")
            }
            c.pointee.item_count = self.itemCount
        }
    }

    /// A row that cannot be read.
    public struct ImportError: Message {
        /// From 1.
        public var line: Int32 = 0
        /// A sentence in the caller's language.
        public var message: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            line: Int32 = 0,
            message: String = ""
        ) {
            self.line = line
            self.message = message
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ImportError()
            larder__budget__v1__import_error__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportError.self)
            self.line = c.pointee.line
            self.message = try MessageField.string(c.pointee.message, "message")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ImportError.self)
            c.pointee.line = self.line
            if !self.message.isEmpty {
                c.pointee.message = try arena.string(self.message, "message")
            }
        }
    }

    /// `larder.budget.v1.CreateImportRequest`
    public struct CreateImportRequest: Message {
        /// At most 3 MiB.
        public var contents: [UInt8] = []
        /// By which the import is listed: at most 200 characters; empty when unknown.
        public var fileName: String = ""
        public var options: Budget.ImportOptions? = nil
        /// Whether rows that cannot be read are left out. Otherwise nothing is recorded of a file that has some.
        public var leaveOutInvalid: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            contents: [UInt8] = [],
            fileName: String = "",
            options: Budget.ImportOptions? = nil,
            leaveOutInvalid: Bool = false
        ) {
            self.contents = contents
            self.fileName = fileName
            self.options = options
            self.leaveOutInvalid = leaveOutInvalid
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__CreateImportRequest()
            larder__budget__v1__create_import_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CreateImportRequest.self)
            self.contents = MessageField.values(c.pointee.contents.len, c.pointee.contents.data)
            self.fileName = try MessageField.string(c.pointee.file_name, "file_name")
            self.options = try MessageField.message(c.pointee.options, "options")
            self.leaveOutInvalid = c.pointee.leave_out_invalid != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CreateImportRequest.self)
            if !self.contents.isEmpty {
                c.pointee.contents = ProtobufCBinaryData(len: self.contents.count, data: try arena.values(self.contents))
            }
            if !self.fileName.isEmpty {
                c.pointee.file_name = try arena.string(self.fileName, "file_name")
            }
            if let value = self.options {
                c.pointee.options = try arena.message(value, "options").assumingMemoryBound(to: Larder__Budget__V1__ImportOptions.self)
            }
            c.pointee.leave_out_invalid = self.leaveOutInvalid ? 1 : 0
        }
    }

    /// `larder.budget.v1.Import`
    public struct Import: Message {
        public var id: String = ""
        public var createdAt: Common.Timestamp? = nil
        public var format: Budget.ImportFormat = .unspecified
        public var fileName: String = ""
        /// How many entries were recorded, and how many left out: those that were in the ledger already, money that came in, and rows
        /// that could not be read.
        public var recordedCount: Int32 = 0
        public var knownCount: Int32 = 0
        public var receivedCount: Int32 = 0
        public var invalidCount: Int32 = 0
        /// Absent unless it was undone.
        public var undoneAt: Common.Timestamp? = nil
        /// How many entries were left when it was undone, as they had been changed.
        public var keptCount: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            createdAt: Common.Timestamp? = nil,
            format: Budget.ImportFormat = .unspecified,
            fileName: String = "",
            recordedCount: Int32 = 0,
            knownCount: Int32 = 0,
            receivedCount: Int32 = 0,
            invalidCount: Int32 = 0,
            undoneAt: Common.Timestamp? = nil,
            keptCount: Int32 = 0
        ) {
            self.id = id
            self.createdAt = createdAt
            self.format = format
            self.fileName = fileName
            self.recordedCount = recordedCount
            self.knownCount = knownCount
            self.receivedCount = receivedCount
            self.invalidCount = invalidCount
            self.undoneAt = undoneAt
            self.keptCount = keptCount
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__Import()
            larder__budget__v1__import__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Import.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.createdAt = try MessageField.message(c.pointee.created_at, "created_at")
            self.format = Budget.ImportFormat(rawValue: Int32(truncatingIfNeeded: c.pointee.format.rawValue))
            self.fileName = try MessageField.string(c.pointee.file_name, "file_name")
            self.recordedCount = c.pointee.recorded_count
            self.knownCount = c.pointee.known_count
            self.receivedCount = c.pointee.received_count
            self.invalidCount = c.pointee.invalid_count
            self.undoneAt = try MessageField.message(c.pointee.undone_at, "undone_at")
            self.keptCount = c.pointee.kept_count
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Import.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if let value = self.createdAt {
                c.pointee.created_at = try arena.message(value, "created_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.format = .init(rawValue: .init(truncatingIfNeeded: self.format.rawValue))
            if !self.fileName.isEmpty {
                c.pointee.file_name = try arena.string(self.fileName, "file_name")
            }
            c.pointee.recorded_count = self.recordedCount
            c.pointee.known_count = self.knownCount
            c.pointee.received_count = self.receivedCount
            c.pointee.invalid_count = self.invalidCount
            if let value = self.undoneAt {
                c.pointee.undone_at = try arena.message(value, "undone_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.kept_count = self.keptCount
        }
    }

    /// `larder.budget.v1.ListImportsRequest`
    public struct ListImportsRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListImportsRequest()
            larder__budget__v1__list_imports_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.budget.v1.ListImportsResponse`
    public struct ListImportsResponse: Message {
        public var imports: [Budget.Import] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            imports: [Budget.Import] = []
        ) {
            self.imports = imports
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListImportsResponse()
            larder__budget__v1__list_imports_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListImportsResponse.self)
            self.imports = try MessageField.messages(c.pointee.n_imports, c.pointee.imports, "imports")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListImportsResponse.self)
            if !self.imports.isEmpty {
                c.pointee.n_imports = self.imports.count
                c.pointee.imports = try arena.messages(self.imports, "imports").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__Import>?.self)
            }
        }
    }

    /// `larder.budget.v1.UndoImportRequest`
    public struct UndoImportRequest: Message {
        public var importID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            importID: String = ""
        ) {
            self.importID = importID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__UndoImportRequest()
            larder__budget__v1__undo_import_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__UndoImportRequest.self)
            self.importID = try MessageField.string(c.pointee.import_id, "import_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__UndoImportRequest.self)
            if !self.importID.isEmpty {
                c.pointee.import_id = try arena.string(self.importID, "import_id")
            }
        }
    }

    /// `larder.budget.v1.ExportLedgerRequest`
    public struct ExportLedgerRequest: Message {
        public var format: Budget.LedgerFormat = .unspecified
        /// The first and the last day, YYYY-MM-DD; empty for no limit. A purchase of an unknown day counts by that of its recording.
        public var firstDay: String = ""
        public var lastDay: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            format: Budget.LedgerFormat = .unspecified,
            firstDay: String = "",
            lastDay: String = ""
        ) {
            self.format = format
            self.firstDay = firstDay
            self.lastDay = lastDay
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ExportLedgerRequest()
            larder__budget__v1__export_ledger_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ExportLedgerRequest.self)
            self.format = Budget.LedgerFormat(rawValue: Int32(truncatingIfNeeded: c.pointee.format.rawValue))
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ExportLedgerRequest.self)
            c.pointee.format = .init(rawValue: .init(truncatingIfNeeded: self.format.rawValue))
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
        }
    }

    /// `larder.budget.v1.LedgerChunk`
    public struct LedgerChunk: Message {
        public var contents: [UInt8] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            contents: [UInt8] = []
        ) {
            self.contents = contents
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__LedgerChunk()
            larder__budget__v1__ledger_chunk__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__LedgerChunk.self)
            self.contents = MessageField.values(c.pointee.contents.len, c.pointee.contents.data)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__LedgerChunk.self)
            if !self.contents.isEmpty {
                c.pointee.contents = ProtobufCBinaryData(len: self.contents.count, data: try arena.values(self.contents))
            }
        }
    }
}
