// SPDX-License-Identifier: Apache-2.0
// Checks attributes that merge under optimistic locking: merging neither checks nor changes versions; plain writes do.

import PerdureStore
import Testing

extension StoreEngineSuite {
    static let mergeVersionChecks: [Check] = [
        Check("MRG-94 MT-13 merging moves no version: who writes plain values meets no conflict") { suite in
            let (store, key) = try suite.post()
            let rows = try store.commit(try store.merging(key, ["likes": .integer(.add(1))]))
            #expect(rows.first?.version == 1)
            var plain = ChangeSet()
            plain.updates = [try store.update(key, ["title": .string("b")], expecting: 1)]
            try store.commit(plain)
            #expect(try store.row(key)?.version == 2)
            #expect(try store.rows(store.plan("Post")).map(\.version) == [2])
            try store.commit(try store.merging(key, ["likes": .integer(.add(1))]))
            #expect(try store.row(key)?.version == 2)
            #expect(try store.value(key, "likes") == .integer(2))
            #expect(try store.value(key, "title") == .string("b"))
        },
        Check("MRG-93 who writes plain values learns what others merged meanwhile") { suite in
            let (store, key) = try suite.post()
            try store.commit(try store.merging(key, ["likes": .integer(.add(7))]))
            var plain = ChangeSet()
            plain.updates = [try store.update(key, ["title": .string("b")], expecting: 1)]
            let row = try #require(try store.commit(plain).first { $0.key == key })
            #expect(row.version == 2)
            #expect(row.values.contains(.integer(7)))
        },
        Check("MRG-94 MT-12 merging with a row that others have changed meets no conflict") { suite in
            let (store, key) = try suite.post()
            var plain = ChangeSet()
            plain.updates = [try store.update(key, ["title": .string("b")], expecting: 1)]
            try store.commit(plain)
            try store.commit(try store.merging(key, ["likes": .integer(.add(1))], expecting: 1))
            #expect(try store.value(key, "likes") == .integer(1))
            #expect(try store.row(key)?.version == 2)
        },
        Check("MRG-99 MT-11 plain values are checked, and nothing of a conflict is applied") { suite in
            let (store, key) = try suite.post()
            var plain = ChangeSet()
            plain.updates = [try store.update(key, ["title": .string("b")], expecting: 1)]
            try store.commit(plain)
            let both = try store.merging(
                key, ["likes": .integer(.add(1))], writing: ["title": .string("a")], expecting: 1)
            let conflicts = try store.conflicts(both)
            guard case .version(key, let current)? = conflicts.first, conflicts.count == 1 else {
                Issue.record("not one version conflict but \(conflicts)")
                return
            }
            #expect(current?.version == 2)
            #expect(try store.value(key, "likes") == .null)
            let again = try store.merging(
                key, ["likes": .integer(.add(1))], writing: ["title": .string("a")], expecting: 2)
            #expect(try store.commit(again).first?.version == 3)
            #expect(try store.value(key, "likes") == .integer(1))
            #expect(try store.value(key, "title") == .string("a"))
            #expect(try store.row(key)?.version == 3)
        },
        Check("MRG-94 checks and deletions compare the plain version") { suite in
            let (store, key) = try suite.post()
            for _ in 0..<3 { try store.commit(try store.merging(key, ["likes": .integer(.add(1))])) }
            var changes = ChangeSet()
            changes.checks = [VersionCheck(key: key, expectedVersion: 1)]
            changes.insertions = [try store.insertion("Page")]
            try store.commit(changes)
            changes = ChangeSet()
            changes.deletions = [RowDeletion(key: key, expectedVersion: 1)]
            try store.commit(changes)
            #expect(try store.row(key) == nil)
        },
        Check("MRG-94 a row that is written again begins anew") { suite in
            let (store, key) = try suite.post()
            try store.commit(try store.merging(key, ["likes": .integer(.add(1))]))
            var changes = ChangeSet()
            changes.deletions = [RowDeletion(key: key, expectedVersion: nil)]
            try store.commit(changes)
            changes = ChangeSet()
            let layout = try store.layout("Post")
            changes.insertions = [
                RowInsertion(
                    key: key, version: 2,
                    values: ContiguousArray(repeating: .null, count: layout.properties.count))
            ]
            try store.commit(changes)
            #expect(try store.row(key)?.version == 2)
            try store.commit(try store.merging(key, ["likes": .integer(.add(1))]))
            #expect(try store.row(key)?.version == 2)
        },
        Check("MRG-100 MT-40 merging with a row that is gone is a conflict without a row") { suite in
            let (store, key) = try suite.post()
            var changes = ChangeSet()
            changes.deletions = [RowDeletion(key: key, expectedVersion: nil)]
            try store.commit(changes)
            let conflicts = try store.conflicts(try store.merging(key, ["likes": .integer(.add(1))]))
            guard case .version(key, nil)? = conflicts.first, conflicts.count == 1 else {
                Issue.record("not one conflict without a row but \(conflicts)")
                return
            }
        },
        Check("MRG-53 MT-29 MT-30 of two replacements the rule takes the later or the earlier one") { suite in
            let (store, key) = try suite.post(["color": .string("red"), "shade": .string("red")])
            let blue = AttributeDelta.value(.set(.string("blue")))
            let green = AttributeDelta.value(.set(.string("green")))
            try store.commit(try store.merging(key, ["color": blue, "shade": blue]))
            let mine = try store.commit(
                try store.merging(
                    key, ["color": green, "shade": green], expected: ["shade": .string("red")]))
            #expect(try store.value(key, "color") == .string("green"))
            #expect(try store.value(key, "shade") == .string("blue"))
            #expect(mine.first?[try store.slot("Post", "shade")] == .string("blue"))
            // A replacement that expects the stored value meets no other replacement.
            try store.commit(try store.merging(key, ["shade": green], expected: ["shade": .string("blue")]))
            #expect(try store.value(key, "shade") == .string("green"))
        },
        Check("MRG-53 MT-31 a rule may take two replacements for a conflict") { suite in
            for name in ["hue", "tint"] {
                let (store, key) = try suite.post([name: .string("red")])
                try store.commit(try store.merging(key, [name: .value(.set(.string("blue")))]))
                let conflicts = try store.conflicts(
                    try store.merging(
                        key, [name: .value(.setNil), "likes": .integer(.add(1))],
                        expected: [name: .string("red")]))
                guard case .version(key, let current)? = conflicts.first, conflicts.count == 1 else {
                    Issue.record("not one version conflict but \(conflicts)")
                    return
                }
                #expect(current?[try store.slot("Post", name)] == .string("blue"))
                #expect(current?.version == 1)
                #expect(try store.value(key, "likes") == .null)
                try store.commit(
                    try store.merging(key, [name: .value(.setNil)], expected: [name: .string("blue")]))
                #expect(try store.value(key, name) == .null)
            }
        },
        Check("MRG-90 a prepared merge that is rolled back leaves nothing") { suite in
            let (store, key) = try suite.post()
            guard
                case .prepared(let commit) = try store.engine.prepare(
                    try store.merging(key, ["likes": .integer(.add(1))]))
            else {
                Issue.record("a conflict")
                return
            }
            commit.rollback()
            #expect(try store.value(key, "likes") == .null)
            #expect(try store.row(key)?.version == 1)
        },
    ]
}
