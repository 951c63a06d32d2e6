import LarderClient
import Texts

/// Names and amounts in examples of commands, as users of a language write them.
enum Sample {
    static var busPass: String { LocalizedText.cli.sampleBusPass.shown }
    static var cans: String { LocalizedText.cli.sampleCans.shown }
    static var bananas: String { LocalizedText.cli.sampleBananas.shown }
    static var bakery: String { LocalizedText.cli.sampleBakery.shown }
    static var butter: String { LocalizedText.cli.sampleButter.shown }
    static var coconutJam: String { LocalizedText.cli.sampleCoconutJam.shown }
    static var coupon: String { LocalizedText.cli.sampleCoupon.shown }
    static var dining: String { LocalizedText.cli.sampleDining.shown }
    static var mall: String { LocalizedText.cli.sampleMall.shown }
    static var merchant: String { LocalizedText.cli.sampleMerchant.shown }
    static var oatMilk: String { LocalizedText.cli.sampleOatMilk.shown }
    static var rent: String { LocalizedText.cli.sampleRent.shown }
    static var shop: String { LocalizedText.cli.sampleShop.shown }
    static var tax: String { LocalizedText.cli.sampleTax.shown }
    static var trainTicket: String { LocalizedText.cli.sampleTrainTicket.shown }
    static var ubeJam: String { LocalizedText.cli.sampleUbeJam.shown }

    /// An amount, or another number with two decimals.
    static func number(_ hundredths: Int64) -> String {
        DecimalNumber.text(hundredths, decimals: 2, keepsZeros: true, in: .ofRun)
    }
}
