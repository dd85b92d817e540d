// SPDX-License-Identifier: Apache-2.0
// Checks copies of fractions in integer attributes: every store cuts off the fraction and stays within 64 bits.

import Foundation
import PerdureStore
import Testing

extension StoreEngineSuite {
    static let derivedNumberChecks: [Check] = [
        Check("DER-10 a double in an integer attribute is cut off, and stays within 64 bits") { suite in
            let values: [(Double, StoredValue)] = [
                (2.9, .integer(2)), (-2.9, .integer(-2)), (70_000.5, .integer(70_000)),
                (1e300, .integer(.max)), (-1e300, .integer(.min)), (.infinity, .integer(.max)),
                (-.infinity, .integer(.min)), (.nan, .null),
            ]
            let store = try suite.store([DerivedModel.measure()])
            for (value, whole) in values {
                let key = try store.insert("Measure", ["value": .double(value)])
                #expect(try store.value(key, "whole") == whole, "\(value)")
                #expect(try store.value(key, "small") == whole, "\(value)")
            }
        },
        Check("DER-10 a decimal in an integer attribute keeps all its digits") { suite in
            let values: [(String, Int64)] = [
                ("2.9", 2), ("-2.9", -2), ("9007199254740993", 9_007_199_254_740_993),
                ("-9007199254740993", -9_007_199_254_740_993), ("9223372036854775807", .max),
                ("1e30", .max), ("-1e30", .min),
            ]
            let store = try suite.store([DerivedModel.measure()])
            for (text, whole) in values {
                let cost = DecimalBox(try #require(Decimal(string: text, locale: nil)))
                let key = try store.insert("Measure", ["cost": .decimal(cost)])
                #expect(try store.value(key, "price") == .integer(whole), "\(text)")
            }
            #expect(try store.value(store.insert("Measure"), "price") == .null)
        },
    ]
}
