import LarderClient
import Texts

/// What a product costs at stores near the user, or why that is not known.
enum NearbyPrices {
    case found(Catalog.FindStorePricesResponse)
    case homePlaceMissing
    /// Catalog doesn't know the product any more.
    case unknownProduct
    case unavailable

    /// A section below what was paid; nil where there is nothing to say.
    func section(_ paint: Paint, width: Int?) -> String? {
        text(paint, width: width).map { paint(LocalizedText.cli.pricesNearbyHeading.shown, .bold) + "\n" + $0 }
    }

    private func text(_ paint: Paint, width: Int?) -> String? {
        switch self {
        case .found(let answer): StorePriceText.text(answer, paint, width: width)
        case .homePlaceMissing: LocalizedText.cli.homeHint(command: Failure.homePlaceCommand).shown
        case .unknownProduct: nil
        case .unavailable: LocalizedText.cli.pricesNearbyUnavailable.shown
        }
    }
}

extension CommandContext {
    /// What a product costs near the user; a call that fails is no failure of the command.
    func nearbyPrices(of productID: String) async throws -> NearbyPrices {
        do {
            let request = Catalog.FindStorePricesRequest(productID: productID)
            return .found(try await client.storePrices.findStorePrices(request, options: callOptions))
        } catch let status as Status where status.isHomePlaceMissing {
            return .homePlaceMissing
        } catch let status as Status where status.code == .notFound {
            return .unknownProduct
        } catch {
            try Task.checkCancellation()
            return .unavailable
        }
    }
}
