// SPDX-License-Identifier: Apache-2.0
// Converts values that programs set to contents of mergeable attributes; refuses values that cannot be stored.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdurePropertyList
import PerdureStore

/// Reads values for one mergeable attribute.
struct MergeAssignment {
    private let property: SlotProperty
    private let rule: MergeRule
    private let entity: String?

    init(_ property: SlotProperty, _ rule: MergeRule, entity: String?) {
        self.property = property
        self.rule = rule
        self.entity = entity
    }

    /// The content that stands for a program's value.
    ///
    /// Also takes a set's or a dictionary's stored bytes, for classes that declare the attribute as binary data.
    ///
    /// - Throws: `CoreDataException` for a value of a wrong class.
    func content(of value: Any?) throws -> MergeContent {
        let value = AnyValue.unwrapped(value)
        if let data = value as? Data, rule.kind == .set || rule.kind == .dictionary {
            return try opened(data)
        }
        switch rule.kind {
        case .counter: return try rule.content(of: number(value))
        case .value: return .value(try plain(value).storedForm(entity ?? "", property.name))
        case .set: return .set(Set(try elements(value).map(element)))
        case .dictionary: return .dictionary(try dictionary(value))
        }
    }

    /// The value of an attribute that merges as a whole, or of a counter.
    ///
    /// - Throws: `CoreDataException` for a value of a wrong class, and for a number that no integer counter takes.
    func plain(_ value: Any?) throws -> SlotValue {
        let given = AnyValue.unwrapped(value)
        let result = try property.coding?.slotValue(given) ?? .null
        if rule.kind == .counter, let given = given as? NSNumber, isLost(result) {
            throw refused(given, "an integer of at most 64 bits")
        }
        return result
    }

    /// Whether the form of a number is none that an integer counter can add to.
    private func isLost(_ form: SlotValue) -> Bool {
        if case .stored(.integer) = form { return false }
        return property.coding?.isInteger ?? false
    }

    /// The given number, even NaN, which counters refuse.
    private func number(_ value: Any?) throws -> StoredValue {
        guard case .stored(let number) = try plain(value) else { return .null }
        return number
    }

    private func opened(_ data: Data) throws -> MergeContent {
        do { return try rule.content(of: .data(data)) } catch {
            throw refused(data, "the property list of \(kindText)")
        }
    }

    private func elements(_ value: Any?) throws -> [Any] {
        switch value {
        case nil: return []
        case let set as Set<AnyHashable>: return set.map(\.base)
        case let set as NSSet: return set.allObjects
        case let list as [Any]: return list
        case let given?: throw refused(given, kindText)
        }
    }

    /// The set element that stands for a program's value.
    func element(_ value: Any) throws -> MergeElement {
        let value = (value as? AnyHashable)?.base ?? value
        guard let element = MergeElement(value, as: rule.element) else {
            throw refused(value, "an element of the type \(rule.element.rawValue)")
        }
        return element
    }

    private func dictionary(_ value: Any?) throws -> [String: PropertyListValue] {
        guard let value else { return [:] }
        guard let entries = value as? [String: Any] else { throw refused(value, kindText) }
        var result: [String: PropertyListValue] = [:]
        for (key, value) in entries {
            if let entry = try self.entry(value, key) { result[key] = entry }
        }
        return result
    }

    /// The value of a key; nil for nil, which removes the key.
    func entry(_ value: Any?, _ key: String) throws -> PropertyListValue? {
        guard let value = AnyValue.unwrapped(value) else { return nil }
        if let plist = PropertyListValue(program: value) { return plist }
        throw refused(value, "a property-list value for the key '\(key)'; nil removes a key")
    }

    private var kindText: String {
        rule.kind == .set ? "a set of \(rule.element.rawValue) elements" : "a dictionary with strings as keys"
    }

    private func refused(_ value: Any, _ wanted: String) -> CoreDataException {
        MergeErrors.unacceptable(value, "\(entity ?? "").\(property.name)", wanted: wanted)
    }
}

extension MergeRule {
    /// The stored form of a merging attribute's value.
    ///
    /// - Throws: `CoreDataException` for a value of a wrong class.
    func stored(_ value: Any?, _ property: SlotProperty, _ entity: String) throws -> StoredValue {
        let given = value.flatMap { $0 is NSNull ? nil : $0 }
        let content = try MergeAssignment(property, self, entity: entity).content(of: given)
        let result = try MergeErrors.naming(entity, property.name) { try stored(content) }
        try property.coding?.checkFit(result, entity, property.name)
        return result
    }
}
