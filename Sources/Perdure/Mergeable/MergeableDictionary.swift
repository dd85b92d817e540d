// SPDX-License-Identifier: Apache-2.0
// The handle of a mergeable dictionary: `user.$settings`. Values of Codable types are in MergeableLeaf.swift.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdurePropertyList
import PerdureStore

/// A dictionary of one object: changes of this and of other contexts merge key by key.
///
/// ```swift
/// user.$settings["theme"] = "dark"
/// user.$settings["font"] = nil                       // removes the key
/// user.$settings.increment("visits")
/// let theme = user.$settings.value("theme", as: String.self)
/// user.settings = ["theme": "light"]                 // sets and removes the keys that differ at present
/// ```
///
/// Values are property-list values (texts, numbers, Booleans, dates, data, arrays and dictionaries of them) or Codable
/// values, which are kept in the same form. There is no NSNull: a key without a value is nil.
/// The handle only holds its object. Each access may fire the object's fault, which costs at most one store access;
/// nothing else here costs one. If the attribute is deep, keys are paths: "window.size.width".
///
/// ## Compatibility
/// An addition.
public struct MergeableDictionary {
    let slot: MergeableSlot

    /// The dictionary behind a slot number in generated code.
    public init(_ object: NSManagedObject, at slot: Int) {
        self.slot = MergeableSlot(object, accessor: slot, .dictionary)
    }

    init(_ slot: MergeableSlot) { self.slot = slot }

    /// The present dictionary: the stored one with the unsaved changes.
    ///
    /// - Complexity: O(n).
    public var value: [String: Any] { visible.mapValues(\.programValue) }

    /// The dictionary that the store holds, as far as the context knows.
    public var storedValue: [String: Any] {
        guard case .dictionary(let values) = slot.state?.base else { return [:] }
        return values.mapValues(\.programValue)
    }

    /// The keys with an unsaved change.
    public var pendingKeys: Set<String> {
        guard case .dictionary(let delta) = slot.state?.delta else { return [] }
        return Set(delta.entries.keys)
    }

    /// The keys.
    public var keys: Set<String> { Set(visible.keys) }
    /// The number of keys.
    public var count: Int { visible.count }
    /// Whether there are no keys.
    public var isEmpty: Bool { visible.isEmpty }

    /// The value of a key; nil removes the key.
    ///
    /// Setting stops the process for a value that no property list can hold, such as NSNull: use `trySetValue(_:forKey:)`
    /// for values from outside.
    public subscript(key: String) -> Any? {
        get { found(key)?.programValue }
        nonmutating set { set(newValue, key) }
    }

    /// The value of a key as a type.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - type: the type of the value: a property-list type, or any Decodable type.
    /// - Returns: the value; nil for no value, and for a value of another type.
    public func value<Value>(_ key: String, as type: Value.Type) -> Value? {
        found(key).flatMap { MergeableLeaf.value($0, as: type) }
    }

    /// Adds to the number of a key; a missing number counts as 0.
    ///
    /// Stops the process when the key's value is no number, or would be out of range: use `tryIncrement(_:by:)` for keys
    /// and amounts from outside.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - amount: the amount.
    public func increment(_ key: String, by amount: Int = 1) { change([key: .add(.integer(Int64(amount)))]) }

    /// Adds a fraction to the number of a key; a missing number counts as 0.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - amount: the amount.
    public func increment(_ key: String, by amount: Double) { change([key: .add(.real(amount))]) }

    /// Sets several keys; the other keys keep their values.
    ///
    /// - Parameter values: values by their keys.
    public func merge(_ values: [String: Any]) {
        var entries: [String: DictionaryDelta.Entry] = [:]
        for (key, value) in values {
            guard let entry = entry(value, key) else { return }
            entries[key] = entry
        }
        change(entries)
    }

    /// Removes all present keys; keys that other contexts set meanwhile stay.
    public func removeAll() { slot.assign([String: Any]()) }

    /// Makes the dictionary equal to the given one: sets keys that differ and removes surplus keys.
    ///
    /// - Parameter values: the wanted dictionary.
    public func assign(_ values: [String: Any]) {
        var new: [String: Any] = [:]
        for (key, value) in values {
            guard case .set(let plist) = entry(value, key) else { return }
            new[key] = plist.programValue
        }
        slot.assign(new)
    }

    // MARK: Twins that throw

    /// Sets a key; throws where the subscript stops the process.
    ///
    /// - Parameters:
    ///   - value: the value, from any source; nil removes the key.
    ///   - key: the key.
    /// - Throws: `CoreDataException` for a value that no property list can hold; nothing is changed.
    public func trySetValue(_ value: Any?, forKey key: String) throws {
        try ExceptionTrap.catching { set(value, key) }
    }

    /// Adds to the number of a key; throws where `increment(_:by:)` stops the process.
    ///
    /// - Parameters:
    ///   - key: the key, from any source.
    ///   - amount: the amount.
    /// - Throws: `CoreDataException` when the key's value is no number, or would be out of range; nothing is changed.
    public func tryIncrement(_ key: String, by amount: Int = 1) throws {
        try ExceptionTrap.catching { increment(key, by: amount) }
    }

    /// Adds a fraction to the number of a key; throws where `increment(_:by:)` stops the process.
    ///
    /// - Parameters:
    ///   - key: the key, from any source.
    ///   - amount: the amount.
    /// - Throws: `CoreDataException` when the key's value is no number, or would be out of range; nothing is changed.
    public func tryIncrement(_ key: String, by amount: Double) throws {
        try ExceptionTrap.catching { increment(key, by: amount) }
    }

    // MARK: Deltas

    var visible: [String: PropertyListValue] {
        if case .dictionary(let values) = slot.visible { values } else { [:] }
    }

    /// The value of a key; if the attribute is deep, the key is a path.
    private func found(_ key: String) -> PropertyListValue? {
        if slot.rule?.isDeep == true {
            return visible.value(at: KeyPathText.parts(key))
        }
        guard let state = slot.state, case .dictionary(let stored) = state.base,
            case .dictionary(let delta) = state.delta
        else { return nil }
        guard let entry = delta.entries[key] else { return stored[key] }
        // The change is applied to this key only, so that reading a key does not cost as much as reading all.
        let value = stored[key].map { [key: $0] } ?? [:]
        return DictionaryDelta([key: entry]).shown(on: value)[key]
    }

    func set(_ value: Any?, _ key: String) {
        guard let given = AnyValue.unwrapped(value) else { return change([key: .remove]) }
        if let entry = entry(given, key) { change([key: entry]) }
    }

    /// The entry of a value; reports a value that cannot be stored and gives nil.
    private func entry(_ value: Any, _ key: String) -> DictionaryDelta.Entry? {
        if let plist = MergeableLeaf.plist(value) { return .set(plist) }
        slot.raise(
            "the key \"\(key)\" cannot have the value \(value) of the type \(type(of: value)), which no property list "
                + "can hold; " + (value is NSNull ? "set nil to remove the key" : "use a Codable type"))
        return nil
    }

    private func change(_ entries: [String: DictionaryDelta.Entry]) {
        slot.change(by: .dictionary(DictionaryDelta(entries)))
    }
}
