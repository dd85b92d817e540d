// SPDX-License-Identifier: Apache-2.0
// A change as bytes, in a binary property list. A statement passes them to the function that applies the change, and the
// history keeps them. The decoder assumes nothing about the bytes.

import Foundation
import PerdurePropertyList

extension AttributeDelta {
    /// The bytes of the change.
    ///
    /// - Throws: `MergeError.unusable` for a value that has no stored form.
    package func encoded() throws -> Data {
        let entries: [String: PropertyListValue] =
            switch self {
            case .integer(let delta): Self.counter("integer", delta) { .integer($0) }
            case .real(let delta): Self.counter("real", delta) { .real($0) }
            case .decimal(let delta): Self.counter("decimal", delta) { .string("\($0)") }
            case .set(let delta):
                ["inserted": Self.list(delta.inserted), "removed": Self.list(delta.removed)]
            case .dictionary(let delta):
                ["entries": .dictionary(delta.entries.mapValues(\.plist))]
                    .merging(delta.isDeep ? ["deep": .boolean(true)] : [:]) { $1 }
            case .value(.none): ["value": .array([])]
            case .value(.setNil): ["value": .array([.string("null")])]
            case .value(.set(let value)): ["value": try value.plist()]
            }
        do { return try BinaryPropertyList.write(.dictionary(entries)) } catch {
            throw MergeError.unusable("\(error)")
        }
    }

    /// Reads the bytes of a change.
    ///
    /// - Throws: `MergeError.unreadable`.
    package init(encoded data: Data) throws {
        guard let plist = try? BinaryPropertyList.read(data), let entries = plist.dictionaryValue,
            let delta = try Self.read(entries)
        else { throw MergeError.unreadable("the bytes are no change of an attribute") }
        self = delta
    }

    private static func read(_ entries: [String: PropertyListValue]) throws -> AttributeDelta? {
        if let values = entries["entries"]?.dictionaryValue {
            return .dictionary(
                DictionaryDelta(
                    try values.mapValues(DictionaryDelta.Entry.init(plist:)),
                    isDeep: entries["deep"]?.booleanValue ?? false))
        }
        if let inserted = entries["inserted"]?.arrayValue, let removed = entries["removed"]?.arrayValue {
            return .set(SetDelta(inserted: try elements(inserted), removed: try elements(removed)))
        }
        if let value = entries["value"]?.arrayValue { return .value(try ValueDelta(plist: value)) }
        return try readCounter(entries)
    }

    // MARK: Counters

    private static func counter<Number>(
        _ kind: String, _ delta: CounterDelta<Number>, _ plist: (Number) -> PropertyListValue
    ) -> [String: PropertyListValue] {
        var entries: [String: PropertyListValue] = ["counter": .string(kind)]
        if delta.isTouched { entries["amount"] = plist(delta.amount) }
        if case .assigned(let number) = delta.base {
            entries["base"] = .array(number.map { [plist($0)] } ?? [])
        }
        return entries
    }

    private static func readCounter(_ entries: [String: PropertyListValue]) throws -> AttributeDelta? {
        switch entries["counter"]?.stringValue {
        case "integer": .integer(try counter(entries) { $0.integerValue })
        case "real": .real(try counter(entries) { $0.realValue })
        case "decimal":
            .decimal(try counter(entries) { $0.stringValue.flatMap { Decimal(string: $0) } })
        default: nil
        }
    }

    private static func counter<Number>(
        _ entries: [String: PropertyListValue], _ number: (PropertyListValue) -> Number?
    ) throws -> CounterDelta<Number> {
        func read(_ plist: PropertyListValue) throws -> Number {
            guard let result = number(plist) else { throw MergeError.unreadable("a change has no number") }
            return result
        }
        return CounterDelta(
            base: try entries["base"]?.arrayValue.map { .assigned(try $0.first.map(read)) } ?? .kept,
            amount: try entries["amount"].map(read) ?? .zero, isTouched: entries["amount"] != nil)
    }

    // MARK: Sets

    private static func list(_ elements: Set<MergeElement>) -> PropertyListValue {
        .array(elements.sorted().map { .array([.string($0.typeName), $0.plain]) })
    }

    private static func elements(_ list: [PropertyListValue]) throws -> Set<MergeElement> {
        Set(try list.map(MergeElement.init(plist:)))
    }
}

extension MergeElement {
    fileprivate var typeName: String {
        switch self {
        case .string: MergeRule.Element.string.rawValue
        case .integer: MergeRule.Element.integer.rawValue
        case .uuid: MergeRule.Element.uuid.rawValue
        case .uri: MergeRule.Element.uri.rawValue
        }
    }

    fileprivate init(plist: PropertyListValue) throws {
        let pair = plist.arrayValue ?? []
        let type = pair.first?.stringValue.flatMap(MergeRule.Element.init(rawValue:))
        guard pair.count == 2, let type, let element = MergeElement(pair[1], as: type) else {
            throw MergeError.unreadable("an element of a change is none")
        }
        self = element
    }
}

extension DictionaryDelta.Entry {
    fileprivate var plist: PropertyListValue {
        switch self {
        case .set(let value): .array([.string("set"), value])
        case .remove: .array([.string("remove")])
        case .add(let amount): .array([.string("add"), amount])
        }
    }

    fileprivate init(plist: PropertyListValue) throws {
        let parts = plist.arrayValue ?? []
        switch (parts.first?.stringValue, parts.count) {
        case ("set", 2): self = .set(parts[1])
        case ("remove", 1): self = .remove
        case ("add", 2): self = .add(parts[1])
        default: throw MergeError.unreadable("an entry of a change is none")
        }
    }
}
