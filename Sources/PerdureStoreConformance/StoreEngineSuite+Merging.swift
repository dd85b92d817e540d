// SPDX-License-Identifier: Apache-2.0
// Checks attributes that merge: a store applies changes to the newest values, no matter who wrote them. Versions and
// conflicts are in StoreEngineSuite+MergeVersions.swift, refusals in StoreEngineSuite+MergeFailures.swift.

import Foundation
import PerdurePropertyList
import PerdureStore
import Testing

extension StoreEngineSuite {
    static let mergeChecks: [Check] = [
        Check("MT-1 two writers who both read 10 add 2 and 3: 15 is stored") { suite in
            let (store, key) = try suite.post(["likes": .integer(10)])
            let first = try store.commit(try store.merging(key, ["likes": .integer(.add(2))]))
            #expect(first.first?[try store.slot("Post", "likes")] == .integer(12))
            let second = try store.commit(try store.merging(key, ["likes": .integer(.add(3))]))
            #expect(second.map(\.key) == [key])
            #expect(second.first?[try store.slot("Post", "likes")] == .integer(15))
            #expect(try store.value(key, "likes") == .integer(15))
        },
        Check("MRG-22 MT-9 an assignment replaces the value, and what is added to it counts") { suite in
            let (store, key) = try suite.post(["likes": .integer(10)])
            try store.commit(try store.merging(key, ["likes": .integer(.add(1))]))
            try store.commit(try store.merging(key, ["likes": .integer(.assign(5))]))
            #expect(try store.value(key, "likes") == .integer(5))
            let both = CounterDelta<Int64>(base: .assigned(7), amount: 2, isTouched: true)
            try store.commit(try store.merging(key, ["likes": .integer(both)]))
            #expect(try store.value(key, "likes") == .integer(9))
            try store.commit(try store.merging(key, ["likes": .integer(.assign(nil))]))
            #expect(try store.value(key, "likes") == .null)
        },
        Check("MRG-21 MT-14 nil counts as 0, also when 0 is added") { suite in
            let (store, key) = try suite.post()
            try store.commit(
                try store.merging(key, ["likes": .integer(.add(2)), "small": .integer(.add(0))]))
            #expect(try store.value(key, "likes") == .integer(2))
            #expect(try store.value(key, "small") == .integer(0))
        },
        Check("MRG-20 counters of fractions and decimals") { suite in
            let price = try #require(Decimal(string: "0.2"))
            let (store, key) = try suite.post(["weight": .double(1.5), "price": .decimal(DecimalBox(price))])
            let tenth = try #require(Decimal(string: "0.1"))
            let changes = try store.merging(
                key, ["weight": .real(.add(0.25)), "price": .decimal(.add(tenth))])
            try store.commit(changes)
            try store.commit(changes)
            #expect(try store.value(key, "weight") == .double(2))
            #expect(try store.content(key, "price") == .decimal(Decimal(string: "0.4")))
        },
        Check("MT-16 MT-25 sets: every writer's insertions and removals count, the empty set is nil") {
            suite in
            let (store, key) = try suite.post()
            let insert = { (text: String) in AttributeDelta.set(SetDelta(inserted: [.string(text)])) }
            for text in ["a", "b", "c"] {
                try store.commit(try store.merging(key, ["tags": insert(text), "files": insert(text)]))
            }
            #expect(try store.content(key, "tags") == .set([.string("a"), .string("b"), .string("c")]))
            #expect(try store.content(key, "files") == .set([.string("a"), .string("b"), .string("c")]))
            let all = AttributeDelta.set(
                SetDelta(removed: [.string("a"), .string("b"), .string("c"), .string("d")]))
            try store.commit(try store.merging(key, ["tags": all, "files": all]))
            #expect(try store.value(key, "tags") == .null)
            #expect(try store.value(key, "files") == .null)
        },
        Check("MT-23 MT-24 MT-25 MT-27 dictionaries merge per key, the empty one is nil") { suite in
            let (store, key) = try suite.post()
            func apply(_ entries: [String: DictionaryDelta.Entry]) throws {
                try store.commit(
                    try store.merging(key, ["settings": .dictionary(DictionaryDelta(entries))]))
            }
            try apply(["x": .set(.integer(1))])
            try apply(["y": .set(.string("two"))])
            try apply(["x": .set(.integer(3)), "hits": .add(.integer(1))])
            try apply(["hits": .add(.integer(2))])
            #expect(
                try store.content(key, "settings")
                    == .dictionary(["x": .integer(3), "y": .string("two"), "hits": .integer(3)]))
            try apply(["x": .remove, "y": .remove, "hits": .remove])
            #expect(try store.value(key, "settings") == .null)
        },
        Check("MRG-143 sets and dictionaries are stored as plain binary property lists") { suite in
            let (store, key) = try suite.post()
            let set = AttributeDelta.set(SetDelta(inserted: [.string("b"), .string("a")]))
            let settings = AttributeDelta.dictionary(DictionaryDelta(["k": .set(.boolean(true))]))
            try store.commit(try store.merging(key, ["tags": set, "settings": settings]))
            guard case .data(let tags) = try store.value(key, "tags"),
                case .data(let values) = try store.value(key, "settings")
            else {
                Issue.record("no bytes are stored")
                return
            }
            #expect(try BinaryPropertyList.read(tags) == .array([.string("a"), .string("b")]))
            #expect(try BinaryPropertyList.read(values) == .dictionary(["k": .boolean(true)]))
        },
        Check("MRG-90 one update changes several attributes, and other values stay as others left them") {
            suite in
            let (store, key) = try suite.post(["title": .string("first"), "likes": .integer(1)])
            var plain = ChangeSet()
            plain.updates = [try store.update(key, ["title": .string("theirs")], expecting: 1)]
            try store.commit(plain)
            let rows = try store.commit(
                try store.merging(
                    key, ["likes": .integer(.add(1)), "color": .value(.set(.string("red")))]))
            #expect(rows.first?[try store.slot("Post", "title")] == .string("theirs"))
            #expect(try store.value(key, "title") == .string("theirs"))
            #expect(try store.value(key, "color") == .string("red"))
            #expect(try store.value(key, "likes") == .integer(2))
        },
        Check("MRG-90 attributes of a subentity, in a save of many rows") { suite in
            let store = try suite.store(MergingModel.entities)
            let keys = try (0..<600).map { _ in try store.insertion("Note") }
            var changes = ChangeSet()
            changes.insertions = keys
            try store.commit(changes)
            changes = ChangeSet()
            changes.updates = try keys.enumerated().map { index, insertion in
                try store.merge(
                    insertion.key, ["ticks": .integer(.add(Int64(index))), "likes": .integer(.add(1))])
            }
            #expect(try store.commit(changes).count == 600)
            #expect(try store.value(keys[599].key, "ticks") == .integer(599))
            #expect(try store.value(keys[0].key, "ticks") == .integer(0))
            #expect(try store.rows(store.plan("Post")).allSatisfy { $0.version == 1 })
        },
        Check("MRG-125 derived attributes follow counters in the same commit") { suite in
            let store = try suite.store(MergingModel.entities)
            let blog = try store.insert("Blog")
            let posts = try (0..<2).map { _ in
                try store.insert("Post", ["blog": .reference(blog), "likes": .integer(1)])
            }
            let rows = try store.commit(try store.merging(posts[0], ["likes": .integer(.add(4))]))
            #expect(Set(rows.map(\.key)) == [blog, posts[0]])
            #expect(try store.value(blog, "likes") == .integer(6))
            #expect(try store.value(posts[0], "copy") == .integer(5))
            #expect(try store.row(blog)?.version == 1)
        },
        Check("MRG-17 many writers at once: every addition counts") { suite in
            let (store, key) = try suite.post()
            let problems = Problems()
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                for _ in 0..<50 {
                    problems.catching {
                        try store.commit(try store.merging(key, ["likes": .integer(.add(1))]))
                    }
                }
            }
            #expect(problems.list.isEmpty)
            #expect(try store.value(key, "likes") == .integer(200))
            #expect(try store.row(key)?.version == 1)
        },
    ]

    /// A new post without stars.
    func post(_ values: [String: StoredValue] = [:]) throws -> (EngineUnderTest, ObjectKey) {
        let store = try store(MergingModel.entities)
        return (store, try store.insert("Post", ["stars": .integer(0)].merging(values) { $1 }))
    }
}
