// SPDX-License-Identifier: Apache-2.0
// Checks derived attributes along relationships of an entity with itself, and along relationships without an inverse. The
// same row then stands at several places of a path.

import PerdureStore
import Testing

extension StoreEngineSuite {
    static let derivedTreeChecks: [Check] = [
        Check("DER-29c a name goes down a tree, and rows move with their branch") { suite in
            let tree = try suite.tree()
            try tree.audit()
            try tree.update(0, ["name": .string("Root")])
            try tree.audit()
            #expect(try tree.value(2, "grandName") == .string("Root"))
            try tree.update(1, ["parent": .null])
            try tree.audit()
            #expect(try tree.value(2, "grandName") == .null)
            try tree.update(1, ["parent": .reference(tree.keys[3])])
            try tree.audit()
            #expect(try tree.value(2, "grandName") == .string("n3"))
            #expect(try tree.value(0, "childPoints") == .integer(0))
        },
        Check("DER-29b a row may be its own parent") { suite in
            let tree = try suite.tree()
            try tree.update(0, ["parent": .reference(tree.keys[0]), "name": .string("me")])
            try tree.audit()
            #expect(try tree.value(0, "grandName") == .string("me"))
            try tree.update(0, ["points": .integer(50)])
            try tree.audit()
            #expect(try tree.value(0, "childPoints") == .integer(51))
        },
        Check("DER-29c a relationship that is its own inverse") { suite in
            let tree = try suite.tree()
            var changes = ChangeSet()
            changes.updates = [
                try tree.store.update(tree.keys[0], ["mate": .reference(tree.keys[1])], expecting: 1),
                try tree.store.update(tree.keys[1], ["mate": .reference(tree.keys[0])], expecting: 1),
            ]
            try tree.store.commit(changes)
            try tree.audit()
            try tree.update(1, ["name": .string("One")])
            try tree.audit()
            #expect(try tree.value(0, "mateName") == .string("One"))
        },
        Check("DER-29 friends count on both sides") { suite in
            let tree = try suite.tree()
            try tree.link("friends", 0, 1, isInsertion: true)
            try tree.link("friends", 2, 0, isInsertion: true)
            try tree.audit()
            #expect(try tree.value(0, "friendCount") == .integer(2))
            #expect(try tree.value(2, "friendPoints") == .integer(0))
            try tree.update(0, ["points": .integer(8)])
            try tree.audit()
            #expect(try tree.value(1, "friendPoints") == .integer(8))
            try tree.link("friends", 1, 0, isInsertion: false)
            try tree.audit()
            try tree.delete(2)
            try tree.audit()
            #expect(try tree.value(0, "friendCount") == .integer(0))
        },
        Check("DER-29 relationships without an inverse") { suite in
            let tree = try suite.tree()
            try tree.link("marks", 0, 2, isInsertion: true)
            try tree.link("marks", 0, 3, isInsertion: true)
            try tree.update(1, ["guide": .reference(tree.keys[3])])
            try tree.audit()
            #expect(try tree.value(0, "markPoints") == .integer(5))
            try tree.update(3, ["points": .integer(30), "name": .string("Three")])
            try tree.audit()
            #expect(try tree.value(1, "guideName") == .string("Three"))
            try tree.link("marks", 0, 2, isInsertion: false)
            try tree.audit()
            // Core Data's triggers of copies do not run at a deletion, and no inverse leads back to the copy.
            try tree.update(1, ["guide": .null])
            try tree.delete(3)
            try tree.audit()
            #expect(try tree.value(1, "guideName") == .null)
            #expect(try tree.value(0, "markCount") == .integer(0))
        },
        Check("DER-14 a sum of a relationship that is its own inverse is refused by name") { suite in
            let tree = try suite.tree()
            try tree.link("friends", 0, 1, isInsertion: true)
            try tree.link("friends", 0, 3, isInsertion: true)
            try tree.update(1, ["points": .integer(.max - 3)])
            let error = #expect(throws: StoreError.self) { try tree.update(3, ["points": .integer(.max)]) }
            #expect(isRefused(error, "Node.friendPoints"))
            try tree.audit()
        },
    ]
}

/// Four rows, 0 to 3: each is the parent of the next, except for the last row, which stands alone.
private struct Tree {
    let store: EngineUnderTest
    let keys: [ObjectKey]

    init(_ store: EngineUnderTest) throws {
        self.store = store
        var changes = ChangeSet()
        for number in Int64(0)...3 {
            let node = try store.insertion(
                "Node", ["name": .string("n\(number)"), "points": .integer(number)])
            changes.insertions.append(node)
        }
        let parent = try store.slot("Node", "parent")
        for index in 1...2 {
            changes.insertions[index].values[parent] = .reference(changes.insertions[index - 1].key)
        }
        try store.commit(changes)
        keys = changes.insertions.map(\.key)
    }

    // MARK: Changes

    func value(_ index: Int, _ name: String) throws -> StoredValue { try store.value(keys[index], name) }

    func update(_ index: Int, _ values: [String: StoredValue]) throws {
        var changes = ChangeSet()
        changes.updates = [try store.update(keys[index], values, expecting: store.row(keys[index])?.version)]
        try store.commit(changes)
    }

    func delete(_ index: Int) throws {
        var changes = ChangeSet()
        changes.deletions = [RowDeletion(key: keys[index], expectedVersion: nil)]
        try store.commit(changes)
    }

    func link(_ name: String, _ owner: Int, _ member: Int, isInsertion: Bool) throws {
        var changes = ChangeSet()
        changes.links = [try store.link(keys[owner], name, keys[member], isInsertion: isInsertion)]
        try store.commit(changes)
    }

    // MARK: From scratch

    /// Records an issue for each value that differs from the one computed from members and references.
    func audit(sourceLocation: SourceLocation = #_sourceLocation) throws {
        for key in keys where try store.row(key) != nil {
            for (name, relationship) in ["child": "children", "friend": "friends", "mark": "marks"] {
                let members = try store.members(relationship, of: key)
                let points = try members.compactMap { member -> Int64? in
                    if case .integer(let points) = try store.value(member, "points") { points } else { nil }
                }
                try expect(key, "\(name)Count", .integer(Int64(members.count)), sourceLocation)
                try expect(key, "\(name)Points", .integer(points.reduce(0, +)), sourceLocation)
            }
            for name in ["parent", "mate", "guide"] {
                try expect(key, "\(name)Name", copy(key, [name]), sourceLocation)
            }
            try expect(key, "grandName", copy(key, ["parent", "parent"]), sourceLocation)
        }
    }

    private func copy(_ key: ObjectKey, _ steps: [String]) throws -> StoredValue {
        var key = key
        for step in steps {
            guard case .reference(let next) = try store.value(key, step) else { return .null }
            guard try store.row(next) != nil else { return .null }
            key = next
        }
        return try store.value(key, "name")
    }

    private func expect(_ key: ObjectKey, _ name: String, _ value: StoredValue, _ place: SourceLocation)
        throws
    {
        #expect(try store.value(key, name) == value, "\(name) of \(key.number)", sourceLocation: place)
    }
}

extension StoreEngineSuite {
    fileprivate func tree() throws -> Tree { try Tree(store([DerivedModel.node()])) }
}
