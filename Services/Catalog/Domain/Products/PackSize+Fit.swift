import PrintedWords

extension PackSize {
    /// The plausibility of a product counted in a unit, given this size, 0 to 1.
    ///
    /// Products sold by weight rarely have a volume, and liquids rarely a mass; other units go with both.
    func fit(_ unit: ProductUnit) -> Double {
        switch (dimension, unit) {
        case (.volume, .kilogram): 0.72
        case (.mass, .litre): 0.85
        default: 1
        }
    }
}
