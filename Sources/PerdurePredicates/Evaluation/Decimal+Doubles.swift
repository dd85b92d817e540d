// SPDX-License-Identifier: Apache-2.0
// Decimals that stand in a store as doubles, because a column of SQLite holds no more.

import Foundation

extension Decimal {
    /// The decimal with the digits that tell a double from all others; nil for a double beyond the decimals.
    ///
    /// A decimal made of the double itself would show the double's error. Foundation's reading of text refuses powers of ten above
    /// 127, although more digits with a lower power are the same number: `greatestFiniteMagnitude` is such a one.
    package init?(shortest double: Double) {
        // Foundation reads "-inf" as 0.
        guard double.isFinite else { return nil }
        let text = "\(double)"
        guard let value = Decimal(string: text, locale: nil) ?? Self.padded(text), !value.isNaN else {
            return nil
        }
        self = value
    }

    /// Reads a number whose power of ten is too high, with zeros behind its digits.
    private static func padded(_ text: String) -> Decimal? {
        let parts = text.split(separator: "e")
        guard parts.count == 2, let power = Int(parts[1]) else { return nil }
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let fraction = mantissa.count == 2 && mantissa[1] != "0" ? String(mantissa[1]) : ""
        let zeros = power - fraction.count - highestPower
        guard zeros > 0, zeros < mostDigits else { return nil }
        let digits = mantissa[0] + fraction + String(repeating: "0", count: zeros)
        return Decimal(string: "\(digits)e\(highestPower)", locale: nil)
    }

    private static let highestPower = 127
    private static let mostDigits = 39
}
