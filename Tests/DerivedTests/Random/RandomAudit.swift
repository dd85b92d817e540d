// SPDX-License-Identifier: Apache-2.0
// What is stored after a save, and what the derived values of it must be.

import Foundation
import Perdure
import PerdureTestSupport

/// The stored objects, read by a fresh context.
struct RandomAudit {
    private let lists: [NSManagedObject]
    private let items: [NSManagedObject]
    private let tags: [NSManagedObject]
    /// Keeps the objects alive.
    private let context: NSManagedObjectContext

    init(_ stack: Stack) throws {
        context = stack.context()
        lists = try context.all("List")
        items = try context.all("Item")
        tags = try context.all("Tag")
    }

    /// Derived values that are not those of a computation from scratch.
    func problems() -> [String] {
        lists.flatMap(problems(of:))
            + tags.flatMap { tag in
                let users = items.filter { ids($0, "tags").contains(tag.objectID) }
                return differences(tag, ["uses": users.count, "points": sum(users)])
            }
            + items.flatMap { problems(item: $0) }
    }

    private func problems(of list: NSManagedObject) -> [String] {
        let members = items.filter { ids($0, "list") == [list.objectID] }
        let points = members.compactMap { $0.value(forKey: "points") as? Int }
        let weights = members.compactMap { $0.value(forKey: "weight") as? Double }
        let mean = points.isEmpty ? nil : Double(points.reduce(0, +)) / Double(points.count)
        return differences(
            list,
            [
                "count": members.count, "total": sum(members), "weight": weights.reduce(0, +), "mean": mean,
                "heaviest": weights.max(), "least": points.min(),
            ])
    }

    private func problems(item: NSManagedObject) -> [String] {
        let name = item.value(forKey: "name") as? String
        let list = lists.first { ids(item, "list") == [$0.objectID] }
        let listName = list?.value(forKey: "name") as? String
        let siblings = items.filter { list != nil && ids($0, "list") == ids(item, "list") }
        return differences(
            item,
            [
                "listName": listName, "loudList": listName?.uppercased(), "quiet": name?.lowercased(),
                "search": name?.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil),
                "siblings": siblings.count,
            ])
    }

    private func sum(_ items: [NSManagedObject]) -> Int {
        items.compactMap { $0.value(forKey: "points") as? Int }.reduce(0, +)
    }

    private func ids(_ object: NSManagedObject, _ relationship: String) -> [NSManagedObjectID] {
        object.objectIDs(forRelationshipNamed: relationship)
    }

    private func differences(_ object: NSManagedObject, _ expected: [String: Any?]) -> [String] {
        expected.sorted { $0.key < $1.key }.compactMap { key, value in
            let stored = object.value(forKey: key) as? NSObject
            if stored == value as? NSObject { return nil }
            let words = value.map { "\($0)" } ?? "nil"
            return "\(object.objectID.uriRepresentation().lastPathComponent) of \(object.entity.name ?? ""): "
                + "\(key) is \(stored.map { "\($0)" } ?? "nil") and should be \(words)"
        }
    }

    // MARK: Times

    /// The time of each item, with what else is stored in its row.
    func times() -> [NSManagedObjectID: (touched: Date?, row: [NSObject?])] {
        Dictionary(
            uniqueKeysWithValues: items.map { item in
                let row = ["name", "points", "weight"].map { item.value(forKey: $0) as? NSObject }
                let list = ids(item, "list").first
                return (item.objectID, (item.value(forKey: "touched") as? Date, row + [list]))
            })
    }

    // MARK: The saving context

    /// Derived values by object and attribute.
    typealias Values = [NSManagedObjectID: [String: NSObject]]

    func values() -> Values {
        let values = (lists + items + tags).map { object in
            let keys = object.entity.attributesByName.filter { $0.value is NSDerivedAttributeDescription }
                .keys
            let pairs = keys.map { ($0, object.value(forKey: $0) as? NSObject ?? NSNull()) }
            return (object.objectID, Dictionary(uniqueKeysWithValues: pairs))
        }
        return Dictionary(uniqueKeysWithValues: values)
    }

    /// Objects of the context that saved which do not show what the save has changed.
    func outdated(_ values: Values, after old: Values, in saving: NSManagedObjectContext) -> [String] {
        values.flatMap { id, new -> [String] in
            guard let object = saving.registeredObject(for: id), !object.isFault else { return [] }
            return new.compactMap { key, value in
                let shown = object.value(forKey: key) as? NSObject ?? NSNull()
                guard old[id]?[key] != value, shown != value else { return nil }
                return "\(id.uriRepresentation().lastPathComponent) shows \(key) \(shown) instead of \(value)"
            }
        }
    }
}
