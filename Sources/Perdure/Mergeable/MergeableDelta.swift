// SPDX-License-Identifier: Apache-2.0
// The change of a mergeable attribute, as programs see it. MergeableDelta+Binding.swift fits it to an attribute's numbers
// and elements.

import Foundation
import PerdureFoundationGaps
import PerdurePropertyList
import PerdureStore

/// A change of a mergeable attribute, apart from the value that it changes.
///
/// ```swift
/// account.pendingDelta(forKey: "likes")          // +3
/// request.propertiesToMerge = ["likes": .increment(by: 1), "tags": .insert("new")]
/// ```
///
/// A delta is a plain value: it can be stored as `data` and applied elsewhere.
///
/// ## Compatibility
/// An addition.
public struct MergeableDelta: Sendable, Equatable {
    enum Form: Sendable, Equatable {
        case any(AttributeDelta)
        /// A number; the counter decides its type.
        case number(Double, exactly: Int64?, Decimal)
        case assignment(Double, exactly: Int64?, Decimal)
        case assignmentOfNil
    }

    let form: Form

    package init(_ delta: AttributeDelta) { form = .any(delta) }
    private init(form: Form) { self.form = form }

    /// Adds a number to a counter.
    ///
    /// - Parameter number: an integer of any size.
    /// - Returns: the change.
    public static func increment(by number: some BinaryInteger) -> MergeableDelta {
        MergeableDelta(
            form: .number(
                Double(number), exactly: Int64(exactly: number), Decimal(string: "\(number)") ?? .nan))
    }

    /// Adds a fraction to a counter.
    ///
    /// - Parameter number: the fraction; an integer counter takes whole numbers only.
    /// - Returns: the change.
    public static func increment(by number: Double) -> MergeableDelta {
        // What is added again and again stays far below the greatest decimal.
        let decimal = number.magnitude < 1e120 ? Decimal(shortest: number) : nil
        return MergeableDelta(form: .number(number, exactly: Int64(exactly: number), decimal ?? .nan))
    }

    /// Adds a decimal to a counter.
    ///
    /// - Parameter number: the number; an integer counter takes whole numbers only.
    /// - Returns: the change.
    public static func increment(by number: Decimal) -> MergeableDelta {
        let double = _MergeableAmount.decimal(number).real
        return MergeableDelta(form: .number(double, exactly: Int64("\(number)"), number))
    }

    /// Sets a counter to a value, whatever number is stored by then.
    ///
    /// - Parameter number: the value; nil for none.
    /// - Returns: the change.
    public static func assign(_ number: Decimal?) -> MergeableDelta {
        guard let number else { return MergeableDelta(form: .assignmentOfNil) }
        let double = _MergeableAmount.decimal(number).real
        return MergeableDelta(form: .assignment(double, exactly: Int64("\(number)"), number))
    }

    /// Inserts elements into a set.
    ///
    /// - Parameter elements: strings, integers, UUIDs or URLs, as the set has them.
    /// - Returns: the change.
    public static func insert<Element: MergeableElement>(_ elements: Element...) -> MergeableDelta {
        MergeableDelta(.set(SetDelta(inserted: Set(elements.map(\._mergeElement.element)))))
    }

    /// Removes elements of a set.
    ///
    /// - Parameter elements: strings, integers, UUIDs or URLs, as the set has them.
    /// - Returns: the change.
    public static func remove<Element: MergeableElement>(_ elements: Element...) -> MergeableDelta {
        MergeableDelta(.set(SetDelta(removed: Set(elements.map(\._mergeElement.element)))))
    }

    /// Sets keys of a dictionary; removes keys whose value is nil.
    ///
    /// - Parameter entries: property-list values by key.
    /// - Returns: the change.
    /// - Throws: `CoreDataException` for a value of another kind.
    public static func set(_ entries: [String: Any?]) throws -> MergeableDelta {
        let changes = try entries.map { ($0.key, try entry($0)) }
        return MergeableDelta(.dictionary(DictionaryDelta(Dictionary(uniqueKeysWithValues: changes))))
    }

    private static func entry(_ pair: (key: String, value: Any?)) throws -> DictionaryDelta.Entry {
        guard let value = AnyValue.unwrapped(pair.value) else { return .remove }
        guard let plist = PropertyListValue(program: value) else {
            throw MergeErrors.unacceptable(
                value, pair.key, wanted: "a property-list value; nil removes a key")
        }
        return .set(plist)
    }

    /// Adds to a number in a dictionary, or to 0.
    ///
    /// - Parameters:
    ///   - key: the number's key.
    ///   - number: the amount.
    /// - Returns: the change.
    public static func increment(_ key: String, by number: Int) -> MergeableDelta {
        MergeableDelta(.dictionary(DictionaryDelta([key: .add(.integer(Int64(number)))])))
    }

    /// Adds a fraction to a number in a dictionary, or to 0.
    ///
    /// - Parameters:
    ///   - key: the number's key.
    ///   - number: the amount.
    /// - Returns: the change.
    public static func increment(_ key: String, by number: Double) -> MergeableDelta {
        MergeableDelta(.dictionary(DictionaryDelta([key: .add(.real(number))])))
    }

    /// The change as bytes, for `init(data:)` of this or another process.
    ///
    /// - Throws: `CoreDataException` for a value that has no stored form.
    public func data() throws -> Data {
        do { return try bound(to: nil).encoded() } catch { throw MergeErrors.uncoded(error) }
    }

    /// Reads a change.
    ///
    /// - Parameter data: the result of `data()`, from any source.
    /// - Throws: `CoreDataException` for bytes that are no change.
    public init(data: Data) throws {
        do { self.init(try AttributeDelta(encoded: data)) } catch { throw MergeErrors.uncoded(error) }
    }
}
