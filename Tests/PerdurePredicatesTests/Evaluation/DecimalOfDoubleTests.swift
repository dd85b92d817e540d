// SPDX-License-Identifier: Apache-2.0
// Decimals made of the doubles that columns of SQLite and servers hold.

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("Decimals of doubles")
struct DecimalOfDoubleTests {
    @Test("MOD-112 a decimal has the digits that tell its double from others")
    func shortest() throws {
        #expect(try #require(Decimal(shortest: 0.1)).description == "0.1")
        #expect(try #require(Decimal(shortest: -12_345.678)).description == "-12345.678")
        #expect(Decimal(shortest: 5e-127) == Decimal(string: "5e-127"))
        #expect(Decimal(shortest: 1e127) == Decimal(string: "1e127"))
    }

    @Test("MOD-112 powers of ten above 127 are read as more digits", arguments: [1.0, -1.0])
    func highPowers(sign: Double) throws {
        for number in [1e128, 9.9e164, 3.402_823_669_209_384_6e165] {
            let decimal = try #require(Decimal(shortest: sign * number))
            #expect(Double(decimal.description) == sign * number)
            #expect(decimal.isSignMinus == (sign < 0))
        }
    }

    @Test("MOD-112 no decimal stands for what is beyond them")
    func beyond() {
        for number in [1e166, 4e165, 1e300, .infinity, -.infinity, .nan] {
            #expect(Decimal(shortest: number) == nil)
        }
    }
}
