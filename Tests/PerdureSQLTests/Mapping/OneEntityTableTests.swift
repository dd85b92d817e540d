// SPDX-License-Identifier: Apache-2.0
// Tables that have the rows of one entity each: no statement asks for a column with the entity, or writes it.

import PerdurePredicates
import PerdureSQLite
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Tables of one entity each")
struct OneEntityTableTests {
    private let store: OneEntityStore

    init() throws {
        store = try OneEntityStore()
        try store.fill()
    }

    @Test("insertions have no value for the entity")
    func insertion() throws {
        let plan = WriteStatement.insertion(try store.mapping.entity(1), store.mapping, .sqlite)
        #expect(plan.text == #"INSERT INTO "box" ("id", "version", "name") VALUES (?1, ?2, ?3)"#)
        #expect(plan.firstPlaceholder == 3)
    }

    @Test("fetches give rows with version and values, and keys of their entity")
    func fetch() throws {
        let boxes = try store.rows(1)
        #expect(boxes.map(\.key) == [store.key(1, 1)])
        #expect(boxes.first?.version == 1 && boxes.first?[0] == .string("red"))
        #expect(try store.keys(FetchPlan(entity: 2)) == [store.key(2, 4), store.key(2, 5)])
        let keys = (4...12).map { store.key(2, $0) }
        #expect(try store.engine.rows(for: keys).map(\.key) == [store.key(2, 4), store.key(2, 5)])
    }

    @Test("a to-one relationship leads to its destination, in rows and in predicates")
    func toOne() throws {
        #expect(
            try store.rows(2).map { $0[0] } == [.reference(store.key(1, 1)), .reference(store.key(1, 1))])
        #expect(try store.keys(inBox: "red").count == 2)
        #expect(try store.keys(inBox: "blue").isEmpty)
    }

    @Test("members are found by one owner and by many")
    func members() throws {
        let things = [store.key(2, 4), store.key(2, 5)]
        #expect(try store.engine.members(of: 1, for: store.key(1, 1)) == things)
        let rows = try store.engine.members(of: MemberOwners(slot: 1, entity: 1, numbers: [1, 2]))
        #expect(rows.rows.map(\.key) == things && rows.owners == [1, 1])
    }

    @Test("updates and deletions check the version")
    func changes() throws {
        var changes = ChangeSet()
        changes.updates = [
            RowUpdate(
                Row(key: store.key(1, 1), version: 2, values: [.string("blue"), .null]), slots: [0],
                expectedVersion: 1)
        ]
        changes.deletions = [RowDeletion(key: store.key(2, 4), expectedVersion: 1)]
        try store.write(changes)
        #expect(try store.rows(1).map { $0[0] } == [.string("blue")])
        #expect(try store.rows(1).map(\.version) == [2])
        #expect(try store.keys(FetchPlan(entity: 2)) == [store.key(2, 5)])
    }

    @Test("a batch deletion takes references out of the rows that stay")
    func batchDeletion() throws {
        let outcome = try store.write(.deletion(BatchDeletion(FetchPlan(entity: 1), rules: [:])))
        #expect(outcome.deleted == [store.key(1, 1)])
        #expect(try store.rows(2).map { $0[0] } == [.null, .null])
    }

    @Test("an entity with a parent is refused by its name")
    func hierarchy() throws {
        let definitions = [EntityDefinition("Box"), EntityDefinition("Crate", superentity: "Box")]
        let error = #expect(throws: StoreError.self) {
            try StoreMapping(
                schema: Schema(definitions), entities: nil, naming: PlainNames(entity: nil),
                stored: NewStore())
        }
        guard case .invalidSchema(let text) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(text.hasPrefix("the entity \"Crate\" has a parent entity"))
    }
}

extension OneEntityStore {
    /// The things in a box of a name.
    fileprivate func keys(inBox name: String) throws -> [ObjectKey] {
        var plan = FetchPlan(entity: 2)
        let path = ExpressionNode.keyPath(base: .evaluatedObject, keys: ["box", "name"])
        plan.predicate = compare(path, .equal, .string(name))
        return try keys(plan)
    }
}
