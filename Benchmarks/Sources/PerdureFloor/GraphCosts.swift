// SPDX-License-Identifier: Apache-2.0
// The graph of Walking.swift (Workloads) as plain classes: what references that are counted cost beside C's pointers.

import Foundation

private final class Place {
    let number: Int64
    init(_ number: Int64) { self.number = number }
}

private final class Stop {
    let number: Int64
    let keeper: Place?
    let line: Place?
    let town: Place?
    let visits: [Place]

    init(_ number: Int, _ lines: [Place], _ towns: [Place]) {
        self.number = Int64(number)
        keeper = Place(Int64(number) + 1)
        line = lines[number % lines.count]
        town = towns[number * 7 % towns.count]
        visits = (0..<2).map { Place(Int64(2 * number + $0)) }
    }
}

extension Costs {
    /// From each stop to three places and two visits, all in memory.
    var walk: (name: String, nanoseconds: Double) {
        cost("a stop is followed to three places and two visits", { Self.stops(count) }) { stops in
            stops.reduce(Int64(0)) { sum, stop in
                guard let keeper = stop.keeper, let line = stop.line, let town = stop.town else { return sum }
                return stop.visits.reduce(sum + keeper.number + line.number + town.number) { $0 + $1.number }
            }
        }
    }

    private static func stops(_ count: Int) -> [Stop] {
        let lines = (0..<max(1, count / 100)).map { Place(Int64($0)) }
        let towns = (0..<max(1, count / 10)).map { Place(Int64($0)) }
        return (0..<count).map { Stop($0, lines, towns) }
    }
}
