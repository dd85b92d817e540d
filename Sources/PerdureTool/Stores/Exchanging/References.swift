// SPDX-License-Identifier: Apache-2.0
// Finds the objects that a relationship of a record names. Part of ImportRun.swift; 'store set' uses it too.

import Foundation
import Perdure

/// The names in one relationship.
struct References {
    private let relationship: NSRelationshipDescription
    private let named: [NameInFiles: NSManagedObject]
    private let keys: UniqueKeys
    private let store: WritableStore
    /// The UUID of the store whose short names these are.
    private let names: String?

    init(
        _ relationship: NSRelationshipDescription, named: [NameInFiles: NSManagedObject], keys: UniqueKeys,
        store: WritableStore, names: String?
    ) {
        self.relationship = relationship
        self.named = named
        self.keys = keys
        self.store = store
        self.names = names
    }

    /// The objects that words name.
    func objects(_ given: ImportedValue) throws(ValueFault) -> [NSManagedObject] {
        var found: [NSManagedObject] = []
        for value in try values(given) { found.append(try object(value)) }
        return found
    }

    private func values(_ given: ImportedValue) throws(ValueFault) -> [JSONValue] {
        switch given {
        case .json(.null), .cell(nil), .plain(nil): return []
        case .json(.array(let values)) where relationship.isToMany: return values
        case .json(let value) where !relationship.isToMany: return [value]
        case .cell(let text?): return words(FormulaGuard.unguarded(text))
        case .plain(let text?): return words(text)
        case .json: throw ValueFault("is to-many: write a list in square brackets")
        }
    }

    private func words(_ text: String) -> [JSONValue] {
        guard relationship.isToMany else { return [.string(text)] }
        return text.split(separator: ";").map { .string($0.trimmingCharacters(in: .whitespaces)) }
    }

    private func object(_ value: JSONValue) throws(ValueFault) -> NSManagedObject {
        guard let destination = relationship.destinationEntity else { throw ValueFault("leads to no entity") }
        if case .object(let members) = value { return try object(members, destination) }
        let text = if case .string(let text) = value { text } else { value.line }
        if let name = ObjectName(text), isOfDestination(name, destination) { return try object(name) }
        guard let key = UniqueKeys.onlyKey(of: destination) else {
            throw ValueFault(
                "'\(text)' is no objectID such as \(destination.name ?? "")/p1, and \(hint(destination))")
        }
        return try object([(key, value)], destination)
    }

    private func isOfDestination(_ name: ObjectName, _ destination: NSEntityDescription) -> Bool {
        store.entity(named: name.entity).map { entity in
            sequence(first: entity) { $0.superentity }.contains { $0.name == destination.name }
        } ?? false
    }

    private func object(_ name: ObjectName) throws(ValueFault) -> NSManagedObject {
        let owner = name.store ?? names
        if let object = named[NameInFiles(store: owner, short: name.short)] { return object }
        if owner == store.uuid {
            if let object = store.object(name) { return object }
            throw ValueFault("the store has no object \(name.short)")
        }
        throw ValueFault(
            "no object of the files is called \(name.short); an object of the store is named by its URI, x-coredata://\(store.uuid)/\(name.short)"
        )
    }

    private func object(
        _ members: [(key: String, value: JSONValue)], _ destination: NSEntityDescription
    ) throws(ValueFault) -> NSManagedObject {
        var values: [String: Any?] = [:]
        for (key, value) in members {
            guard let attribute = destination.attributesByName[key] else {
                throw ValueFault(
                    UnknownName.property(
                        key, of: destination.name ?? "", Array(destination.attributesByName.keys))
                )
            }
            values[key] = .some(try ValueReading.value(.json(value), attribute))
        }
        let shown = members.map { "\($0.key) \($0.value.line)" }.joined(separator: " and ")
        let found: NSManagedObject?
        do { found = try keys.object(destination, values) } catch {
            throw ValueFault("\(shown) cannot be looked up: \(ErrorText.describe(error))")
        }
        guard let found else {
            throw ValueFault("there is no \(destination.name ?? "") with \(shown); \(hint(destination))")
        }
        return found
    }

    private func hint(_ destination: NSEntityDescription) -> String {
        "a \(destination.name ?? "") is known by \(UniqueKeys.described(destination))"
    }
}
