// SPDX-License-Identifier: Apache-2.0
// What a store computes over models: counts, sums, averages, extremes, with the types of Swift. AggregateFetch.swift runs them,
// AggregateValue.swift reads their results.

import Foundation

/// A value computed over models.
package struct Aggregate<Model, Value> {
    enum Function: String {
        case count = "count:"
        case sum = "sum:"
        case average = "average:"
        case minimum = "min:"
        case maximum = "max:"
    }

    let function: Function
    let keyPath: PartialKeyPath<Model>?
    /// The value where the store has no result; nil where the type's own nil is meant.
    let empty: Value?

    init(_ function: Function, _ keyPath: PartialKeyPath<Model>? = nil, empty: Value? = nil) {
        self.function = function
        self.keyPath = keyPath
        self.empty = empty
    }

    /// The value of what the store returns; nil for a result that does not fit.
    func value(of result: Any?) -> Value? {
        if let empty, result == nil || result is NSNull { return empty }
        return AggregateValue.read(result, as: Value.self)
    }
}

extension Aggregate where Value == Int {
    /// How many models there are.
    package static var count: Aggregate { Aggregate(.count, empty: 0) }

    /// How many models have a value.
    package static func count<Property>(of keyPath: KeyPath<Model, Property?>) -> Aggregate {
        Aggregate(.count, keyPath, empty: 0)
    }
}

extension Aggregate where Value: AggregateNumber {
    /// The sum; zero over no models.
    package static func sum(_ keyPath: KeyPath<Model, Value>) -> Aggregate {
        Aggregate(.sum, keyPath, empty: .zero)
    }

    /// The sum of the values that are not nil; zero over none.
    package static func sum(_ keyPath: KeyPath<Model, Value?>) -> Aggregate {
        Aggregate(.sum, keyPath, empty: .zero)
    }
}

extension Aggregate where Value == Double? {
    /// The average; nil over no models.
    package static func average<Number: AggregateNumber>(_ keyPath: KeyPath<Model, Number>) -> Aggregate {
        Aggregate(.average, keyPath)
    }

    /// The average of the values that are not nil; nil over none.
    package static func average<Number: AggregateNumber>(_ keyPath: KeyPath<Model, Number?>) -> Aggregate {
        Aggregate(.average, keyPath)
    }
}

extension Aggregate {
    /// The smallest value; nil over no models.
    package static func minimum<Property: Comparable>(_ keyPath: KeyPath<Model, Property>) -> Aggregate
    where Value == Property? { Aggregate(.minimum, keyPath) }

    /// The smallest value that is not nil; nil where there is none.
    package static func minimum<Property: Comparable>(_ keyPath: KeyPath<Model, Property?>) -> Aggregate
    where Value == Property? { Aggregate(.minimum, keyPath) }

    /// The largest value; nil over no models.
    package static func maximum<Property: Comparable>(_ keyPath: KeyPath<Model, Property>) -> Aggregate
    where Value == Property? { Aggregate(.maximum, keyPath) }

    /// The largest value that is not nil; nil where there is none.
    package static func maximum<Property: Comparable>(_ keyPath: KeyPath<Model, Property?>) -> Aggregate
    where Value == Property? { Aggregate(.maximum, keyPath) }
}
