// Generated from larder/catalog/v1/reference_tables.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CCatalogMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Catalog {
    /// `larder.catalog.v1.ReferenceChangeKind`
    public enum ReferenceChangeKind: MessageEnumeration {
        case unspecified
        case imported
        case withdrawn
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .imported
            case 2: self = .withdrawn
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .imported: 1
            case .withdrawn: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .imported, .withdrawn]
    }

    /// `larder.catalog.v1.ListReferenceTablesRequest`
    public struct ListReferenceTablesRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListReferenceTablesRequest()
            larder__catalog__v1__list_reference_tables_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.catalog.v1.ListReferenceTablesResponse`
    public struct ListReferenceTablesResponse: Message {
        public var tables: [Catalog.ReferenceTable] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            tables: [Catalog.ReferenceTable] = []
        ) {
            self.tables = tables
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListReferenceTablesResponse()
            larder__catalog__v1__list_reference_tables_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListReferenceTablesResponse.self)
            self.tables = try MessageField.messages(c.pointee.n_tables, c.pointee.tables, "tables")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListReferenceTablesResponse.self)
            if !self.tables.isEmpty {
                c.pointee.n_tables = self.tables.count
                c.pointee.tables = try arena.messages(self.tables, "tables").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ReferenceTable>?.self)
            }
        }
    }

    /// `larder.catalog.v1.ReferenceTable`
    public struct ReferenceTable: Message {
        /// stores, eateries, store_prices, average_goods, average_prices, brokers or tax_rates.
        public var name: String = ""
        /// The header of its files.
        public var columns: [String] = []
        /// The rows in use, and those of them that operators have added or changed.
        public var rows: Int64 = 0
        public var ownRows: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            columns: [String] = [],
            rows: Int64 = 0,
            ownRows: Int64 = 0
        ) {
            self.name = name
            self.columns = columns
            self.rows = rows
            self.ownRows = ownRows
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ReferenceTable()
            larder__catalog__v1__reference_table__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ReferenceTable.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.columns = try MessageField.strings(c.pointee.n_columns, c.pointee.columns, "columns")
            self.rows = c.pointee.rows
            self.ownRows = c.pointee.own_rows
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ReferenceTable.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.columns.isEmpty {
                c.pointee.n_columns = self.columns.count
                c.pointee.columns = try arena.strings(self.columns, "columns")
            }
            c.pointee.rows = self.rows
            c.pointee.own_rows = self.ownRows
        }
    }

    /// `larder.catalog.v1.ReferenceRow`
    public struct ReferenceRow: Message {
        /// Unique in its table.
        public var key: String = ""
        /// As in a file: one for each column.
        public var fields: [String] = []
        /// An operator added, changed or withdrew it.
        public var own: Bool = false
        /// It is not in use any more.
        public var withdrawn: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            key: String = "",
            fields: [String] = [],
            own: Bool = false,
            withdrawn: Bool = false
        ) {
            self.key = key
            self.fields = fields
            self.own = own
            self.withdrawn = withdrawn
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ReferenceRow()
            larder__catalog__v1__reference_row__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ReferenceRow.self)
            self.key = try MessageField.string(c.pointee.key, "key")
            self.fields = try MessageField.strings(c.pointee.n_fields, c.pointee.fields, "fields")
            self.own = c.pointee.own != 0
            self.withdrawn = c.pointee.withdrawn != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ReferenceRow.self)
            if !self.key.isEmpty {
                c.pointee.key = try arena.string(self.key, "key")
            }
            if !self.fields.isEmpty {
                c.pointee.n_fields = self.fields.count
                c.pointee.fields = try arena.strings(self.fields, "fields")
            }
            c.pointee.own = self.own ? 1 : 0
            c.pointee.withdrawn = self.withdrawn ? 1 : 0
        }
    }

    /// `larder.catalog.v1.ListReferenceRowsRequest`
    public struct ListReferenceRowsRequest: Message {
        /// See ReferenceTable.
        public var table: String = ""
        public var page: Common.PageRequest? = nil
        /// Only those that operators have added, changed or withdrawn.
        public var ownOnly: Bool = false
        /// Also those that are not in use any more.
        public var withWithdrawn: Bool = false
        /// Only those whose keys begin so; empty for any.
        public var keyPrefix: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            table: String = "",
            page: Common.PageRequest? = nil,
            ownOnly: Bool = false,
            withWithdrawn: Bool = false,
            keyPrefix: String = ""
        ) {
            self.table = table
            self.page = page
            self.ownOnly = ownOnly
            self.withWithdrawn = withWithdrawn
            self.keyPrefix = keyPrefix
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListReferenceRowsRequest()
            larder__catalog__v1__list_reference_rows_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListReferenceRowsRequest.self)
            self.table = try MessageField.string(c.pointee.table, "table")
            self.page = try MessageField.message(c.pointee.page, "page")
            self.ownOnly = c.pointee.own_only != 0
            self.withWithdrawn = c.pointee.with_withdrawn != 0
            self.keyPrefix = try MessageField.string(c.pointee.key_prefix, "key_prefix")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListReferenceRowsRequest.self)
            if !self.table.isEmpty {
                c.pointee.table = try arena.string(self.table, "table")
            }
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
            c.pointee.own_only = self.ownOnly ? 1 : 0
            c.pointee.with_withdrawn = self.withWithdrawn ? 1 : 0
            if !self.keyPrefix.isEmpty {
                c.pointee.key_prefix = try arena.string(self.keyPrefix, "key_prefix")
            }
        }
    }

    /// `larder.catalog.v1.ListReferenceRowsResponse`
    public struct ListReferenceRowsResponse: Message {
        public var rows: [Catalog.ReferenceRow] = []
        /// Empty at the end.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            rows: [Catalog.ReferenceRow] = [],
            nextPageToken: String = ""
        ) {
            self.rows = rows
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListReferenceRowsResponse()
            larder__catalog__v1__list_reference_rows_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListReferenceRowsResponse.self)
            self.rows = try MessageField.messages(c.pointee.n_rows, c.pointee.rows, "rows")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListReferenceRowsResponse.self)
            if !self.rows.isEmpty {
                c.pointee.n_rows = self.rows.count
                c.pointee.rows = try arena.messages(self.rows, "rows").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ReferenceRow>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }

    /// `larder.catalog.v1.ImportReferenceRowsRequest`
    public struct ImportReferenceRowsRequest: Message {
        /// See ReferenceTable.
        public var table: String = ""
        /// A table of comma-separated values in UTF-8 whose header are the table's columns. At most 50,000 rows.
        public var file: [UInt8] = []
        /// What it is called, for the history: at most 200 characters.
        public var name: String = ""
        /// Only checks the file and counts.
        public var checkOnly: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            table: String = "",
            file: [UInt8] = [],
            name: String = "",
            checkOnly: Bool = false
        ) {
            self.table = table
            self.file = file
            self.name = name
            self.checkOnly = checkOnly
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ImportReferenceRowsRequest()
            larder__catalog__v1__import_reference_rows_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportReferenceRowsRequest.self)
            self.table = try MessageField.string(c.pointee.table, "table")
            self.file = MessageField.values(c.pointee.file.len, c.pointee.file.data)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.checkOnly = c.pointee.check_only != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportReferenceRowsRequest.self)
            if !self.table.isEmpty {
                c.pointee.table = try arena.string(self.table, "table")
            }
            if !self.file.isEmpty {
                c.pointee.file = ProtobufCBinaryData(len: self.file.count, data: try arena.values(self.file))
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            c.pointee.check_only = self.checkOnly ? 1 : 0
        }
    }

    /// `larder.catalog.v1.ImportReferenceRowsResponse`
    public struct ImportReferenceRowsResponse: Message {
        /// What is wrong, in the order of the lines. Where there is anything, nothing of the file was taken over.
        public var problems: [Catalog.ReferenceProblem] = []
        /// How many problems there are beyond the first 10,000.
        public var moreProblems: Int32 = 0
        /// How many rows the file has.
        public var rows: Int32 = 0
        /// How many of them were not in use before, and how many replace others.
        public var added: Int32 = 0
        public var changed: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            problems: [Catalog.ReferenceProblem] = [],
            moreProblems: Int32 = 0,
            rows: Int32 = 0,
            added: Int32 = 0,
            changed: Int32 = 0
        ) {
            self.problems = problems
            self.moreProblems = moreProblems
            self.rows = rows
            self.added = added
            self.changed = changed
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ImportReferenceRowsResponse()
            larder__catalog__v1__import_reference_rows_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportReferenceRowsResponse.self)
            self.problems = try MessageField.messages(c.pointee.n_problems, c.pointee.problems, "problems")
            self.moreProblems = c.pointee.more_problems
            self.rows = c.pointee.rows
            self.added = c.pointee.added
            self.changed = c.pointee.changed
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ImportReferenceRowsResponse.self)
            if !self.problems.isEmpty {
                c.pointee.n_problems = self.problems.count
                c.pointee.problems = try arena.messages(self.problems, "problems").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ReferenceProblem>?.self)
            }
            c.pointee.more_problems = self.moreProblems
            c.pointee.rows = self.rows
            c.pointee.added = self.added
            c.pointee.changed = self.changed
        }
    }

    /// A line of a file that can't be taken over.
    public struct ReferenceProblem: Message {
        /// From 1.
        public var line: Int32 = 0
        /// What is wrong, in the caller's language.
        public var sentence: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            line: Int32 = 0,
            sentence: String = ""
        ) {
            self.line = line
            self.sentence = sentence
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ReferenceProblem()
            larder__catalog__v1__reference_problem__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ReferenceProblem.self)
            self.line = c.pointee.line
            self.sentence = try MessageField.string(c.pointee.sentence, "sentence")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ReferenceProblem.self)
            c.pointee.line = self.line
            if !self.sentence.isEmpty {
                c.pointee.sentence = try arena.string(self.sentence, "sentence")
            }
        }
    }

    /// `larder.catalog.v1.WithdrawReferenceRowRequest`
    public struct WithdrawReferenceRowRequest: Message {
        /// See ReferenceTable.
        public var table: String = ""
        public var key: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            table: String = "",
            key: String = ""
        ) {
            self.table = table
            self.key = key
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__WithdrawReferenceRowRequest()
            larder__catalog__v1__withdraw_reference_row_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__WithdrawReferenceRowRequest.self)
            self.table = try MessageField.string(c.pointee.table, "table")
            self.key = try MessageField.string(c.pointee.key, "key")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__WithdrawReferenceRowRequest.self)
            if !self.table.isEmpty {
                c.pointee.table = try arena.string(self.table, "table")
            }
            if !self.key.isEmpty {
                c.pointee.key = try arena.string(self.key, "key")
            }
        }
    }

    /// A change of a row.
    public struct ReferenceChange: Message {
        public var table: String = ""
        public var key: String = ""
        public var changedAt: Common.Timestamp? = nil
        /// The operator's user id.
        public var operatorID: String = ""
        public var kind: Catalog.ReferenceChangeKind = .unspecified
        /// The name of the file; empty for another kind.
        public var file: String = ""
        /// The columns that are changed; of a new or a withdrawn row, all that are not empty.
        public var fields: [Catalog.ReferenceFieldChange] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            table: String = "",
            key: String = "",
            changedAt: Common.Timestamp? = nil,
            operatorID: String = "",
            kind: Catalog.ReferenceChangeKind = .unspecified,
            file: String = "",
            fields: [Catalog.ReferenceFieldChange] = []
        ) {
            self.table = table
            self.key = key
            self.changedAt = changedAt
            self.operatorID = operatorID
            self.kind = kind
            self.file = file
            self.fields = fields
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ReferenceChange()
            larder__catalog__v1__reference_change__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ReferenceChange.self)
            self.table = try MessageField.string(c.pointee.table, "table")
            self.key = try MessageField.string(c.pointee.key, "key")
            self.changedAt = try MessageField.message(c.pointee.changed_at, "changed_at")
            self.operatorID = try MessageField.string(c.pointee.operator_id, "operator_id")
            self.kind = Catalog.ReferenceChangeKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.file = try MessageField.string(c.pointee.file, "file")
            self.fields = try MessageField.messages(c.pointee.n_fields, c.pointee.fields, "fields")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ReferenceChange.self)
            if !self.table.isEmpty {
                c.pointee.table = try arena.string(self.table, "table")
            }
            if !self.key.isEmpty {
                c.pointee.key = try arena.string(self.key, "key")
            }
            if let value = self.changedAt {
                c.pointee.changed_at = try arena.message(value, "changed_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.operatorID.isEmpty {
                c.pointee.operator_id = try arena.string(self.operatorID, "operator_id")
            }
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            if !self.file.isEmpty {
                c.pointee.file = try arena.string(self.file, "file")
            }
            if !self.fields.isEmpty {
                c.pointee.n_fields = self.fields.count
                c.pointee.fields = try arena.messages(self.fields, "fields").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ReferenceFieldChange>?.self)
            }
        }
    }

    /// `larder.catalog.v1.ReferenceFieldChange`
    public struct ReferenceFieldChange: Message {
        public var column: String = ""
        /// Empty where there was no row in use.
        public var before: String = ""
        /// Empty where the row was withdrawn.
        public var after: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            column: String = "",
            before: String = "",
            after: String = ""
        ) {
            self.column = column
            self.before = before
            self.after = after
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ReferenceFieldChange()
            larder__catalog__v1__reference_field_change__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ReferenceFieldChange.self)
            self.column = try MessageField.string(c.pointee.column, "column")
            self.before = try MessageField.string(c.pointee.before, "before")
            self.after = try MessageField.string(c.pointee.after, "after")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ReferenceFieldChange.self)
            if !self.column.isEmpty {
                c.pointee.column = try arena.string(self.column, "column")
            }
            if !self.before.isEmpty {
                c.pointee.before = try arena.string(self.before, "before")
            }
            if !self.after.isEmpty {
                c.pointee.after = try arena.string(self.after, "after")
            }
        }
    }

    /// `larder.catalog.v1.ListReferenceChangesRequest`
    public struct ListReferenceChangesRequest: Message {
        public var page: Common.PageRequest? = nil
        /// See ReferenceTable; empty for any.
        public var table: String = ""
        /// Of this row alone, which needs a table; empty for any.
        public var key: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            page: Common.PageRequest? = nil,
            table: String = "",
            key: String = ""
        ) {
            self.page = page
            self.table = table
            self.key = key
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListReferenceChangesRequest()
            larder__catalog__v1__list_reference_changes_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListReferenceChangesRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
            self.table = try MessageField.string(c.pointee.table, "table")
            self.key = try MessageField.string(c.pointee.key, "key")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListReferenceChangesRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
            if !self.table.isEmpty {
                c.pointee.table = try arena.string(self.table, "table")
            }
            if !self.key.isEmpty {
                c.pointee.key = try arena.string(self.key, "key")
            }
        }
    }

    /// `larder.catalog.v1.ListReferenceChangesResponse`
    public struct ListReferenceChangesResponse: Message {
        public var changes: [Catalog.ReferenceChange] = []
        /// Empty at the end.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            changes: [Catalog.ReferenceChange] = [],
            nextPageToken: String = ""
        ) {
            self.changes = changes
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListReferenceChangesResponse()
            larder__catalog__v1__list_reference_changes_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListReferenceChangesResponse.self)
            self.changes = try MessageField.messages(c.pointee.n_changes, c.pointee.changes, "changes")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListReferenceChangesResponse.self)
            if !self.changes.isEmpty {
                c.pointee.n_changes = self.changes.count
                c.pointee.changes = try arena.messages(self.changes, "changes").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ReferenceChange>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }
}
