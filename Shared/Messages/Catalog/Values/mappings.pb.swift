// Generated from larder/catalog/v1/mappings.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CCatalogMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Catalog {
    /// `larder.catalog.v1.MappingFilter`
    public enum MappingFilter: MessageEnumeration {
        case unspecified
        /// Chosen by the caller.
        case chosen
        /// Without a known product, and nothing chosen yet.
        case unmatched
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .chosen
            case 2: self = .unmatched
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .chosen: 1
            case .unmatched: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .chosen, .unmatched]
    }

    /// `larder.catalog.v1.SharedMappingState`
    public enum SharedMappingState: MessageEnumeration {
        case unspecified
        /// Users agree; applies to everybody.
        case agreed
        /// Users disagree; applies to its voters only.
        case disputed
        /// Approved by an operator; applies to everybody.
        case approved
        /// Withdrawn by an operator; applies to its voters only.
        case withdrawn
        /// Too few votes; applies to its voters only. Reported for whole chains only.
        case proposed
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .agreed
            case 2: self = .disputed
            case 3: self = .approved
            case 4: self = .withdrawn
            case 5: self = .proposed
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .agreed: 1
            case .disputed: 2
            case .approved: 3
            case .withdrawn: 4
            case .proposed: 5
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .agreed, .disputed, .approved, .withdrawn, .proposed]
    }

    /// `larder.catalog.v1.FeedbackReportState`
    public enum FeedbackReportState: MessageEnumeration {
        case unspecified
        /// Not decided yet; the user's other choices count.
        case open
        /// None of the user's choices apply to others.
        case excluded
        /// Not abuse; reported again if it continues.
        case dismissed
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .open
            case 2: self = .excluded
            case 3: self = .dismissed
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .open: 1
            case .excluded: 2
            case .dismissed: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .open, .excluded, .dismissed]
    }

    /// `larder.catalog.v1.GuessProductsRequest`
    public struct GuessProductsRequest: Message {
        /// Empty when the store is unknown.
        public var storeID: String = ""
        /// At most 100, each of at most 500 characters.
        public var printedTexts: [String] = []
        /// Guesses for each line, 1 to 10; 0 means 5.
        public var limit: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            storeID: String = "",
            printedTexts: [String] = [],
            limit: Int32 = 0
        ) {
            self.storeID = storeID
            self.printedTexts = printedTexts
            self.limit = limit
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__GuessProductsRequest()
            larder__catalog__v1__guess_products_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GuessProductsRequest.self)
            self.storeID = try MessageField.string(c.pointee.store_id, "store_id")
            self.printedTexts = try MessageField.strings(c.pointee.n_printed_texts, c.pointee.printed_texts, "printed_texts")
            self.limit = c.pointee.limit
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GuessProductsRequest.self)
            if !self.storeID.isEmpty {
                c.pointee.store_id = try arena.string(self.storeID, "store_id")
            }
            if !self.printedTexts.isEmpty {
                c.pointee.n_printed_texts = self.printedTexts.count
                c.pointee.printed_texts = try arena.strings(self.printedTexts, "printed_texts")
            }
            c.pointee.limit = self.limit
        }
    }

    /// `larder.catalog.v1.GuessProductsResponse`
    public struct GuessProductsResponse: Message {
        public var lines: [Catalog.LineGuesses] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            lines: [Catalog.LineGuesses] = []
        ) {
            self.lines = lines
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__GuessProductsResponse()
            larder__catalog__v1__guess_products_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GuessProductsResponse.self)
            self.lines = try MessageField.messages(c.pointee.n_lines, c.pointee.lines, "lines")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GuessProductsResponse.self)
            if !self.lines.isEmpty {
                c.pointee.n_lines = self.lines.count
                c.pointee.lines = try arena.messages(self.lines, "lines").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__LineGuesses>?.self)
            }
        }
    }

    /// `larder.catalog.v1.LineGuesses`
    public struct LineGuesses: Message {
        public var printedText: String = ""
        /// The meaning of the line; absent when no product is known for it, or one was only created for it.
        public var meaning: Catalog.ResolvedProduct? = nil
        /// Best first; empty when nothing is similar.
        public var guesses: [Catalog.ProductGuess] = []
        /// The product that would be created if the caller chose none of them.
        public var newProduct: Catalog.NewProduct? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            printedText: String = "",
            meaning: Catalog.ResolvedProduct? = nil,
            guesses: [Catalog.ProductGuess] = [],
            newProduct: Catalog.NewProduct? = nil
        ) {
            self.printedText = printedText
            self.meaning = meaning
            self.guesses = guesses
            self.newProduct = newProduct
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__LineGuesses()
            larder__catalog__v1__line_guesses__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__LineGuesses.self)
            self.printedText = try MessageField.string(c.pointee.printed_text, "printed_text")
            self.meaning = try MessageField.message(c.pointee.meaning, "meaning")
            self.guesses = try MessageField.messages(c.pointee.n_guesses, c.pointee.guesses, "guesses")
            self.newProduct = try MessageField.message(c.pointee.new_product, "new_product")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__LineGuesses.self)
            if !self.printedText.isEmpty {
                c.pointee.printed_text = try arena.string(self.printedText, "printed_text")
            }
            if let value = self.meaning {
                c.pointee.meaning = try arena.message(value, "meaning").assumingMemoryBound(to: Larder__Catalog__V1__ResolvedProduct.self)
            }
            if !self.guesses.isEmpty {
                c.pointee.n_guesses = self.guesses.count
                c.pointee.guesses = try arena.messages(self.guesses, "guesses").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ProductGuess>?.self)
            }
            if let value = self.newProduct {
                c.pointee.new_product = try arena.message(value, "new_product").assumingMemoryBound(to: Larder__Catalog__V1__NewProduct.self)
            }
        }
    }

    /// `larder.catalog.v1.ProductGuess`
    public struct ProductGuess: Message {
        public var product: Catalog.Product? = nil
        /// 0 to 100.
        public var confidence: Int32 = 0
        public var basis: Catalog.MatchBasis = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            product: Catalog.Product? = nil,
            confidence: Int32 = 0,
            basis: Catalog.MatchBasis = .unspecified
        ) {
            self.product = product
            self.confidence = confidence
            self.basis = basis
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ProductGuess()
            larder__catalog__v1__product_guess__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ProductGuess.self)
            self.product = try MessageField.message(c.pointee.product, "product")
            self.confidence = c.pointee.confidence
            self.basis = Catalog.MatchBasis(rawValue: Int32(truncatingIfNeeded: c.pointee.basis.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ProductGuess.self)
            if let value = self.product {
                c.pointee.product = try arena.message(value, "product").assumingMemoryBound(to: Larder__Catalog__V1__Product.self)
            }
            c.pointee.confidence = self.confidence
            c.pointee.basis = .init(rawValue: .init(truncatingIfNeeded: self.basis.rawValue))
        }
    }

    /// `larder.catalog.v1.ChooseProductRequest`
    public struct ChooseProductRequest: Message {
        /// Empty when the store is unknown.
        public var storeID: String = ""
        /// As printed; 1 to 500 characters, with a letter or digit.
        public var printedText: String = ""
        public var choice: Choice?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            storeID: String = "",
            printedText: String = "",
            choice: Choice? = nil
        ) {
            self.storeID = storeID
            self.printedText = printedText
            self.choice = choice
        }

        /// One of the fields that can't be set together.
        public enum Choice: Sendable, Equatable {
            case productID(String)
            /// A name that already exists selects the existing product.
            case newProduct(Catalog.NewProduct)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ChooseProductRequest()
            larder__catalog__v1__choose_product_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ChooseProductRequest.self)
            self.storeID = try MessageField.string(c.pointee.store_id, "store_id")
            self.printedText = try MessageField.string(c.pointee.printed_text, "printed_text")
            switch c.pointee.choice_case.rawValue {
            case 3:
                self.choice = .productID(try MessageField.string(c.pointee.product_id, "product_id"))
            case 4:
                let value: Catalog.NewProduct? = try MessageField.message(c.pointee.new_product, "new_product")
                self.choice = value.map { .newProduct($0) }
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ChooseProductRequest.self)
            if !self.storeID.isEmpty {
                c.pointee.store_id = try arena.string(self.storeID, "store_id")
            }
            if !self.printedText.isEmpty {
                c.pointee.printed_text = try arena.string(self.printedText, "printed_text")
            }
            switch self.choice {
            case .productID(let value):
                c.pointee.choice_case = .init(rawValue: 3)
                c.pointee.product_id = try arena.string(value, "product_id")
            case .newProduct(let value):
                c.pointee.choice_case = .init(rawValue: 4)
                c.pointee.new_product = try arena.message(value, "new_product").assumingMemoryBound(to: Larder__Catalog__V1__NewProduct.self)
            case nil: break
            }
        }
    }

    /// `larder.catalog.v1.Mapping`
    public struct Mapping: Message {
        public var id: String = ""
        /// Empty when the store is unknown.
        public var storeID: String = ""
        public var storeName: String = ""
        /// As it was first printed.
        public var printedText: String = ""
        public var product: Catalog.Product? = nil
        /// 0 to 100.
        public var confidence: Int32 = 0
        public var basis: Catalog.MatchBasis = .unspecified
        public var changedAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            storeID: String = "",
            storeName: String = "",
            printedText: String = "",
            product: Catalog.Product? = nil,
            confidence: Int32 = 0,
            basis: Catalog.MatchBasis = .unspecified,
            changedAt: Common.Timestamp? = nil
        ) {
            self.id = id
            self.storeID = storeID
            self.storeName = storeName
            self.printedText = printedText
            self.product = product
            self.confidence = confidence
            self.basis = basis
            self.changedAt = changedAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__Mapping()
            larder__catalog__v1__mapping__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Mapping.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.storeID = try MessageField.string(c.pointee.store_id, "store_id")
            self.storeName = try MessageField.string(c.pointee.store_name, "store_name")
            self.printedText = try MessageField.string(c.pointee.printed_text, "printed_text")
            self.product = try MessageField.message(c.pointee.product, "product")
            self.confidence = c.pointee.confidence
            self.basis = Catalog.MatchBasis(rawValue: Int32(truncatingIfNeeded: c.pointee.basis.rawValue))
            self.changedAt = try MessageField.message(c.pointee.changed_at, "changed_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Mapping.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.storeID.isEmpty {
                c.pointee.store_id = try arena.string(self.storeID, "store_id")
            }
            if !self.storeName.isEmpty {
                c.pointee.store_name = try arena.string(self.storeName, "store_name")
            }
            if !self.printedText.isEmpty {
                c.pointee.printed_text = try arena.string(self.printedText, "printed_text")
            }
            if let value = self.product {
                c.pointee.product = try arena.message(value, "product").assumingMemoryBound(to: Larder__Catalog__V1__Product.self)
            }
            c.pointee.confidence = self.confidence
            c.pointee.basis = .init(rawValue: .init(truncatingIfNeeded: self.basis.rawValue))
            if let value = self.changedAt {
                c.pointee.changed_at = try arena.message(value, "changed_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.catalog.v1.ListMappingsRequest`
    public struct ListMappingsRequest: Message {
        public var page: Common.PageRequest? = nil
        /// Unspecified means all.
        public var filter: Catalog.MappingFilter = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            page: Common.PageRequest? = nil,
            filter: Catalog.MappingFilter = .unspecified
        ) {
            self.page = page
            self.filter = filter
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListMappingsRequest()
            larder__catalog__v1__list_mappings_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListMappingsRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
            self.filter = Catalog.MappingFilter(rawValue: Int32(truncatingIfNeeded: c.pointee.filter.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListMappingsRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
            c.pointee.filter = .init(rawValue: .init(truncatingIfNeeded: self.filter.rawValue))
        }
    }

    /// `larder.catalog.v1.ListMappingsResponse`
    public struct ListMappingsResponse: Message {
        public var mappings: [Catalog.Mapping] = []
        /// Empty at the end.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            mappings: [Catalog.Mapping] = [],
            nextPageToken: String = ""
        ) {
            self.mappings = mappings
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListMappingsResponse()
            larder__catalog__v1__list_mappings_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListMappingsResponse.self)
            self.mappings = try MessageField.messages(c.pointee.n_mappings, c.pointee.mappings, "mappings")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListMappingsResponse.self)
            if !self.mappings.isEmpty {
                c.pointee.n_mappings = self.mappings.count
                c.pointee.mappings = try arena.messages(self.mappings, "mappings").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__Mapping>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }

    /// `larder.catalog.v1.ForgetMappingRequest`
    public struct ForgetMappingRequest: Message {
        public var mappingID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            mappingID: String = ""
        ) {
            self.mappingID = mappingID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ForgetMappingRequest()
            larder__catalog__v1__forget_mapping_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ForgetMappingRequest.self)
            self.mappingID = try MessageField.string(c.pointee.mapping_id, "mapping_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ForgetMappingRequest.self)
            if !self.mappingID.isEmpty {
                c.pointee.mapping_id = try arena.string(self.mappingID, "mapping_id")
            }
        }
    }

    /// `larder.catalog.v1.ForgetMappingResponse`
    public struct ForgetMappingResponse: Message {
        /// Whether it existed.
        public var forgotten: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            forgotten: Bool = false
        ) {
            self.forgotten = forgotten
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ForgetMappingResponse()
            larder__catalog__v1__forget_mapping_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ForgetMappingResponse.self)
            self.forgotten = c.pointee.forgotten != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ForgetMappingResponse.self)
            c.pointee.forgotten = self.forgotten ? 1 : 0
        }
    }

    /// `larder.catalog.v1.ForgetAllMappingsRequest`
    public struct ForgetAllMappingsRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ForgetAllMappingsRequest()
            larder__catalog__v1__forget_all_mappings_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.catalog.v1.ForgetAllMappingsResponse`
    public struct ForgetAllMappingsResponse: Message {
        /// The number of mappings deleted by this call.
        public var forgotten: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            forgotten: Int32 = 0
        ) {
            self.forgotten = forgotten
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ForgetAllMappingsResponse()
            larder__catalog__v1__forget_all_mappings_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ForgetAllMappingsResponse.self)
            self.forgotten = c.pointee.forgotten
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ForgetAllMappingsResponse.self)
            c.pointee.forgotten = self.forgotten
        }
    }

    /// `larder.catalog.v1.SharedMapping`
    public struct SharedMapping: Message {
        public var id: String = ""
        /// The chain's name, without branch numbers and legal forms.
        public var chain: String = ""
        /// The name and address of one store; empty for the whole chain.
        public var store: String = ""
        /// The line without codes, sizes and marks.
        public var text: String = ""
        public var product: Catalog.Product? = nil
        public var state: Catalog.SharedMappingState = .unspecified
        /// The number of votes for it. Users whose first receipts were read in the same hour count as one.
        public var votes: Int32 = 0
        /// The number of votes on the line, counted in the same way.
        public var voters: Int32 = 0
        public var changedAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            chain: String = "",
            store: String = "",
            text: String = "",
            product: Catalog.Product? = nil,
            state: Catalog.SharedMappingState = .unspecified,
            votes: Int32 = 0,
            voters: Int32 = 0,
            changedAt: Common.Timestamp? = nil
        ) {
            self.id = id
            self.chain = chain
            self.store = store
            self.text = text
            self.product = product
            self.state = state
            self.votes = votes
            self.voters = voters
            self.changedAt = changedAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__SharedMapping()
            larder__catalog__v1__shared_mapping__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SharedMapping.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.chain = try MessageField.string(c.pointee.chain, "chain")
            self.store = try MessageField.string(c.pointee.store, "store")
            self.text = try MessageField.string(c.pointee.text, "text")
            self.product = try MessageField.message(c.pointee.product, "product")
            self.state = Catalog.SharedMappingState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue))
            self.votes = c.pointee.votes
            self.voters = c.pointee.voters
            self.changedAt = try MessageField.message(c.pointee.changed_at, "changed_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SharedMapping.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.chain.isEmpty {
                c.pointee.chain = try arena.string(self.chain, "chain")
            }
            if !self.store.isEmpty {
                c.pointee.store = try arena.string(self.store, "store")
            }
            if !self.text.isEmpty {
                c.pointee.text = try arena.string(self.text, "text")
            }
            if let value = self.product {
                c.pointee.product = try arena.message(value, "product").assumingMemoryBound(to: Larder__Catalog__V1__Product.self)
            }
            c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
            c.pointee.votes = self.votes
            c.pointee.voters = self.voters
            if let value = self.changedAt {
                c.pointee.changed_at = try arena.message(value, "changed_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.catalog.v1.ListSharedMappingsRequest`
    public struct ListSharedMappingsRequest: Message {
        public var page: Common.PageRequest? = nil
        /// Unspecified means all.
        public var state: Catalog.SharedMappingState = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            page: Common.PageRequest? = nil,
            state: Catalog.SharedMappingState = .unspecified
        ) {
            self.page = page
            self.state = state
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListSharedMappingsRequest()
            larder__catalog__v1__list_shared_mappings_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListSharedMappingsRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
            self.state = Catalog.SharedMappingState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListSharedMappingsRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
            c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
        }
    }

    /// `larder.catalog.v1.ListSharedMappingsResponse`
    public struct ListSharedMappingsResponse: Message {
        public var mappings: [Catalog.SharedMapping] = []
        /// Empty at the end.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            mappings: [Catalog.SharedMapping] = [],
            nextPageToken: String = ""
        ) {
            self.mappings = mappings
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListSharedMappingsResponse()
            larder__catalog__v1__list_shared_mappings_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListSharedMappingsResponse.self)
            self.mappings = try MessageField.messages(c.pointee.n_mappings, c.pointee.mappings, "mappings")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListSharedMappingsResponse.self)
            if !self.mappings.isEmpty {
                c.pointee.n_mappings = self.mappings.count
                c.pointee.mappings = try arena.messages(self.mappings, "mappings").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__SharedMapping>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }

    /// `larder.catalog.v1.DecideSharedMappingRequest`
    public struct DecideSharedMappingRequest: Message {
        public var mappingID: String = ""
        public var decision: Decision?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            mappingID: String = "",
            decision: Decision? = nil
        ) {
            self.mappingID = mappingID
            self.decision = decision
        }

        /// One of the fields that can't be set together.
        public enum Decision: Sendable, Equatable {
            /// The shared product that the line means.
            case approvedProductID(String)
            /// True withdraws it from everybody.
            case withdraw(Bool)
            /// True returns it to the users' votes.
            case leaveToUsers(Bool)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__DecideSharedMappingRequest()
            larder__catalog__v1__decide_shared_mapping_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__DecideSharedMappingRequest.self)
            self.mappingID = try MessageField.string(c.pointee.mapping_id, "mapping_id")
            switch c.pointee.decision_case.rawValue {
            case 2:
                self.decision = .approvedProductID(try MessageField.string(c.pointee.approved_product_id, "approved_product_id"))
            case 3:
                self.decision = .withdraw(c.pointee.withdraw != 0)
            case 4:
                self.decision = .leaveToUsers(c.pointee.leave_to_users != 0)
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__DecideSharedMappingRequest.self)
            if !self.mappingID.isEmpty {
                c.pointee.mapping_id = try arena.string(self.mappingID, "mapping_id")
            }
            switch self.decision {
            case .approvedProductID(let value):
                c.pointee.decision_case = .init(rawValue: 2)
                c.pointee.approved_product_id = try arena.string(value, "approved_product_id")
            case .withdraw(let value):
                c.pointee.decision_case = .init(rawValue: 3)
                c.pointee.withdraw = value ? 1 : 0
            case .leaveToUsers(let value):
                c.pointee.decision_case = .init(rawValue: 4)
                c.pointee.leave_to_users = value ? 1 : 0
            case nil: break
            }
        }
    }

    /// `larder.catalog.v1.FeedbackReport`
    public struct FeedbackReport: Message {
        /// Random; the same for all reports of one user.
        public var id: String = ""
        public var state: Catalog.FeedbackReportState = .unspecified
        /// The number of lines with insults.
        public var insults: Int32 = 0
        /// The number of lines with addresses, links or telephone numbers.
        public var contacts: Int32 = 0
        /// The number of lines beyond the daily limit.
        public var excess: Int32 = 0
        public var firstAt: Common.Timestamp? = nil
        public var lastAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            state: Catalog.FeedbackReportState = .unspecified,
            insults: Int32 = 0,
            contacts: Int32 = 0,
            excess: Int32 = 0,
            firstAt: Common.Timestamp? = nil,
            lastAt: Common.Timestamp? = nil
        ) {
            self.id = id
            self.state = state
            self.insults = insults
            self.contacts = contacts
            self.excess = excess
            self.firstAt = firstAt
            self.lastAt = lastAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__FeedbackReport()
            larder__catalog__v1__feedback_report__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FeedbackReport.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.state = Catalog.FeedbackReportState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue))
            self.insults = c.pointee.insults
            self.contacts = c.pointee.contacts
            self.excess = c.pointee.excess
            self.firstAt = try MessageField.message(c.pointee.first_at, "first_at")
            self.lastAt = try MessageField.message(c.pointee.last_at, "last_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__FeedbackReport.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
            c.pointee.insults = self.insults
            c.pointee.contacts = self.contacts
            c.pointee.excess = self.excess
            if let value = self.firstAt {
                c.pointee.first_at = try arena.message(value, "first_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.lastAt {
                c.pointee.last_at = try arena.message(value, "last_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.catalog.v1.ListFeedbackReportsRequest`
    public struct ListFeedbackReportsRequest: Message {
        public var page: Common.PageRequest? = nil
        /// Unspecified means all.
        public var state: Catalog.FeedbackReportState = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            page: Common.PageRequest? = nil,
            state: Catalog.FeedbackReportState = .unspecified
        ) {
            self.page = page
            self.state = state
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListFeedbackReportsRequest()
            larder__catalog__v1__list_feedback_reports_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListFeedbackReportsRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
            self.state = Catalog.FeedbackReportState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListFeedbackReportsRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
            c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
        }
    }

    /// `larder.catalog.v1.ListFeedbackReportsResponse`
    public struct ListFeedbackReportsResponse: Message {
        public var reports: [Catalog.FeedbackReport] = []
        /// Empty at the end.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            reports: [Catalog.FeedbackReport] = [],
            nextPageToken: String = ""
        ) {
            self.reports = reports
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListFeedbackReportsResponse()
            larder__catalog__v1__list_feedback_reports_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListFeedbackReportsResponse.self)
            self.reports = try MessageField.messages(c.pointee.n_reports, c.pointee.reports, "reports")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListFeedbackReportsResponse.self)
            if !self.reports.isEmpty {
                c.pointee.n_reports = self.reports.count
                c.pointee.reports = try arena.messages(self.reports, "reports").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__FeedbackReport>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }

    /// `larder.catalog.v1.DecideFeedbackReportRequest`
    public struct DecideFeedbackReportRequest: Message {
        public var reportID: String = ""
        public var decision: Decision?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            reportID: String = "",
            decision: Decision? = nil
        ) {
            self.reportID = reportID
            self.decision = decision
        }

        /// One of the fields that can't be set together.
        public enum Decision: Sendable, Equatable {
            /// True excludes all of the user's choices, including earlier ones, from sharing.
            case exclude(Bool)
            /// True includes them again.
            case dismiss(Bool)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__DecideFeedbackReportRequest()
            larder__catalog__v1__decide_feedback_report_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__DecideFeedbackReportRequest.self)
            self.reportID = try MessageField.string(c.pointee.report_id, "report_id")
            switch c.pointee.decision_case.rawValue {
            case 2:
                self.decision = .exclude(c.pointee.exclude != 0)
            case 3:
                self.decision = .dismiss(c.pointee.dismiss != 0)
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__DecideFeedbackReportRequest.self)
            if !self.reportID.isEmpty {
                c.pointee.report_id = try arena.string(self.reportID, "report_id")
            }
            switch self.decision {
            case .exclude(let value):
                c.pointee.decision_case = .init(rawValue: 2)
                c.pointee.exclude = value ? 1 : 0
            case .dismiss(let value):
                c.pointee.decision_case = .init(rawValue: 3)
                c.pointee.dismiss = value ? 1 : 0
            case nil: break
            }
        }
    }
}
