// SPDX-License-Identifier: Apache-2.0
// A store for tests of what notices other programs (PG-58).

#if PostgreSQL
import Foundation
import Perdure
import PerdureHistory
import PerdurePostgreSQL
import PerdurePostgreSQLStores
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

/// A store whose triggers notice other programs, and such a program.
final class NoticingStore {
    let namespace: ServerNamespace
    let stack: Stack
    let other: PlainWriter

    static var noticing: [AnyHashable: Any] { ["PerdurePostgreSQLOtherWriters": true] }

    /// Places in cities, with tags.
    static func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "City", .attribute("name"), .attribute("rank", .integer64AttributeType),
                .toMany("places", "Place", inverse: "city")),
            EntitySketch(
                "Place", .attribute("name"), .toOne("city", "City", inverse: "places"),
                .toMany("tags", "Tag", inverse: "places")),
            EntitySketch("Tag", .attribute("name"), .toMany("places", "Place", inverse: "tags")))
        model.entitiesByName["City"]?.attributesByName["name"]?.preservesValueInHistoryOnDeletion = true
        return model
    }

    init(_ model: NSManagedObjectModel = NoticingStore.model(), _ options: [AnyHashable: Any] = [:]) throws {
        namespace = try ServerNamespace()
        stack = try Stack(at: namespace.url, model, options: Self.noticing.merging(options) { $1 })
        other = try PlainWriter(namespace.name)
    }

    /// Saves a city with a place and a tag.
    func fill() throws {
        let context = stack.context()
        try context.performAndWait {
            let city = context.insert("City", ["name": "Bern", "rank": 1])
            let tag = context.insert("Tag", ["name": "old"])
            context.insert("Place", ["name": "Zytglogge", "city": city, "tags": Set([tag])])
            try context.save()
        }
    }

    func version(_ table: String) throws -> Int64? {
        guard case .int8(let version)? = try other.value("SELECT max(version) FROM \(table)") else {
            return nil
        }
        return version
    }

    /// The changes of each transaction of other programs: kind, entity, changed properties or the last name.
    func changes() throws -> [[String]] {
        let context = stack.context()
        return try context.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(
                after: nil as NSPersistentHistoryToken?)
            request.resultType = .transactionsAndChanges
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
            return transactions.filter { $0.author == "sql" }.map { transaction in
                (transaction.changes ?? []).map { change in
                    let names = (change.updatedProperties ?? []).map(\.name).sorted().joined(separator: " ")
                    let last = (change.tombstone?["name"] as? String) ?? ""
                    return
                        "\(change.changeType.rawValue) \(change.changedObjectID.entity.name ?? "") \(names)\(last)"
                }
            }
        }
    }
}

extension TestStores {
    /// An engine with a tag that hears of other programs, and how often it has heard.
    func hearing(in namespace: String, listens: Bool) throws -> (EngineUnderTest, Counter) {
        let store = EngineUnderTest(
            try open(Schema(ConformanceModel.library), in: namespace) {
                $0.additions.noticesOthers = true
                $0.notifications = listens ? .listen : .poll
            })
        try store.insert("Tag", ["name": .string("a")])
        let others = Counter()
        store.engine.whenOthersCommit { others.add() }
        return (store, others)
    }
}
#endif
