// SPDX-License-Identifier: Apache-2.0
// Moments: objects with a date. What FaultWriter saves while the clock jumps, and the dates that every kind of store must keep.

import Foundation
import Perdure

/// The model of moments, and the dates to try.
public enum ClockModel {
    /// The model of Moment, with a time that the store writes.
    public static func moments() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Moment", .attribute("number", .integer64AttributeType),
                .attribute("time", .dateAttributeType),
                .derived("written", .dateAttributeType, "now()")))
    }

    /// The model of Moment without a time that the store writes: every kind of store takes it.
    public static func plainMoments() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Moment", .attribute("number", .integer64AttributeType),
                .attribute("time", .dateAttributeType)))
    }

    /// The time of a moment that FaultWriter saves.
    ///
    /// - Parameter number: the moment's number.
    /// - Returns: a date that no clock has a part in.
    public static func time(_ number: Int) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(number) * 86_400.125)
    }

    /// The first moment of a day of the Gregorian calendar, which counts back to the year 1 too, in UTC.
    ///
    /// - Parameters:
    ///   - year: from 1 on.
    ///   - month: from 1 to 12.
    ///   - day: from 1 on; the day behind a month's last is the next month's first.
    /// - Returns: seconds since 2001.
    public static func day(_ year: Int, _ month: Int, _ day: Int) -> TimeInterval {
        // March is the first month here, so that the day that is not in every year is the last one.
        let (years, months) = (month > 2 ? year : year - 1, (month + 9) % 12)
        let days = years * 365 + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day
        return TimeInterval(days - 730_792) * 86_400
    }

    /// Times whose bits are easily lost: the ends of counters, leap days and seconds, changes of calendars, small parts.
    public static let instants: [TimeInterval] = days + counters + parts

    private static let days: [TimeInterval] = [
        day(1, 1, 1), day(1, 12, 31), day(4, 2, 29), day(100, 2, 28), day(1500, 2, 28), day(1500, 3, 1),
        day(1582, 10, 4), day(1582, 10, 5), day(1582, 10, 14), day(1582, 10, 15), day(1600, 2, 29),
        day(1900, 2, 28), day(1900, 3, 1), day(1969, 12, 31), day(1970, 1, 1), day(2000, 2, 29),
        day(2001, 1, 1), day(2004, 2, 29), day(2017, 1, 1), day(2100, 2, 28), day(2100, 3, 1),
        day(2400, 2, 29), day(4001, 1, 1), day(9999, 2, 28), day(9999, 12, 31),
        Date.distantPast.timeIntervalSinceReferenceDate, Date.distantFuture.timeIntervalSinceReferenceDate,
    ]

    /// The ends of 31 and 32 bits since 1970, and what is no day of any calendar.
    private static let counters: [TimeInterval] =
        bits.map { $0 - Date.timeIntervalBetween1970AndReferenceDate } + [
            1e12, -1e12, 9_007_199_254_740_992, 1e17, -1e17, 1e300, .leastNonzeroMagnitude,
            .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        ]

    private static let bits: [TimeInterval] = [
        2_147_483_647, 2_147_483_648, -2_147_483_648, -2_147_483_649, 4_294_967_295, 4_294_967_296,
    ]

    private static let parts: [TimeInterval] = [
        -0.5, -1, -86_400.75, 0.1, 0.000_000_1, 0.123_456_789_012, -0.000_000_000_001, -63_113_903_999.999,
        252_423_993_599.999, -700_000_000.123_456_7, 700_000_000.1.nextUp, 700_000_000.1.nextDown,
    ]
}
