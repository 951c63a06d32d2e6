/// How long accounts may stay in states that end, which auth enforces and programs tell people.
package enum AccountPeriods {
    /// The hours within which the address of a new account has to be confirmed.
    package static let confirmationHours = 48
    /// The months in which a closed account can be reopened.
    package static let reopeningMonths = 6
}
