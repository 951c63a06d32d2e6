/// Limits of a purchase that budget enforces and the services that record purchases keep to.
package enum PurchaseLimits {
    /// Most items of a purchase.
    package static let items = 500
    /// Most taxes of a purchase.
    package static let taxes = 20
}
