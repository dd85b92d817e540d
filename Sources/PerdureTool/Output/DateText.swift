// SPDX-License-Identifier: Apache-2.0
// Dates by ISO 8601, as arithmetic: a formatter needs microseconds for each date, and drops what is below milliseconds.

import Foundation

/// Prints dates in one form: UTC, with as many fractions of a second as tell the date from its neighbours.
enum DateText {
    static func text(_ date: Date) -> String { text(date.timeIntervalSinceReferenceDate) }

    /// The date so many seconds after the beginning of 2001.
    static func text(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 1e11 else { return "\(seconds) s after 2001" }
        let (whole, fraction) = parts(seconds)
        let days = whole >= 0 ? whole / 86_400 : (whole - 86_399) / 86_400
        let (year, month, day) = civil(days)
        guard (1...9_999).contains(year) else { return "\(seconds) s after 2001" }
        let second = Int(whole - days * 86_400)
        return "\(padded(year, 4))-\(padded(month))-\(padded(day))T\(padded(second / 3_600)):"
            + "\(padded(second / 60 % 60)):\(padded(second % 60))\(fraction)Z"
    }

    /// The seconds, and the digits behind the point.
    private static func parts(_ seconds: Double) -> (Int64, String) {
        let whole = seconds.rounded(.down)
        guard whole != seconds else { return (Int64(whole), "") }
        for (digits, scale) in [(3, 1e3), (6, 1e6), (9, 1e9)] {
            let scaled = ((seconds - whole) * scale).rounded()
            if scaled == scale { continue }
            guard digits == 9 || whole + scaled / scale == seconds else { continue }
            return (Int64(whole), "." + padded(Int(scaled), digits))
        }
        return (Int64(whole) + 1, "")
    }

    /// The date of a day, counted from the beginning of 2001.
    ///
    /// Years are counted from March, so that leap days come last; 400 years have 146,097 days.
    private static func civil(_ days: Int64) -> (year: Int, month: Int, day: Int) {
        // The first of March of the year 0 is 730,791 days before 2001.
        let shifted = days + 730_791
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = Int(shifted - era * 146_097)
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * ofYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        let year = yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0)
        return (year, month, ofYear - (153 * fromMarch + 2) / 5 + 1)
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let text = String(number)
        return text.utf8.count >= width ? text : String(repeating: "0", count: width - text.utf8.count) + text
    }
}
