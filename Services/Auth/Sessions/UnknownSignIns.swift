import CoreMetrics
import ServiceKit

/// Sign-ins that fail for names that nobody has, of which the audit log of accounts has nothing.
enum UnknownSignIns {
    /// What alerts about suspicious behaviour are computed from.
    static let metrics = [label: MetricDescription("Failed sign-ins for names that nobody has.")]

    private static let counter = Counter(label: label)
    private static let label = "larder.accounts.unknown_sign_ins"

    /// Counts one.
    static func count() { counter.increment() }
}
