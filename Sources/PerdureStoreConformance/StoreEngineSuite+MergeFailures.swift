// SPDX-License-Identifier: Apache-2.0
// Checks attributes that merge: a store refuses a change that does not fit the newest value, and writes none of its save.

import PerdurePropertyList
import PerdureStore
import Testing

extension StoreEngineSuite {
    static let mergeFailureChecks: [Check] = [
        Check("MRG-62 MT-15 bounds hold for what would be stored") { suite in
            let (store, key) = try suite.post(["stars": .integer(18)])
            try store.commit(try store.merging(key, ["stars": .integer(.add(1))]))
            try store.expectFailure(
                try store.merging(key, ["stars": .integer(.add(2))]), .tooLarge, .integer(21), on: key,
                "stars")
            #expect(try store.value(key, "stars") == .integer(19))
            try store.expectFailure(
                try store.merging(key, ["stars": .integer(.add(-20))]), .tooSmall, .integer(-1), on: key,
                "stars")
        },
        Check("MRG-62 a mandatory counter cannot become nil") { suite in
            let (store, key) = try suite.post(["stars": .integer(1)])
            try store.expectFailure(
                try store.merging(key, ["stars": .integer(.assign(nil))]), .missing, .null, on: key, "stars")
            #expect(try store.value(key, "stars") == .integer(1))
        },
        Check("MRG-25 sums beyond the type's range") { suite in
            let (store, key) = try suite.post([
                "likes": .integer(.max - 1), "small": .integer(-32_768), "medium": .integer(2_147_483_647),
                "weight": .double(.greatestFiniteMagnitude),
            ])
            let greatest = AttributeDelta.real(.add(.greatestFiniteMagnitude))
            for (name, delta, reason) in [
                ("likes", AttributeDelta.integer(.add(2)), MergeFailure.Reason.tooLarge),
                ("small", .integer(.add(-1)), .tooSmall), ("medium", .integer(.add(1)), .tooLarge),
                ("weight", greatest, .tooLarge),
            ] {
                try store.expectFailure(try store.merging(key, [name: delta]), reason, nil, on: key, name)
            }
            try store.commit(try store.merging(key, ["likes": .integer(.add(1))]))
            #expect(try store.value(key, "likes") == .integer(.max))
        },
        Check("MRG-41 adding to a text that others have put into a dictionary") { suite in
            let (store, key) = try suite.post()
            let text = AttributeDelta.dictionary(DictionaryDelta(["k": .set(.string("text"))]))
            try store.commit(try store.merging(key, ["settings": text]))
            let add = AttributeDelta.dictionary(DictionaryDelta(["k": .add(.integer(1))]))
            let failure = try #require(try store.failure(try store.merging(key, ["settings": add])))
            guard case .invalid = failure.reason else {
                Issue.record("\(failure.reason)")
                return
            }
            #expect(try store.content(key, "settings") == .dictionary(["k": .string("text")]))
        },
        Check("MRG-142 bytes that are no set are an error that names the attribute, and stay") { suite in
            let empty = try suite.store(MergingModel.entities)
            guard empty.engine.limits.keepsUnreadableContent else {
                let error = #expect(throws: StoreError.self) {
                    try empty.insert("Post", ["tags": .data(.init([1, 2, 3]))])
                }
                #expect(isRefused(error, "Post.tags"))
                return
            }
            let (store, key) = try suite.post(["tags": .data(.init([1, 2, 3]))])
            let insert = AttributeDelta.set(SetDelta(inserted: [.string("a")]))
            let failure = try #require(try store.failure(try store.merging(key, ["tags": insert])))
            #expect(failure.slot == (try store.slot("Post", "tags")))
            guard case .invalid = failure.reason else {
                Issue.record("\(failure.reason)")
                return
            }
            #expect(try store.value(key, "tags") == .data(.init([1, 2, 3])))
        },
        Check("MRG-97 one change that does not fit keeps everything else from being written") { suite in
            let (store, key) = try suite.post(["stars": .integer(20)])
            let other = try store.insert("Post", ["stars": .integer(0)])
            var changes = ChangeSet()
            changes.insertions = [try store.insertion("Page")]
            changes.updates = [
                try store.merge(other, ["likes": .integer(.add(1))], writing: ["title": .string("x")]),
                try store.merge(key, ["stars": .integer(.add(1))]),
            ]
            try store.expectFailure(changes, .tooLarge, .integer(21), on: key, "stars")
            #expect(try store.value(other, "likes") == .null)
            #expect(try store.value(other, "title") == .null)
            #expect(try store.count(store.plan("Page")) == 0)
            changes.updates[1] = try store.merge(key, ["stars": .integer(.add(-1))])
            try store.commit(changes)
            #expect(try store.value(other, "likes") == .integer(1))
            #expect(try store.value(key, "stars") == .integer(19))
        },
        Check("MRG-97 conflicts go before changes that do not fit") { suite in
            let (store, key) = try suite.post(["stars": .integer(20)])
            let changes = try store.merging(
                key, ["stars": .integer(.add(1))], writing: ["title": .string("x")], expecting: 7)
            #expect(try store.conflicts(changes).count == 1)
        },
        Check("MRG-90 a counter that must be unique conflicts with the row that has the number") { suite in
            let store = try suite.store(MergingModel.entities)
            let first = try store.insert("Page", ["number": .integer(1)])
            let second = try store.insert("Page", ["number": .integer(2)])
            let conflicts = try store.conflicts(try store.merging(first, ["number": .integer(.add(1))]))
            guard case .constraint(_, let attributes, let key, let existing)? = conflicts.first else {
                Issue.record("\(conflicts)")
                return
            }
            #expect(attributes == ["number"])
            #expect(key == first)
            #expect(existing?.key == second)
            #expect(try store.value(first, "number") == .integer(1))
        },
        Check("a change of an attribute that does not merge is refused") { suite in
            let (store, key) = try suite.post()
            let changes = try store.merging(key, ["title": .value(.set(.string("x")))])
            #expect(throws: StoreError.self) { try store.engine.commit(changes) }
            #expect(try store.value(key, "title") == .null)
        },
    ]
}

extension EngineUnderTest {
    fileprivate func expectFailure(
        _ changes: ChangeSet, _ reason: MergeFailure.Reason, _ value: StoredValue?, on key: ObjectKey,
        _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let failure = try #require(try failure(changes), sourceLocation: sourceLocation)
        #expect(failure.reason == reason, sourceLocation: sourceLocation)
        #expect(failure.key == key, sourceLocation: sourceLocation)
        #expect(
            failure.slot == (try slot(schema[key.entity].name, name)), sourceLocation: sourceLocation)
        if value != nil { #expect(failure.value == value, sourceLocation: sourceLocation) }
    }
}
