import Foundation
import OutsideTestSupport
import Synchronization

/// Answers as Alpha Vantage does, also when it refuses: with the status 200 and a sentence.
final class AlphaVantageSimulator: Sendable {
    /// What it does with the next requests.
    enum Mode: Sendable {
        /// Prices, for symbols that it knows.
        case prices
        /// A refusal under `Note`, as for too many calls in a minute.
        case note
        /// A refusal under `Information`, as for too many calls in a day.
        case information
        /// The connection ends.
        case down
        /// A response that is none of its.
        case nonsense
    }

    private struct State {
        var mode = Mode.prices
        var asked: [String] = []
        var known: Set<String> = []
    }

    private let state = Mutex(State())

    init(known: Set<String>) { state.withLock { $0.known = known } }

    var mode: Mode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    /// The symbols that it was asked for, in order.
    var asked: [String] { state.withLock { $0.asked } }

    /// The answer to a request.
    func answer(_ path: String) -> OutsideServer.Answer {
        let items = URLComponents(string: path)?.queryItems ?? []
        func value(_ name: String) -> String { items.first { $0.name == name }?.value ?? "" }
        let symbol = value("symbol")
        let (mode, isKnown) = state.withLock { state in
            state.asked.append(symbol)
            return (state.mode, state.known.contains(symbol))
        }
        switch mode {
        case .down: return .hangUp
        case .note: return json(#"{"Note": "Thank you for using Alpha Vantage! Please call less often."}"#)
        case .information: return json(#"{"Information": "The standard rate limit is 25 requests per day."}"#)
        case .nonsense: return json("<html>")
        case .prices:
            guard path.hasPrefix("/query?"), value("apikey") == "demo", isKnown else {
                return json(#"{"Error Message": "Invalid API call."}"#)
            }
            guard value("function") == "TIME_SERIES_MONTHLY_ADJUSTED" else {
                return json(#"{"Information": "This is a premium endpoint."}"#)
            }
            return json(Self.prices(of: symbol))
        }
    }

    private func json(_ body: String) -> OutsideServer.Answer { .respond(status: 200, body: body) }

    private static func prices(of symbol: String) -> String {
        func month(_ day: String, _ close: String, _ adjusted: String) -> String {
            """
            "\(day)": {"1. open": "1", "2. high": "1", "3. low": "1", "4. close": "\(close)",
                "5. adjusted close": "\(adjusted)", "6. volume": "1", "7. dividend amount": "0.0000"}
            """
        }
        return """
            {"Meta Data": {"1. Information": "Monthly Adjusted Prices and Volumes", "2. Symbol": "\(symbol)",
                "3. Last Refreshed": "2024-03-28", "4. Time Zone": "US/Eastern"},
             "Monthly Adjusted Time Series": {\(month("2024-03-28", "120.0000", "120.0000")),
                \(month("2024-02-29", "200.0000", "99.5000")), \(month("1999-12-31", "1.0000", "0.0000"))}}
            """
    }
}
