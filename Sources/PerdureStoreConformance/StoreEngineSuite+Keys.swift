// SPDX-License-Identifier: Apache-2.0
// Checks that a store gives out each key once and keeps its metadata.

import PerdurePropertyList
import PerdureStore
import Testing

extension StoreEngineSuite {
    static let keyChecks: [Check] = [
        Check("reserved keys are as many as wanted, ascending, positive and never given out again") { suite in
            let store = try suite.store()
            let tag = try store.layout("Tag").number
            let counts = [3, 2, 1]
            let given = try counts.map { try store.engine.reserveKeys($0, entity: tag) }
            #expect(given.map(\.count) == counts)
            for keys in given { #expect(keys.all == keys.all.sorted()) }
            let all = given.flatMap(\.all)
            #expect(Set(all).count == 6)
            #expect(all.allSatisfy { $0 > 0 })
        },
        Check("a hierarchy has one sequence of keys") { suite in
            let store = try suite.store()
            let employee = try store.engine.reserveKey(entity: store.layout("Employee").number)
            let manager = try store.engine.reserveKey(entity: store.layout("Manager").number)
            #expect(employee != manager)
        },
        Check("a key of a deleted object is not used again") { suite in
            let store = try suite.store()
            let key = try store.insert("Tag")
            var changes = ChangeSet()
            changes.deletions = [RowDeletion(key: key, expectedVersion: 1)]
            try store.commit(changes)
            #expect(try store.insert("Tag") != key)
        },
        Check("STO-40 metadata have a type and a UUID, and keep the application's keys") { suite in
            let store = try suite.store()
            var metadata = store.engine.metadata
            guard case .string(let type)? = metadata["NSStoreType"] else {
                Issue.record("no NSStoreType")
                return
            }
            #expect(!type.isEmpty)
            #expect(metadata["NSStoreUUID"] != nil)
            metadata["answer"] = .integer(42)
            try store.engine.setMetadata(metadata, immediately: true)
            #expect(store.engine.metadata["answer"] == .integer(42))
            #expect(store.engine.metadata["NSStoreUUID"] == metadata["NSStoreUUID"])
        },
    ]
}
