import ArgumentParser
import Testing
import Texts

@testable import larder

@Suite("Examples of commands")
struct SampleTests {
    @Test("have names and amounts as users of the language write them")
    func languages() {
        let english = PurchaseAddCommand.configuration.discussion
        #expect(english.contains(#"--item "Oat milk=6.98;quantity=2;price=3.49""#))
        #expect(english.contains(#"--tax "GST 5%=0.44" --total 8.80"#))
        Language.$ofRun.withValue(.french) {
            let french = PurchaseAddCommand.configuration.discussion
            #expect(french.contains(#"--item "Lait d’avoine=6,98;quantity=2;price=3,49""#))
            #expect(french.contains("--tax \"TPS 5\u{A0}%=0,44\" --total 8,80"))
            #expect((try? QuantityText.parse(Sample.number(125))) == 1_250)
            #expect(ExpenditureAddCommand.configuration.discussion.contains("\"Billet de train\" 18,40"))
        }
    }
}
