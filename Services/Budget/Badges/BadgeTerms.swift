import Texts

/// What a badge is called and when a user gets it.
struct BadgeTerms: Sendable {
    /// 1 to 40 lower-case letters, digits and hyphens; stored with what users have got, and never changed.
    let name: String
    let title: LocalizedText
    /// What it is for, a sentence.
    let description: LocalizedText
    let milestone: Milestone
    /// How much of it is needed, 1 to 1,000,000.
    var needed: Int64 = 1

    /// What users do on their way to a badge.
    enum Milestone: String, Sendable, CaseIterable, Decodable {
        /// Having an account.
        case account
        /// Purchases and expenditures that are not discarded.
        case entries
        /// Those of them that were read from receipts.
        case receipts
        /// Days on which something was bought.
        case days
        case goals
        case imports
        /// Comparing spending with a security; of what happens once alone.
        case comparison
        /// Working out what spending would have earned; of what happens once alone.
        case earnings

        /// Whether more than one of it can be needed.
        var isRepeated: Bool {
            switch self {
            case .entries, .receipts, .days, .goals, .imports: true
            case .account, .comparison, .earnings: false
            }
        }
    }
}

/// The badges that there are.
struct BadgeList: Sendable {
    /// In the order in which users see them.
    let badges: [BadgeTerms]

    /// Those of every Larder: a new one is a line here.
    static let shipped = BadgeList(badges: [
        BadgeTerms(
            name: "welcome",
            title: .budget.badgeWelcome,
            description: .budget.badgeWelcomeFor,
            milestone: .account
        ),
        BadgeTerms(
            name: "first-entry",
            title: .budget.badgeFirstEntry,
            description: .budget.badgeFirstEntryFor,
            milestone: .entries
        ),
        BadgeTerms(
            name: "first-receipt",
            title: .budget.badgeFirstReceipt,
            description: .budget.badgeFirstReceiptFor,
            milestone: .receipts
        ),
        BadgeTerms(
            name: "first-goal",
            title: .budget.badgeFirstGoal,
            description: .budget.badgeFirstGoalFor,
            milestone: .goals
        ),
        BadgeTerms(
            name: "seven-days",
            title: .budget.badgeSevenDays,
            description: .budget.badgeDaysFor(count: 7),
            milestone: .days,
            needed: 7
        ),
        BadgeTerms(
            name: "moved-in",
            title: .budget.badgeMovedIn,
            description: .budget.badgeMovedInFor,
            milestone: .imports
        ),
        BadgeTerms(
            name: "what-if",
            title: .budget.badgeWhatIf,
            description: .budget.badgeWhatIfFor,
            milestone: .comparison
        ),
        BadgeTerms(
            name: "could-have-earned",
            title: .budget.badgeEarnings,
            description: .budget.badgeEarningsFor,
            milestone: .earnings
        ),
        BadgeTerms(
            name: "thirty-days",
            title: .budget.badgeThirtyDays,
            description: .budget.badgeDaysFor(count: 30),
            milestone: .days,
            needed: 30
        ),
        BadgeTerms(
            name: "hundred-entries",
            title: .budget.badgeHundredEntries,
            description: .budget.badgeEntriesFor(count: 100),
            milestone: .entries,
            needed: 100
        ),
        BadgeTerms(
            name: "hundred-receipts",
            title: .budget.badgeHundredReceipts,
            description: .budget.badgeReceiptsFor(count: 100),
            milestone: .receipts,
            needed: 100
        ),
        BadgeTerms(
            name: "thousand-entries",
            title: .budget.badgeThousandEntries,
            description: .budget.badgeEntriesFor(count: 1_000),
            milestone: .entries,
            needed: 1_000
        ),
    ])

    /// The most of a milestone that a badge needs; 0 where none needs any.
    func mostNeeded(of milestone: BadgeTerms.Milestone) -> Int64 {
        badges.filter { $0.milestone == milestone }.map(\.needed).max() ?? 0
    }
}
