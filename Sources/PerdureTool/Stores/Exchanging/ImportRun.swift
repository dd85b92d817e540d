// SPDX-License-Identifier: Apache-2.0
// Makes objects of records in a context: first the objects with their attributes, then the relationships, then the checks of a
// save. References.swift finds other objects, UniqueKeys.swift those that are there already.

import Foundation
import Perdure

/// One import.
final class ImportRun {
    /// A record whose attributes could be read.
    private struct Prepared {
        let record: ImportedRecord
        let entity: NSEntityDescription
        var attributes: [String: Any?] = [:]
        var references: [(NSRelationshipDescription, ImportedValue)] = []
    }

    private let store: WritableStore
    private let arguments: Arguments
    private let records: [ImportedRecord]
    private var progress: Progress?
    private var done: Int64 = 0
    private var keys: UniqueKeys
    private var named: [NameInFiles: NSManagedObject] = [:]
    /// The store's objects that the files name.
    private var own: Set<NSManagedObjectID> = []
    private var objects: [(place: ImportPlace, object: NSManagedObject)] = []
    private(set) var problems: [ImportProblem]
    /// The numbers that the new objects have in their export.
    private var numbers = KeptNumbers()
    /// Whether the new objects have these numbers; nil where nothing is new, or nothing has been written.
    private(set) var keepsNumbers: Bool?
    private(set) var inserted = 0
    private(set) var updated = 0

    init(_ store: WritableStore, _ reading: RecordReading, _ arguments: Arguments) {
        self.store = store
        self.arguments = arguments
        records = reading.records
        problems = reading.problems
        keys = UniqueKeys(store.context)
        let isQuiet = arguments.switches.contains("quiet")
        progress = isQuiet ? nil : Progress("Importing", total: Int64(max(1, records.count * 3)))
    }

    /// Makes and checks everything; what is wrong is in `problems`.
    func make() throws {
        defer { progress?.end() }
        try store.context.performAndWait {
            let prepared = records.compactMap(prepare)
            try keys.findStored()
            own = Set(prepared.compactMap { ownObject($0)?.objectID })
            var made: [(Prepared, NSManagedObject)] = []
            for item in prepared {
                if let object = object(of: item) { made.append((item, object)) }
                step()
            }
            for (item, object) in made {
                setReferences(item, object)
                step()
            }
            for (place, object) in objects {
                check(object, place)
                step()
            }
        }
    }

    /// Writes everything in one transaction.
    ///
    /// - Throws: What keeps the store from reserving numbers; nothing is written then.
    func save() throws {
        try store.context.performAndWait {
            if !numbers.isEmpty { keepsNumbers = try numbers.assign(in: store) }
            do { try store.context.save() } catch let error as NSError {
                keepsNumbers = nil
                tell(error)
            }
        }
    }

    private func step() {
        done += 1
        progress?.show(done)
    }

    private func report(_ record: ImportedRecord, _ key: String? = nil, _ text: String) {
        problems.append(ImportProblem(place: record.place, entity: record.entity, key: key, text: text))
    }

    // MARK: Objects

    private func prepare(_ record: ImportedRecord) -> Prepared? {
        guard let entity = store.entity(named: record.entity) else {
            problems.append(
                ImportProblem(
                    place: record.place, entity: nil, key: nil,
                    text: UnknownName.entity(record.entity, of: store.document, in: "the model").message))
            return nil
        }
        guard !entity.isAbstract else {
            report(record, nil, "the entity is abstract: name one of its subentities")
            return nil
        }
        var prepared = Prepared(record: record, entity: entity)
        for (key, value) in record.values { read(key, value, &prepared) }
        if let other = keys.note(record.place, entity, prepared.attributes) {
            report(record, nil, "has the same unique values as \(other.text)")
            return nil
        }
        return prepared
    }

    private func read(_ key: String, _ value: ImportedValue, _ prepared: inout Prepared) {
        let record = prepared.record
        if let relationship = prepared.entity.relationshipsByName[key] {
            return prepared.references.append((relationship, value))
        }
        guard let attribute = prepared.entity.attributesByName[key] else {
            return report(record, key, UnknownName.property(key, of: record.entity, prepared.entity.keys))
        }
        if attribute is NSDerivedAttributeDescription {
            return report(record, key, "is computed by the store: leave it out")
        }
        if attribute.isTransient {
            return report(record, key, "is transient, so no store keeps it: leave it out")
        }
        do throws(ValueFault) {
            try store.requireNoIndexes(of: attribute)
            prepared.attributes[key] = .some(try ValueReading.value(value, attribute))
        } catch { report(record, key, error.text) }
    }

    private func object(of item: Prepared) -> NSManagedObject? {
        let (named, equal) = (ownObject(item), keys.stored(item.entity, item.attributes))
        if let named, let equal, named !== equal, !own.contains(equal.objectID) {
            report(
                item.record, nil,
                "is \(store.name(of: named)), and \(store.name(of: equal)) has its unique values")
            return nil
        }
        let found = named ?? equal
        if let found, arguments.switches.contains("insert-only") {
            report(item.record, nil, "is there already: \(store.name(of: found))")
            return nil
        }
        if let found, found.entity.name != item.entity.name {
            report(item.record, nil, "is there already as another entity: \(store.name(of: found))")
            return nil
        }
        let object = found ?? NSManagedObject(entity: item.entity, insertInto: store.context)
        if found == nil {
            inserted += 1
            numbers.note(object, item.record)
        } else {
            updated += 1
        }
        for (key, value) in item.attributes { object.setValue(value, forKey: key) }
        keys.keep(object, item.entity, item.attributes)
        objects.append((item.record.place, object))
        keep(object, item.record)
        return object
    }

    private func keep(_ object: NSManagedObject, _ record: ImportedRecord) {
        guard let name = record.name else { return }
        let key = NameInFiles(store: record.store, short: name.short)
        if named.updateValue(object, forKey: key) != nil {
            report(record, nil, "the objectID \(name.short) is there twice")
        }
    }

    /// The store's object of a record's name, if it is a name of this store.
    private func ownObject(_ item: Prepared) -> NSManagedObject? {
        guard let name = item.record.name, item.record.store == store.uuid else { return nil }
        return store.object(name)
    }

    // MARK: Relationships

    private func setReferences(_ item: Prepared, _ object: NSManagedObject) {
        for (relationship, value) in item.references {
            let references = References(
                relationship, named: named, keys: keys, store: store, names: item.record.store)
            do throws(ValueFault) {
                let members = try references.objects(value)
                if relationship.isToMany {
                    object.setValue(members, forKey: relationship.name)
                } else {
                    object.setValue(members.first, forKey: relationship.name)
                }
            } catch { report(item.record, relationship.name, error.text) }
        }
    }

    // MARK: Checks

    private func check(_ object: NSManagedObject, _ place: ImportPlace) {
        do {
            if object.isInserted { try object.validateForInsert() } else { try object.validateForUpdate() }
        } catch let error as NSError {
            for single in error.parts { report(single, object, place) }
        }
    }

    private func report(_ error: NSError, _ object: NSManagedObject?, _ place: ImportPlace) {
        problems.append(
            ImportProblem(
                place: place, entity: object?.entity.name,
                key: error.userInfo[NSValidationKeyErrorKey] as? String,
                text: StoreMigrate.reasons(error)))
    }

    /// Tells why a save failed, at the places of the objects that it names.
    private func tell(_ error: NSError) {
        let places = Dictionary(objects.map { (ObjectIdentifier($0.object), $0.place) }) { first, _ in first }
        if let conflicts = error.userInfo["conflictList"] as? [NSConstraintConflict] {
            return conflicts.forEach { tell($0, places) }
        }
        for single in error.parts {
            let object = single.userInfo[NSValidationObjectErrorKey] as? NSManagedObject
            let place = object.flatMap { places[ObjectIdentifier($0)] }
            report(single, object, place ?? ImportPlace(file: store.shown, line: 0))
        }
    }
}

extension ImportRun {
    private func tell(_ conflict: NSConstraintConflict, _ places: [ObjectIdentifier: ImportPlace]) {
        let words = conflict.constraint.map { "\($0) \(conflict.constraintValues[$0] ?? "nil")" }
        let other = conflict.databaseObject.map { store.name(of: $0) } ?? "another object"
        for object in conflict.conflictingObjects {
            problems.append(
                ImportProblem(
                    place: places[ObjectIdentifier(object)] ?? ImportPlace(file: store.shown, line: 1),
                    entity: object.entity.name, key: conflict.constraint.joined(separator: ","),
                    text:
                        "\(words.joined(separator: " and ")) is \(other)'s; unique values cannot change hands within one "
                        + "import: give \(other) another value first"))
        }
    }
}

extension NSEntityDescription {
    /// The names of what objects keep in a store.
    var keys: [String] { Array(attributesByName.keys) + Array(relationshipsByName.keys) }
}

extension NSError {
    /// The single errors of an error that has several.
    var parts: [NSError] { userInfo[NSDetailedErrorsKey] as? [NSError] ?? [self] }
}
