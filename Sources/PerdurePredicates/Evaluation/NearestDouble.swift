// SPDX-License-Identifier: Apache-2.0
// Decimals as doubles, by their digits. Foundation divides by ten once for each decimal place and rounds each time: 19.99 becomes
// 19.990000000000002, which no column of a database holds.

import Foundation

extension Decimal {
    /// The nearest double, which is the one that the decimal's digits mean in a source text; NaN for NaN.
    package var nearestDouble: Double {
        // What is no number has neither significand nor exponent.
        guard !isNaN else { return .nan }
        // A significand of up to 53 bits and a power of up to 10^22 are exact doubles, so that one operation rounds once.
        let digits = NSDecimalNumber(decimal: significand).doubleValue.magnitude
        guard digits < 0x1p53, let power = Self.power(of: exponent.magnitude) else {
            return Double(description) ?? NSDecimalNumber(decimal: self).doubleValue
        }
        let magnitude = exponent < 0 ? digits / power : digits * power
        return sign == .minus ? -magnitude : magnitude
    }

    /// A power of ten that a double holds exactly; nil for a greater one.
    private static func power(of exponent: UInt) -> Double? {
        exponent < exactPowers.count ? exactPowers[Int(exponent)] : nil
    }

    private static let exactPowers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
        1e19, 1e20,
        1e21, 1e22,
    ]
}
