// Generated from larder/catalog/v1/products.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CCatalogMessages
internal import CProtobuf
public import MessageCoding

extension Catalog {
    /// The basis of a match, most certain first.
    public enum MatchBasis: MessageEnumeration {
        case unspecified
        /// The user's choice.
        case chosen
        /// Enough independent users, or an operator.
        case agreed
        /// The line is the product's name or a printed alias, perhaps with the words in another order or form.
        case name
        /// The line resembles the name.
        case resemblance
        /// No product was known: one was created for the line, and the user has not chosen yet.
        case made
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .chosen
            case 2: self = .agreed
            case 3: self = .name
            case 4: self = .resemblance
            case 5: self = .made
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .chosen: 1
            case .agreed: 2
            case .name: 3
            case .resemblance: 4
            case .made: 5
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .chosen, .agreed, .name, .resemblance, .made]
    }

    /// `larder.catalog.v1.ResolveProductsRequest`
    public struct ResolveProductsRequest: Message {
        /// The user on whose behalf the call is made; owns a new product.
        public var userID: String = ""
        /// Empty when the store is unknown.
        public var storeID: String = ""
        /// At most 1,000, each of at most 500 characters.
        public var printedTexts: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            storeID: String = "",
            printedTexts: [String] = []
        ) {
            self.userID = userID
            self.storeID = storeID
            self.printedTexts = printedTexts
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ResolveProductsRequest()
            larder__catalog__v1__resolve_products_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ResolveProductsRequest.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.storeID = try MessageField.string(c.pointee.store_id, "store_id")
            self.printedTexts = try MessageField.strings(c.pointee.n_printed_texts, c.pointee.printed_texts, "printed_texts")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ResolveProductsRequest.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.storeID.isEmpty {
                c.pointee.store_id = try arena.string(self.storeID, "store_id")
            }
            if !self.printedTexts.isEmpty {
                c.pointee.n_printed_texts = self.printedTexts.count
                c.pointee.printed_texts = try arena.strings(self.printedTexts, "printed_texts")
            }
        }
    }

    /// `larder.catalog.v1.ResolveProductsResponse`
    public struct ResolveProductsResponse: Message {
        public var products: [Catalog.ResolvedProduct] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            products: [Catalog.ResolvedProduct] = []
        ) {
            self.products = products
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ResolveProductsResponse()
            larder__catalog__v1__resolve_products_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ResolveProductsResponse.self)
            self.products = try MessageField.messages(c.pointee.n_products, c.pointee.products, "products")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ResolveProductsResponse.self)
            if !self.products.isEmpty {
                c.pointee.n_products = self.products.count
                c.pointee.products = try arena.messages(self.products, "products").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ResolvedProduct>?.self)
            }
        }
    }

    /// `larder.catalog.v1.ResolvedProduct`
    public struct ResolvedProduct: Message {
        public var product: Catalog.Product? = nil
        /// 0 to 100; the confidence of the match. 0 for a product created for this text.
        public var confidence: Int32 = 0
        /// Whether this call created the product.
        public var created: Bool = false
        public var basis: Catalog.MatchBasis = .unspecified
        /// Whether this call created the product although known ones are similar to the line: the user should choose.
        public var needsChoice: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            product: Catalog.Product? = nil,
            confidence: Int32 = 0,
            created: Bool = false,
            basis: Catalog.MatchBasis = .unspecified,
            needsChoice: Bool = false
        ) {
            self.product = product
            self.confidence = confidence
            self.created = created
            self.basis = basis
            self.needsChoice = needsChoice
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ResolvedProduct()
            larder__catalog__v1__resolved_product__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ResolvedProduct.self)
            self.product = try MessageField.message(c.pointee.product, "product")
            self.confidence = c.pointee.confidence
            self.created = c.pointee.created != 0
            self.basis = Catalog.MatchBasis(rawValue: Int32(truncatingIfNeeded: c.pointee.basis.rawValue))
            self.needsChoice = c.pointee.needs_choice != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ResolvedProduct.self)
            if let value = self.product {
                c.pointee.product = try arena.message(value, "product").assumingMemoryBound(to: Larder__Catalog__V1__Product.self)
            }
            c.pointee.confidence = self.confidence
            c.pointee.created = self.created ? 1 : 0
            c.pointee.basis = .init(rawValue: .init(truncatingIfNeeded: self.basis.rawValue))
            c.pointee.needs_choice = self.needsChoice ? 1 : 0
        }
    }

    /// `larder.catalog.v1.ListProductNamesRequest`
    public struct ListProductNamesRequest: Message {
        /// The version that the caller has; empty for none.
        public var version: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            version: String = ""
        ) {
            self.version = version
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListProductNamesRequest()
            larder__catalog__v1__list_product_names_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListProductNamesRequest.self)
            self.version = try MessageField.string(c.pointee.version, "version")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListProductNamesRequest.self)
            if !self.version.isEmpty {
                c.pointee.version = try arena.string(self.version, "version")
            }
        }
    }

    /// `larder.catalog.v1.ListProductNamesResponse`
    public struct ListProductNamesResponse: Message {
        /// Changes with the names and the categories.
        public var version: String = ""
        /// Empty when the caller has this version.
        public var products: [Catalog.ProductNames] = []
        /// The categories within each wider one, by its slug; empty when the caller has this version.
        public var contents: [Catalog.CategoryContents] = []
        /// Empty when the caller has this version.
        public var categories: [Catalog.CategoryNames] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            version: String = "",
            products: [Catalog.ProductNames] = [],
            contents: [Catalog.CategoryContents] = [],
            categories: [Catalog.CategoryNames] = []
        ) {
            self.version = version
            self.products = products
            self.contents = contents
            self.categories = categories
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListProductNamesResponse()
            larder__catalog__v1__list_product_names_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListProductNamesResponse.self)
            self.version = try MessageField.string(c.pointee.version, "version")
            self.products = try MessageField.messages(c.pointee.n_products, c.pointee.products, "products")
            self.contents = try MessageField.messages(c.pointee.n_contents, c.pointee.contents, "contents")
            self.categories = try MessageField.messages(c.pointee.n_categories, c.pointee.categories, "categories")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListProductNamesResponse.self)
            if !self.version.isEmpty {
                c.pointee.version = try arena.string(self.version, "version")
            }
            if !self.products.isEmpty {
                c.pointee.n_products = self.products.count
                c.pointee.products = try arena.messages(self.products, "products").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ProductNames>?.self)
            }
            if !self.contents.isEmpty {
                c.pointee.n_contents = self.contents.count
                c.pointee.contents = try arena.messages(self.contents, "contents").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__CategoryContents>?.self)
            }
            if !self.categories.isEmpty {
                c.pointee.n_categories = self.categories.count
                c.pointee.categories = try arena.messages(self.categories, "categories").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__CategoryNames>?.self)
            }
        }
    }

    /// `larder.catalog.v1.CategoryNames`
    public struct CategoryNames: Message {
        public var categorySlug: String = ""
        public var english: String = ""
        /// Empty when there is none.
        public var french: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            categorySlug: String = "",
            english: String = "",
            french: String = ""
        ) {
            self.categorySlug = categorySlug
            self.english = english
            self.french = french
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__CategoryNames()
            larder__catalog__v1__category_names__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__CategoryNames.self)
            self.categorySlug = try MessageField.string(c.pointee.category_slug, "category_slug")
            self.english = try MessageField.string(c.pointee.english, "english")
            self.french = try MessageField.string(c.pointee.french, "french")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__CategoryNames.self)
            if !self.categorySlug.isEmpty {
                c.pointee.category_slug = try arena.string(self.categorySlug, "category_slug")
            }
            if !self.english.isEmpty {
                c.pointee.english = try arena.string(self.english, "english")
            }
            if !self.french.isEmpty {
                c.pointee.french = try arena.string(self.french, "french")
            }
        }
    }

    /// `larder.catalog.v1.CategoryContents`
    public struct CategoryContents: Message {
        public var categorySlug: String = ""
        public var withinSlugs: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            categorySlug: String = "",
            withinSlugs: [String] = []
        ) {
            self.categorySlug = categorySlug
            self.withinSlugs = withinSlugs
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__CategoryContents()
            larder__catalog__v1__category_contents__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__CategoryContents.self)
            self.categorySlug = try MessageField.string(c.pointee.category_slug, "category_slug")
            self.withinSlugs = try MessageField.strings(c.pointee.n_within_slugs, c.pointee.within_slugs, "within_slugs")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__CategoryContents.self)
            if !self.categorySlug.isEmpty {
                c.pointee.category_slug = try arena.string(self.categorySlug, "category_slug")
            }
            if !self.withinSlugs.isEmpty {
                c.pointee.n_within_slugs = self.withinSlugs.count
                c.pointee.within_slugs = try arena.strings(self.withinSlugs, "within_slugs")
            }
        }
    }

    /// `larder.catalog.v1.ProductNames`
    public struct ProductNames: Message {
        public var productID: String = ""
        public var english: String = ""
        /// Empty when there is none.
        public var french: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            productID: String = "",
            english: String = "",
            french: String = ""
        ) {
            self.productID = productID
            self.english = english
            self.french = french
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ProductNames()
            larder__catalog__v1__product_names__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ProductNames.self)
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
            self.english = try MessageField.string(c.pointee.english, "english")
            self.french = try MessageField.string(c.pointee.french, "french")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ProductNames.self)
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
            if !self.english.isEmpty {
                c.pointee.english = try arena.string(self.english, "english")
            }
            if !self.french.isEmpty {
                c.pointee.french = try arena.string(self.french, "french")
            }
        }
    }

    /// `larder.catalog.v1.SearchProductsRequest`
    public struct SearchProductsRequest: Message {
        /// 1 to 100 characters.
        public var text: String = ""
        /// 1 to 50, 0 means 10.
        public var limit: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            text: String = "",
            limit: Int32 = 0
        ) {
            self.text = text
            self.limit = limit
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__SearchProductsRequest()
            larder__catalog__v1__search_products_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SearchProductsRequest.self)
            self.text = try MessageField.string(c.pointee.text, "text")
            self.limit = c.pointee.limit
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SearchProductsRequest.self)
            if !self.text.isEmpty {
                c.pointee.text = try arena.string(self.text, "text")
            }
            c.pointee.limit = self.limit
        }
    }

    /// `larder.catalog.v1.SearchProductsResponse`
    public struct SearchProductsResponse: Message {
        public var products: [Catalog.Product] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            products: [Catalog.Product] = []
        ) {
            self.products = products
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__SearchProductsResponse()
            larder__catalog__v1__search_products_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SearchProductsResponse.self)
            self.products = try MessageField.messages(c.pointee.n_products, c.pointee.products, "products")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__SearchProductsResponse.self)
            if !self.products.isEmpty {
                c.pointee.n_products = self.products.count
                c.pointee.products = try arena.messages(self.products, "products").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__Product>?.self)
            }
        }
    }

    /// `larder.catalog.v1.GetProductRequest`
    public struct GetProductRequest: Message {
        public var productID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            productID: String = ""
        ) {
            self.productID = productID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__GetProductRequest()
            larder__catalog__v1__get_product_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GetProductRequest.self)
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__GetProductRequest.self)
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
        }
    }

    /// `larder.catalog.v1.CreateProductRequest`
    public struct CreateProductRequest: Message {
        public var product: Catalog.NewProduct? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            product: Catalog.NewProduct? = nil
        ) {
            self.product = product
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__CreateProductRequest()
            larder__catalog__v1__create_product_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__CreateProductRequest.self)
            self.product = try MessageField.message(c.pointee.product, "product")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__CreateProductRequest.self)
            if let value = self.product {
                c.pointee.product = try arena.message(value, "product").assumingMemoryBound(to: Larder__Catalog__V1__NewProduct.self)
            }
        }
    }

    /// `larder.catalog.v1.CreateProductResponse`
    public struct CreateProductResponse: Message {
        public var product: Catalog.Product? = nil
        /// False for an existing product.
        public var created: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            product: Catalog.Product? = nil,
            created: Bool = false
        ) {
            self.product = product
            self.created = created
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__CreateProductResponse()
            larder__catalog__v1__create_product_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__CreateProductResponse.self)
            self.product = try MessageField.message(c.pointee.product, "product")
            self.created = c.pointee.created != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__CreateProductResponse.self)
            if let value = self.product {
                c.pointee.product = try arena.message(value, "product").assumingMemoryBound(to: Larder__Catalog__V1__Product.self)
            }
            c.pointee.created = self.created ? 1 : 0
        }
    }

    /// `larder.catalog.v1.NewProduct`
    public struct NewProduct: Message {
        /// 1 to 80 characters, with a letter or digit.
        public var name: String = ""
        /// Empty means "other".
        public var categorySlug: String = ""
        /// each, kg, g, l or ml; empty means "each".
        public var defaultUnit: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            categorySlug: String = "",
            defaultUnit: String = ""
        ) {
            self.name = name
            self.categorySlug = categorySlug
            self.defaultUnit = defaultUnit
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__NewProduct()
            larder__catalog__v1__new_product__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__NewProduct.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.categorySlug = try MessageField.string(c.pointee.category_slug, "category_slug")
            self.defaultUnit = try MessageField.string(c.pointee.default_unit, "default_unit")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__NewProduct.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.categorySlug.isEmpty {
                c.pointee.category_slug = try arena.string(self.categorySlug, "category_slug")
            }
            if !self.defaultUnit.isEmpty {
                c.pointee.default_unit = try arena.string(self.defaultUnit, "default_unit")
            }
        }
    }

    /// `larder.catalog.v1.ListCategoriesRequest`
    public struct ListCategoriesRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListCategoriesRequest()
            larder__catalog__v1__list_categories_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.catalog.v1.ListCategoriesResponse`
    public struct ListCategoriesResponse: Message {
        public var categories: [Catalog.Category] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            categories: [Catalog.Category] = []
        ) {
            self.categories = categories
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ListCategoriesResponse()
            larder__catalog__v1__list_categories_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListCategoriesResponse.self)
            self.categories = try MessageField.messages(c.pointee.n_categories, c.pointee.categories, "categories")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ListCategoriesResponse.self)
            if !self.categories.isEmpty {
                c.pointee.n_categories = self.categories.count
                c.pointee.categories = try arena.messages(self.categories, "categories").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__Category>?.self)
            }
        }
    }

    /// `larder.catalog.v1.Category`
    public struct Category: Message {
        public var slug: String = ""
        /// In the caller's language; in English for services.
        public var name: String = ""
        /// One emoji.
        public var symbol: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            slug: String = "",
            name: String = "",
            symbol: String = ""
        ) {
            self.slug = slug
            self.name = name
            self.symbol = symbol
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__Category()
            larder__catalog__v1__category__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Category.self)
            self.slug = try MessageField.string(c.pointee.slug, "slug")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Category.self)
            if !self.slug.isEmpty {
                c.pointee.slug = try arena.string(self.slug, "slug")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
        }
    }

    /// `larder.catalog.v1.Product`
    public struct Product: Message {
        public var id: String = ""
        /// Of a shared product in the caller's language, and in English for services; of the caller's own as it was typed or
        /// printed. Empty for services where only lines without a letter or digit mean the product.
        public var name: String = ""
        public var category: Catalog.Category? = nil
        /// each, kg, g, l or ml.
        public var defaultUnit: String = ""
        /// Absent when unknown.
        public var shelfLife: Catalog.ShelfLife? = nil
        /// Absent when unknown.
        public var nutrition: Catalog.Nutrition? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            name: String = "",
            category: Catalog.Category? = nil,
            defaultUnit: String = "",
            shelfLife: Catalog.ShelfLife? = nil,
            nutrition: Catalog.Nutrition? = nil
        ) {
            self.id = id
            self.name = name
            self.category = category
            self.defaultUnit = defaultUnit
            self.shelfLife = shelfLife
            self.nutrition = nutrition
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__Product()
            larder__catalog__v1__product__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Product.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.category = try MessageField.message(c.pointee.category, "category")
            self.defaultUnit = try MessageField.string(c.pointee.default_unit, "default_unit")
            self.shelfLife = try MessageField.message(c.pointee.shelf_life, "shelf_life")
            self.nutrition = try MessageField.message(c.pointee.nutrition, "nutrition")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Product.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if let value = self.category {
                c.pointee.category = try arena.message(value, "category").assumingMemoryBound(to: Larder__Catalog__V1__Category.self)
            }
            if !self.defaultUnit.isEmpty {
                c.pointee.default_unit = try arena.string(self.defaultUnit, "default_unit")
            }
            if let value = self.shelfLife {
                c.pointee.shelf_life = try arena.message(value, "shelf_life").assumingMemoryBound(to: Larder__Catalog__V1__ShelfLife.self)
            }
            if let value = self.nutrition {
                c.pointee.nutrition = try arena.message(value, "nutrition").assumingMemoryBound(to: Larder__Catalog__V1__Nutrition.self)
            }
        }
    }

    /// Usual days a food keeps from the day of purchase. Advice, not a safety guarantee.
    public struct ShelfLife: Message {
        public var pantry: Catalog.DayRange? = nil
        public var fridge: Catalog.DayRange? = nil
        public var freezer: Catalog.DayRange? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            pantry: Catalog.DayRange? = nil,
            fridge: Catalog.DayRange? = nil,
            freezer: Catalog.DayRange? = nil
        ) {
            self.pantry = pantry
            self.fridge = fridge
            self.freezer = freezer
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__ShelfLife()
            larder__catalog__v1__shelf_life__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ShelfLife.self)
            self.pantry = try MessageField.message(c.pointee.pantry, "pantry")
            self.fridge = try MessageField.message(c.pointee.fridge, "fridge")
            self.freezer = try MessageField.message(c.pointee.freezer, "freezer")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__ShelfLife.self)
            if let value = self.pantry {
                c.pointee.pantry = try arena.message(value, "pantry").assumingMemoryBound(to: Larder__Catalog__V1__DayRange.self)
            }
            if let value = self.fridge {
                c.pointee.fridge = try arena.message(value, "fridge").assumingMemoryBound(to: Larder__Catalog__V1__DayRange.self)
            }
            if let value = self.freezer {
                c.pointee.freezer = try arena.message(value, "freezer").assumingMemoryBound(to: Larder__Catalog__V1__DayRange.self)
            }
        }
    }

    /// An absent range is unknown.
    public struct DayRange: Message {
        public var minimumDays: Int32 = 0
        public var maximumDays: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            minimumDays: Int32 = 0,
            maximumDays: Int32 = 0
        ) {
            self.minimumDays = minimumDays
            self.maximumDays = maximumDays
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__DayRange()
            larder__catalog__v1__day_range__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__DayRange.self)
            self.minimumDays = c.pointee.minimum_days
            self.maximumDays = c.pointee.maximum_days
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__DayRange.self)
            c.pointee.minimum_days = self.minimumDays
            c.pointee.maximum_days = self.maximumDays
        }
    }

    /// Per 100 g of edible food. An absent value is unknown, never zero.
    public struct Nutrition: Message {
        public var energyKcal: Catalog.NutrientAmount? = nil
        public var proteinMg: Catalog.NutrientAmount? = nil
        public var fatMg: Catalog.NutrientAmount? = nil
        public var carbohydrateMg: Catalog.NutrientAmount? = nil
        public var fibreMg: Catalog.NutrientAmount? = nil
        public var sugarMg: Catalog.NutrientAmount? = nil
        public var sodiumMg: Catalog.NutrientAmount? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            energyKcal: Catalog.NutrientAmount? = nil,
            proteinMg: Catalog.NutrientAmount? = nil,
            fatMg: Catalog.NutrientAmount? = nil,
            carbohydrateMg: Catalog.NutrientAmount? = nil,
            fibreMg: Catalog.NutrientAmount? = nil,
            sugarMg: Catalog.NutrientAmount? = nil,
            sodiumMg: Catalog.NutrientAmount? = nil
        ) {
            self.energyKcal = energyKcal
            self.proteinMg = proteinMg
            self.fatMg = fatMg
            self.carbohydrateMg = carbohydrateMg
            self.fibreMg = fibreMg
            self.sugarMg = sugarMg
            self.sodiumMg = sodiumMg
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__Nutrition()
            larder__catalog__v1__nutrition__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Nutrition.self)
            self.energyKcal = try MessageField.message(c.pointee.energy_kcal, "energy_kcal")
            self.proteinMg = try MessageField.message(c.pointee.protein_mg, "protein_mg")
            self.fatMg = try MessageField.message(c.pointee.fat_mg, "fat_mg")
            self.carbohydrateMg = try MessageField.message(c.pointee.carbohydrate_mg, "carbohydrate_mg")
            self.fibreMg = try MessageField.message(c.pointee.fibre_mg, "fibre_mg")
            self.sugarMg = try MessageField.message(c.pointee.sugar_mg, "sugar_mg")
            self.sodiumMg = try MessageField.message(c.pointee.sodium_mg, "sodium_mg")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__Nutrition.self)
            if let value = self.energyKcal {
                c.pointee.energy_kcal = try arena.message(value, "energy_kcal").assumingMemoryBound(to: Larder__Catalog__V1__NutrientAmount.self)
            }
            if let value = self.proteinMg {
                c.pointee.protein_mg = try arena.message(value, "protein_mg").assumingMemoryBound(to: Larder__Catalog__V1__NutrientAmount.self)
            }
            if let value = self.fatMg {
                c.pointee.fat_mg = try arena.message(value, "fat_mg").assumingMemoryBound(to: Larder__Catalog__V1__NutrientAmount.self)
            }
            if let value = self.carbohydrateMg {
                c.pointee.carbohydrate_mg = try arena.message(value, "carbohydrate_mg").assumingMemoryBound(to: Larder__Catalog__V1__NutrientAmount.self)
            }
            if let value = self.fibreMg {
                c.pointee.fibre_mg = try arena.message(value, "fibre_mg").assumingMemoryBound(to: Larder__Catalog__V1__NutrientAmount.self)
            }
            if let value = self.sugarMg {
                c.pointee.sugar_mg = try arena.message(value, "sugar_mg").assumingMemoryBound(to: Larder__Catalog__V1__NutrientAmount.self)
            }
            if let value = self.sodiumMg {
                c.pointee.sodium_mg = try arena.message(value, "sodium_mg").assumingMemoryBound(to: Larder__Catalog__V1__NutrientAmount.self)
            }
        }
    }

    /// `larder.catalog.v1.NutrientAmount`
    public struct NutrientAmount: Message {
        public var value: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            value: Int64 = 0
        ) {
            self.value = value
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Catalog__V1__NutrientAmount()
            larder__catalog__v1__nutrient_amount__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__NutrientAmount.self)
            self.value = c.pointee.value
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Catalog__V1__NutrientAmount.self)
            c.pointee.value = self.value
        }
    }
}
