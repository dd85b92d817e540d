// SPDX-License-Identifier: Apache-2.0
// What a store computes over models: counts, sums, averages, extremes, with the types of Swift. AggregateFetch.swift runs them,
// AggregateValue.swift reads their results.

import Foundation

/// A value computed over models: a count, a sum, an average, the smallest or the largest value of a property.
///
/// Property and result have the types of Swift: the sum of an `Int` is an `Int`, and an average is nil over no models. A property
/// has one plain value, or is a member of a struct with one; also at the end of to-one relationships.
///
/// ## Compatibility
/// An addition.
public struct Aggregate<Model, Value> {
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
    public static var count: Aggregate { Aggregate(.count, empty: 0) }

    /// How many models have a value.
    public static func count<Property>(of keyPath: KeyPath<Model, Property?>) -> Aggregate {
        Aggregate(.count, keyPath, empty: 0)
    }
}

extension Aggregate where Value: AggregateNumber {
    /// The sum; zero over no models.
    public static func sum(_ keyPath: KeyPath<Model, Value>) -> Aggregate {
        Aggregate(.sum, keyPath, empty: .zero)
    }

    /// The sum of the values that are not nil; zero over none.
    public static func sum(_ keyPath: KeyPath<Model, Value?>) -> Aggregate {
        Aggregate(.sum, keyPath, empty: .zero)
    }
}

extension Aggregate where Value == Double? {
    /// The average; nil over no models.
    public static func average<Number: AggregateNumber>(_ keyPath: KeyPath<Model, Number>) -> Aggregate {
        Aggregate(.average, keyPath)
    }

    /// The average of the values that are not nil; nil over none.
    public static func average<Number: AggregateNumber>(_ keyPath: KeyPath<Model, Number?>) -> Aggregate {
        Aggregate(.average, keyPath)
    }
}

extension Aggregate {
    /// The smallest value; nil over no models.
    public static func minimum<Property: Comparable>(_ keyPath: KeyPath<Model, Property>) -> Aggregate
    where Value == Property? { Aggregate(.minimum, keyPath) }

    /// The smallest value that is not nil; nil where there is none.
    public static func minimum<Property: Comparable>(_ keyPath: KeyPath<Model, Property?>) -> Aggregate
    where Value == Property? { Aggregate(.minimum, keyPath) }

    /// The largest value; nil over no models.
    public static func maximum<Property: Comparable>(_ keyPath: KeyPath<Model, Property>) -> Aggregate
    where Value == Property? { Aggregate(.maximum, keyPath) }

    /// The largest value that is not nil; nil where there is none.
    public static func maximum<Property: Comparable>(_ keyPath: KeyPath<Model, Property?>) -> Aggregate
    where Value == Property? { Aggregate(.maximum, keyPath) }
}
