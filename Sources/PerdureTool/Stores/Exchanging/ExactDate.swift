// SPDX-License-Identifier: Apache-2.0
// Dates as texts that give the same number back: ISO 8601 in UTC with as many digits as the stored number has.

import Foundation

enum ExactDate {
    /// Seconds from 1970 to 2001, where stored dates begin.
    private static let reference: Int64 = 978_307_200
    /// Beyond about three thousand years no calendar is meant.
    private static let limit = 1e11

    /// The text of a stored date; nil for one that no calendar has, which is written as a number of seconds.
    static func text(_ seconds: Double) -> String? {
        guard seconds.isFinite, abs(seconds) < limit, let exact = Decimal(string: "\(seconds)") else {
            return nil
        }
        let whole = Int64(seconds.rounded(.down))
        let (day, second) = (whole + reference).quotientAndRemainder(floor: 86_400)
        let (year, month, dayOfMonth) = civil(day)
        guard (0...9999).contains(year) else { return nil }
        let fraction = "\(exact - Decimal(whole))".dropFirst()
        let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
        let text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T\(time)\(fraction)Z"
        return Self.seconds(text) == seconds ? text : nil
    }

    /// The stored number of a text in ISO 8601; a text without a zone is UTC, one without a time the start of its day.
    static func seconds(_ text: String) -> Double? {
        let form = /(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:?\d\d)?)?/
        guard let match = text.wholeMatch(of: form) else { return nil }
        let numbers = [match.1, match.2, match.3, match.4 ?? "0", match.5 ?? "0", match.6 ?? "0"].compactMap {
            Int64($0)
        }
        guard numbers.count == 6, (1...12).contains(numbers[1]), numbers[3] < 24, numbers[4] < 60,
            numbers[5] < 60
        else { return nil }
        let day = days(numbers[0], numbers[1], numbers[2])
        guard civil(day) == (numbers[0], numbers[1], numbers[2]), let zone = zone(match.8) else { return nil }
        let whole = day * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5] - reference - zone
        guard let fraction = match.7 else { return Double(whole) }
        guard let part = Decimal(string: "0." + fraction) else { return nil }
        return Double("\(Decimal(whole) + part)")
    }

    private static func zone(_ text: Substring?) -> Int64? {
        guard let text, text != "Z" else { return 0 }
        let digits = text.filter(\.isNumber)
        guard let hours = Int64(digits.prefix(2)), let minutes = Int64(digits.suffix(2)), hours < 24,
            minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (text.first == "-" ? -1 : 1)
    }

    private static func padded(_ number: Int64, _ count: Int) -> String {
        String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
    }

    /// The days from 1970 to a date of the Gregorian calendar; its years begin in March here, so that leap days come last.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.quotientAndRemainder(floor: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The date of a number of days since 1970.
    private static func civil(_ days: Int64) -> (Int64, Int64, Int64) {
        let (era, day) = (days + 719_468).quotientAndRemainder(floor: 146_097)
        let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted + (shifted < 10 ? 3 : -9)
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1
        )
    }
}

extension Int64 {
    /// The quotient rounded down, with a remainder that is never negative.
    fileprivate func quotientAndRemainder(floor divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
