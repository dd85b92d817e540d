// SPDX-License-Identifier: Apache-2.0
// Objects by the values that their entities declare as unique: those of the files, and those of the store.

import Foundation
import Perdure

/// The unique values of an object under one constraint.
private struct UniqueKey: Hashable {
    let constraint: UniqueConstraint
    let values: [String]
}

/// A constraint at the entity that declares it.
private struct UniqueConstraint: Hashable {
    let entity: String
    let attributes: [String]
}

/// Objects by their unique values.
final class UniqueKeys {
    private let context: NSManagedObjectContext
    /// Where the files have a key.
    private var places: [UniqueKey: ImportPlace] = [:]
    /// The keys with their values, as a request needs them.
    private var wanted: [UniqueConstraint: [[Any]]] = [:]
    private var objects: [UniqueKey: NSManagedObject] = [:]

    init(_ context: NSManagedObjectContext) { self.context = context }

    // MARK: Keys

    private static func constraints(of entity: NSEntityDescription) -> [UniqueConstraint] {
        sequence(first: entity) { $0.superentity }.flatMap { owner in
            owner.uniquenessConstraints.map { members in
                UniqueConstraint(
                    entity: owner.name ?? "",
                    attributes: members.map { ($0 as? NSPropertyDescription)?.name ?? "\($0)" })
            }
        }
    }

    private static func keys(of entity: NSEntityDescription, _ values: [String: Any?]) -> [(
        UniqueKey, [Any]
    )] {
        constraints(of: entity).compactMap { constraint in
            let found = constraint.attributes.compactMap { values[$0] ?? nil }
            guard found.count == constraint.attributes.count else { return nil }
            return (UniqueKey(constraint: constraint, values: found.map(text)), found)
        }
    }

    /// The same text for equal values, whether a file or an object has them.
    private static func text(_ value: Any) -> String {
        switch value {
        case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
        case let number as NSNumber: number.stringValue
        case let data as Data: data.base64EncodedString()
        // Stores tell texts apart by their bytes.
        case let text as String: text.utf8.map { String($0, radix: 16) }.joined(separator: ".")
        default: "\(value)"
        }
    }

    // MARK: Records

    /// Notes the keys of a record; gives the place of another one with an equal key.
    func note(_ place: ImportPlace, _ entity: NSEntityDescription, _ values: [String: Any?])
        -> ImportPlace?
    {
        for (key, found) in Self.keys(of: entity, values) {
            if let other = places[key] { return other }
            places[key] = place
            wanted[key.constraint, default: []].append(found)
        }
        return nil
    }

    /// Finds the store's objects that have keys of the records.
    func findStored() throws {
        for (constraint, keys) in wanted {
            for start in stride(from: 0, to: keys.count, by: 200) {
                try find(constraint, Array(keys[start..<min(start + 200, keys.count)]))
            }
        }
    }

    private func find(_ constraint: UniqueConstraint, _ keys: [[Any]]) throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: constraint.entity)
        let names = constraint.attributes
        if names.count == 1 {
            request.predicate = NSPredicate(format: "%K IN %@", names[0], keys.map { $0[0] })
        } else {
            request.predicate = NSCompoundPredicate(
                orPredicateWithSubpredicates: keys.map { values in
                    NSCompoundPredicate(
                        andPredicateWithSubpredicates: zip(names, values).map {
                            NSPredicate(format: "%K == %@", argumentArray: [$0, $1])
                        })
                })
        }
        for object in try context.fetch(request) {
            let values = names.compactMap { object.value(forKeyPath: $0) }
            guard values.count == names.count else { continue }
            objects[UniqueKey(constraint: constraint, values: values.map(Self.text))] = object
        }
    }

    /// The object that has one of a record's keys already.
    func stored(_ entity: NSEntityDescription, _ values: [String: Any?]) -> NSManagedObject? {
        Self.keys(of: entity, values).compactMap { objects[$0.0] }.first
    }

    func keep(_ object: NSManagedObject, _ entity: NSEntityDescription, _ values: [String: Any?]) {
        for (key, _) in Self.keys(of: entity, values) { objects[key] = object }
    }

    // MARK: References

    /// The attribute by whose value alone an entity's objects are known; nil for none or several.
    static func onlyKey(of entity: NSEntityDescription) -> String? {
        let single = constraints(of: entity).filter { $0.attributes.count == 1 }
        return single.count == 1 ? single[0].attributes[0] : nil
    }

    /// The object with some unique values, of the files or of the store.
    func object(_ entity: NSEntityDescription, _ values: [String: Any?]) throws -> NSManagedObject? {
        let keys = Self.keys(of: entity, values)
        if let known = keys.compactMap({ objects[$0.0] }).first { return known }
        for (key, found) in keys { try find(key.constraint, [found]) }
        return keys.compactMap { objects[$0.0] }.first
    }

    /// What names an object of an entity, in words.
    static func described(_ entity: NSEntityDescription) -> String {
        let lists = constraints(of: entity).map { $0.attributes.joined(separator: " and ") }
        return lists.isEmpty ? "no unique values" : lists.joined(separator: ", or ")
    }
}
