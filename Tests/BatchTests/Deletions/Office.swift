// SPDX-License-Identifier: Apache-2.0
// What the tests of batch deletions work on: relationships of every kind with every rule.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport

/// A store with one team: its members go with it, its room stays, its budget must be empty.
struct Office {
    let stack: Stack
    let context: NSManagedObjectContext

    init(_ kind: Stack.Kind, _ options: [AnyHashable: Any]? = nil) throws {
        stack = try Stack(kind, Self.model(), options: options)
        context = stack.context()
        try context.performAndWait { [context] in
            for name in ["red", "blue"] {
                let team = context.insert("Team", ["name": name])
                team.setValue(context.insert("Room", ["name": "room of \(name)"]), forKey: "room")
                for number in 1...2 {
                    let member = context.insert("Member", ["name": "\(name) \(number)"])
                    member.setValue(team, forKey: "team")
                    member.setValue(NSSet(object: context.insert("Badge", ["name": "b"])), forKey: "badges")
                    context.insert("Desk", ["name": "desk of \(name) \(number)"]).setValue(
                        member, forKey: "user")
                }
                team.setValue(NSSet(object: context.insert("Topic", ["name": "t"])), forKey: "topics")
            }
            try context.save()
        }
    }

    /// Team ⟶ cascade members ⟶ cascade badges (many-to-many), nullify desks (one-to-many); nullify room (one-to-one) and
    /// topics (many-to-many); deny bills (one-to-many).
    static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Team", .attribute("name"), .attribute("rank", .integer64AttributeType),
                .toMany("members", "Member", inverse: "team", rule: .cascadeDeleteRule),
                .toOne("room", "Room", inverse: "team"), .toMany("topics", "Topic", inverse: "teams"),
                .toMany("bills", "Bill", inverse: "team", rule: .denyDeleteRule)),
            EntitySketch(
                "Member", .attribute("name"), .attribute("photo", .binaryDataAttributeType),
                .toOne("team", "Team", inverse: "members"),
                .toMany("badges", "Badge", inverse: "owners", rule: .cascadeDeleteRule),
                .toMany("desks", "Desk", inverse: "user")),
            EntitySketch("Boss", parent: "Member", .attribute("title")),
            EntitySketch("Badge", .attribute("name"), .toMany("owners", "Member", inverse: "badges")),
            EntitySketch("Desk", .attribute("name"), .toOne("user", "Member", inverse: "desks")),
            EntitySketch("Room", .attribute("name"), .toOne("team", "Team", inverse: "room")),
            EntitySketch(
                "Topic", .attribute("name"), .toMany("teams", "Team", inverse: "topics"),
                .derived("count", .integer64AttributeType, "teams.@count")),
            EntitySketch("Bill", .attribute("name"), .toOne("team", "Team", inverse: "bills")))
    }

    /// Runs a batch deletion.
    @discardableResult
    func delete(
        _ entity: String, _ format: String? = nil, _ type: NSBatchDeleteRequestResultType = .resultTypeCount,
        _ configure: (NSFetchRequest<any NSFetchRequestResult>) -> Void = { _ in }
    ) throws -> NSBatchDeleteResult {
        let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
        fetch.predicate = format.map { NSPredicate(format: $0) }
        configure(fetch)
        let request = NSBatchDeleteRequest(fetchRequest: fetch)
        request.resultType = type
        return try run(request)
    }

    @discardableResult
    func run(_ request: NSBatchDeleteRequest) throws -> NSBatchDeleteResult {
        let result = try context.performAndWait { try context.execute(request) }
        guard let result = result as? NSBatchDeleteResult else { throw CocoaError(.coreData) }
        return result
    }

    func names(_ entity: String) throws -> [String] {
        let reader = stack.context()
        return try reader.performAndWait {
            try reader.all(entity).compactMap { $0.value(forKey: "name") as? String }.sorted()
        }
    }

    /// What is at a key path of each object, in the order of a key.
    func values(_ entity: String, _ path: String, by key: String) throws -> [String] {
        let reader = stack.context()
        return try reader.performAndWait {
            try reader.all(entity, nil, by: key).map {
                $0.value(forKeyPath: path).map { "\($0)" } ?? "nil"
            }
        }
    }

    func versions(_ entity: String, by key: String) throws -> [Int] {
        try stack.versions(of: entity, by: key)
    }

    /// The rows of a query on the file; nil on a server.
    func raw(_ sql: String) throws -> [[String]]? { try stack.url.map { try RawDatabase($0).rows(sql) } }
}
