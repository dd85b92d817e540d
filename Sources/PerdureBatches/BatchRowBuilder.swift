// SPDX-License-Identifier: Apache-2.0
// Makes the values of new rows from dictionaries, or from one object that the program fills again and again. Part of
// BatchInsertRun.swift.

import Foundation
import Perdure
import PerdureFoundationGaps
import PerdureModel
import PerdureStore

/// The values of one new row.
struct BatchRow {
    var values: ContiguousArray<StoredValue>
    /// The slots that the program gave; nil for those whose values are no default ones.
    var given: Set<Int>?
}

/// Makes the rows of one batch insertion.
struct BatchRowBuilder {
    let entity: NSEntityDescription
    private let binding: EntityBinding
    /// The values of a row without given values.
    let defaults: ContiguousArray<StoredValue>

    /// Makes a builder for the rows of one entity.
    ///
    /// - Throws: `CoreDataException` for an abstract entity.
    init(_ entity: NSEntityDescription) throws {
        guard !entity.isAbstract else { throw ObjectErrors.abstractEntity(entity) }
        self.entity = entity
        binding = EntityBinding.of(entity)
        let name = entity.name ?? ""
        defaults = try ContiguousArray(
            binding.slotProperties.map { property in
                guard property.coding != nil, property.isAssigned else { return .null }
                return try property.storedInitialValue(in: name)
            })
    }

    /// The rows of a handler that fills a dictionary, one row at each call; nil at the end.
    func rows(_ handler: @escaping (NSMutableDictionary) -> Bool) -> () throws -> BatchRow? {
        let dictionary = NSMutableDictionary()
        return {
            dictionary.removeAllObjects()
            if handler(dictionary) { return nil }
            var values: [String: Any] = [:]
            for (key, value) in dictionary {
                guard let name = key as? String else {
                    throw BatchErrors.invalidInsertionKey(key, entity, "keys are the names of attributes")
                }
                values[name] = value
            }
            return try row(values)
        }
    }

    // MARK: Dictionaries

    /// The row of a dictionary.
    ///
    /// - Throws: `CoreDataException` for a key that names no stored attribute and for a value of a wrong class; 1570 and
    ///   1550 for values that are missing or do not fit.
    func row(_ values: [String: Any]) throws -> BatchRow {
        var row = BatchRow(values: defaults)
        var slots: Set<Int> = []
        for (key, value) in values {
            let property = try property(key)
            let given = AnyValue.unwrapped(value).flatMap { $0 is NSNull ? nil : $0 }
            let name = entity.name ?? ""
            // `property(_:)` has refused relationships; only attributes remain.
            row.values[property.slot] =
                try property.mergedForm(of: given, name)
                ?? property.coding?.stored(given, of: name, key) ?? .null
            slots.insert(property.slot)
        }
        row.given = slots
        try check(row)
        return row
    }

    private func property(_ key: String) throws -> SlotProperty {
        guard let property = binding.property(named: key) else {
            throw BatchErrors.invalidInsertionKey(key, entity, "the entity has no such property")
        }
        if property.coding == nil {
            throw BatchErrors.invalidInsertionKey(key, entity, "relationships cannot be set")
        }
        if property.isTransient {
            throw BatchErrors.invalidInsertionKey(key, entity, "the attribute is transient")
        }
        if let reason = property.refusalOfValues {
            throw BatchErrors.invalidInsertionKey(key, entity, reason)
        }
        return property
    }

    private func check(_ row: BatchRow) throws {
        for property in binding.slotProperties where property.coding != nil && !property.isTransient {
            let value = row.values[property.slot]
            if value.isNull, !property.isOptional, property.isAssigned {
                throw BatchErrors.missing(property.name, entity)
            }
            guard case .integer(let number) = value, let range = property.coding?.type.storedRange,
                !range.contains(number)
            else { continue }
            throw BatchErrors.unfit(number, property.name, entity)
        }
    }

    // MARK: Objects

    /// The rows of a handler that fills an object, one row at each call; nil at the end.
    func rows(_ handler: @escaping (NSManagedObject) -> Bool) -> () throws -> BatchRow? {
        let object = binding.objectClass.init(entity: entity, insertInto: nil)
        return {
            if handler(object) { return nil }
            let row = try row(of: object)
            object.setInitialValues()
            return row
        }
    }

    private func row(of object: NSManagedObject) throws -> BatchRow {
        var row = BatchRow(values: defaults)
        for property in binding.slotProperties where property.isAssigned {
            if property.relationship != nil {
                if object.hasMembers(of: property) {
                    throw BatchErrors.invalidInsertionKey(
                        property.name, entity, "relationships cannot be set")
                }
                continue
            }
            row.values[property.slot] = try object.storedForm(at: property.slot)
        }
        try check(row)
        return row
    }
}

extension StoredAttributeType {
    /// The range of an integer attribute with fewer than 64 bits; nil for all other types.
    var storedRange: ClosedRange<Int64>? {
        switch self {
        case .integer16: Int64(Int16.min)...Int64(Int16.max)
        case .integer32: Int64(Int32.min)...Int64(Int32.max)
        default: nil
        }
    }
}
