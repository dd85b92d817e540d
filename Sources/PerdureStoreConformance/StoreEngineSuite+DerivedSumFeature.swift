// SPDX-License-Identifier: Apache-2.0
// Checks derived sums of integers near the limit of 64 bits: a sum that fits is exact, a sum that does not is refused by
// name. Intermediate sums during a commit do not matter.

import PerdureStore
import Testing

extension StoreEngineSuite {
    static let derivedSumChecks: [Check] = [
        Check("DER-14 a sum that does not fit is refused, and nothing is written") { suite in
            let shop = try suite.shop()
            let error = #expect(throws: StoreError.self) {
                try shop.update(shop.lamp, ["points": .integer(.max), "weight": .double(50)])
            }
            // The value counts in a list and in a tag.
            if case .invalidValue(let entity, let property, _)? = error {
                #expect(["List.total", "Tag.points"].contains("\(entity).\(property)"))
            } else {
                Issue.record("\(String(describing: error))")
            }
            try shop.audit()
            #expect(try shop.value(shop.lamp, "points") == .integer(3))
            try shop.update(shop.lamp, ["points": .integer(5)])
            try shop.audit()
        },
        Check("DER-14 a change of a long value leaves all digits of its sums") { suite in
            let shop = try suite.shop()
            try shop.update(shop.chair, ["points": .integer(0)])
            try shop.update(shop.lamp, ["points": .integer(5_000_000_000_000_000_001)])
            try shop.update(shop.lamp, ["points": .integer(5_000_000_000_000_000_003)])
            try shop.audit()
            #expect(try shop.value(shop.tag, "points") == .integer(5_000_000_000_000_000_003))
            try shop.update(shop.lamp, ["points": .integer(-5_000_000_000_000_000_001)])
            try shop.audit()
        },
        Check("DER-14 two values that change places in one commit fit, whichever is written first") { suite in
            for isReversed in [false, true] {
                let shop = try suite.shop()
                try shop.update(shop.lamp, ["points": .integer(long)])
                try shop.update(shop.chair, ["points": .integer(0)])
                var updates = try [(shop.lamp, Int64(0)), (shop.chair, long)].map { key, points in
                    try shop.store.update(
                        key, ["points": .integer(points)], expecting: shop.store.row(key)?.version)
                }
                if isReversed { updates.reverse() }
                var changes = ChangeSet()
                changes.updates = updates
                let rows = try shop.store.commit(changes)
                try shop.audit()
                let total = try shop.store.slot("List", "total")
                // An engine may leave out an unchanged row.
                for row in rows where row.key == shop.home { #expect(row[total] == .integer(long)) }
                #expect(try shop.value(shop.home, "total") == .integer(long))
                #expect(try shop.value(shop.tag, "points") == .integer(long))
            }
        },
        Check("DER-14 a sum over to-one steps is refused by name, and fits if only its parts do not") {
            suite in
            let shop = try suite.shop()
            try shop.update(shop.home, ["leader": .reference(shop.loose)])
            try shop.update(
                shop.empty, ["region": .reference(shop.north), "leader": .reference(shop.lamp)])
            try shop.update(shop.loose, ["points": .integer(long)])
            let error = #expect(throws: StoreError.self) {
                try shop.update(shop.lamp, ["points": .integer(long - 10)])
            }
            #expect(isRefused(error, "Region.points"))
            try shop.audit()
            let chief = try shop.store.insert("Item", ["points": .integer(-long)])
            let third = ["region": StoredValue.reference(shop.north), "leader": .reference(chief)]
            try shop.store.insert("List", third)
            try shop.update(shop.lamp, ["points": .integer(long - 10)])
            #expect(try shop.value(shop.north, "points") == .integer(long - 10))
        },
    ]

    private static let long: Int64 = 9_000_000_000_000_000_001

    /// Whether an error is about one attribute.
    static func isRefused(_ error: StoreError?, _ attribute: String) -> Bool {
        guard case .invalidValue(let entity, let property, _)? = error else { return false }
        return "\(entity).\(property)" == attribute
    }
}
