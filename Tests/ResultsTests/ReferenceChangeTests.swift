// SPDX-License-Identifier: Apache-2.0
// The table FET-130: one event each, with all that the delegate is told.

import Foundation
import Perdure
import PerdureResults
import PerdureTestSupport
import Testing

/// One row of the table.
struct ReferenceChange: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let calls: [String]
    let names: [[String]]
    /// The names of the rows that a snapshot marks.
    let reloaded: [String]
    let change: @Sendable (ListStage) throws -> Void

    init(
        _ description: String, _ calls: [String], _ names: [[String]], reloaded: [String] = [],
        _ change: @escaping @Sendable (ListStage) throws -> Void
    ) {
        testDescription = description
        self.calls = calls
        self.names = names
        self.reloaded = reloaded
        self.change = change
    }

    static let table: [ReferenceChange] = [
        ReferenceChange("insert a3", ["insert nil→[0,2]"], [["a1", "a2", "a3"], ["b1"]]) { $0.add("a3") },
        ReferenceChange("delete a1", ["delete [0,0]→nil"], [["a2"], ["b1"]]) {
            $0.context.delete(try $0.row("a1"))
        },
        ReferenceChange(
            "a2.points changes", ["update [0,1]→[0,1]"], [["a1", "a2"], ["b1"]], reloaded: ["a2"]
        ) { try $0.row("a2").setValue(5, forKey: "points") },
        ReferenceChange("a1 → a9", ["move [0,0]→[0,1]"], [["a2", "a9"], ["b1"]], reloaded: ["a9"]) {
            try $0.row("a1").setValue("a9", forKey: "name")
        },
        ReferenceChange("a1 → a1x", ["update [0,0]→[0,0]"], [["a1x", "a2"], ["b1"]], reloaded: ["a1x"]) {
            try $0.row("a1").setValue("a1x", forKey: "name")
        },
        ReferenceChange(
            "b1 moves to A as a0", ["section delete 1 B 0", "move [1,0]→[0,0]"], [["a0", "a1", "a2"]],
            reloaded: ["a0"]
        ) {
            let row = try $0.row("b1")
            row.setValue("A", forKey: "section")
            row.setValue("a0", forKey: "name")
        },
        ReferenceChange(
            "a1 moves to C", ["section insert 2 C 1", "move [0,0]→[2,0]"], [["a2"], ["b1"], ["a1"]],
            reloaded: ["a1"]
        ) { try $0.row("a1").setValue("C", forKey: "section") },
        ReferenceChange("all of B deleted", ["section delete 1 B 0", "delete [1,0]→nil"], [["a1", "a2"]]) {
            $0.context.delete(try $0.row("b1"))
        },
        ReferenceChange(
            "insert c1 and delete b1",
            ["section delete 1 B 0", "section insert 1 C 1", "delete [1,0]→nil", "insert nil→[1,0]"],
            [["a1", "a2"], ["c1"]]
        ) {
            $0.add("c1")
            $0.context.delete(try $0.row("b1"))
        },
        ReferenceChange("a1 no longer matches", ["delete [0,0]→nil"], [["a2"], ["b1"]]) {
            try $0.row("a1").setValue(true, forKey: "hidden")
        },
        ReferenceChange(
            "transient change of a1", ["update [0,0]→[0,0]"], [["a1", "a2"], ["b1"]], reloaded: ["a1"]
        ) { try $0.row("a1").setValue("happy", forKey: "mood") },
        ReferenceChange("change of an object not in the results", [], [["a1", "a2"], ["b1"]]) {
            $0.context.insert("Other", ["name": "x"])
            $0.add("a3", ["hidden": true])
        },
    ]
}

@Suite("Reference changes of a results controller")
struct ReferenceChangeTests {
    @Test(
        "FET-130 FET-88 FET-89 FET-91 FET-92 FET-93 FET-94 FET-95 FET-96 FET-97 FET-102 each row of the table",
        arguments: ReferenceChange.table)
    func row(_ change: ReferenceChange) throws {
        for kind in Stack.Kind.allCases {
            let stage = try ListStage(kind)
            let calls = try stage.event { try change.change(stage) }
            #expect(calls == (change.calls.isEmpty ? [] : ["will"] + change.calls + ["did"]))
            #expect(stage.names == change.names)
        }
    }

    @Test("FET-130 rollback of an unsaved insertion", arguments: Stack.Kind.allCases)
    func rollback(_ kind: Stack.Kind) throws {
        let stage = try ListStage(kind)
        stage.add("a3")
        let calls = stage.event { stage.context.rollback() }
        #expect(calls == ["will", "delete [0,2]→nil", "did"])
        #expect(stage.names == [["a1", "a2"], ["b1"]])
    }

    @Test(
        "FET-132 FET-100 the snapshot of each row of the table lists the same objects, changed ones marked",
        arguments: ReferenceChange.table)
    func snapshot(_ change: ReferenceChange) throws {
        let stage = try ListStage()
        let log = SnapshotLog()
        stage.controller.delegate = log
        try stage.controller.performFetch()
        let before = try #require(log.take().first)
        try change.change(stage)
        stage.context.processPendingChanges()
        let snapshots = log.take()
        #expect(snapshots.count == (change.calls.isEmpty ? 0 : 1))
        let now = snapshots.first ?? before
        #expect(now.itemIdentifiers == stage.controller.fetchedObjects?.map(\.objectID))
        #expect(now.items(stage.context) == change.names)
        let reloaded = now.reloadedItemIdentifiers.map { stage.context.object(with: $0).rowName }
        #expect(reloaded == change.reloaded)
        #expect(log.others == 0)
        // The difference of the values says what the calls say.
        #expect(now.difference(from: before).calls == change.calls.map(ReferenceChange.withoutName))
    }

    @Test("FET-98 refreshing all objects gives updates", arguments: Stack.Kind.allCases)
    func refreshAll(_ kind: Stack.Kind) throws {
        let stage = try ListStage(kind)
        let calls = stage.event { stage.context.refreshAllObjects() }
        #expect(
            Set(calls) == ["will", "update [0,0]→[0,0]", "update [0,1]→[0,1]", "update [1,0]→[1,0]", "did"])
    }

    @Test("FET-99 FET-90 two insertions, a deletion, two updates and a change of a sort key are six calls")
    func sixChanges() throws {
        let stage = try ListStage(
            request: ListStage.request(nil, by: ["name"]), section: nil, rows: ["c", "d", "e", "f", "g"])
        let calls = try stage.event {
            stage.add("a")
            stage.add("h")
            stage.context.delete(try stage.row("c"))
            try stage.row("d").setValue(1, forKey: "points")
            try stage.row("e").setValue(1, forKey: "points")
            try stage.row("f").setValue("b", forKey: "name")
        }
        #expect(
            calls == [
                "will", "delete [0,0]→nil", "insert nil→[0,0]", "insert nil→[0,5]", "move [0,3]→[0,1]",
                "update [0,1]→[0,2]", "update [0,2]→[0,3]", "did",
            ])
        #expect(stage.names == [["a", "b", "d", "e", "g", "h"]])
        let types: [NSFetchedResultsChangeType] = [.insert, .delete, .move, .update]
        #expect(types.map(\.rawValue) == [1, 2, 3, 4])
    }

    @Test("FET-94 of two objects that exchange places the one whose sort key changed is moved")
    func exchange() throws {
        let stage = try ListStage()
        let calls = try stage.event {
            try stage.row("a1").setValue(3, forKey: "points")
            try stage.row("a2").setValue("a0", forKey: "name")
        }
        #expect(calls == ["will", "move [0,1]→[0,0]", "update [0,0]→[0,1]", "did"])
    }
}

extension ReferenceChange {
    /// A line for a section, without its name and size.
    static func withoutName(_ call: String) -> String {
        call.hasPrefix("section") ? call.split(separator: " ").prefix(3).joined(separator: " ") : call
    }
}

extension FetchedResultsSnapshot {
    /// The names of the rows, by section.
    func items(_ context: NSManagedObjectContext) -> [[String]] {
        sectionIdentifiers.map { itemIdentifiers(inSection: $0).map { context.object(with: $0).rowName } }
    }
}

extension FetchedResultsDifference {
    /// The lines that a delegate's log has.
    var calls: [String] {
        deletedSections.map { "section delete \($0)" } + insertedSections.map { "section insert \($0)" }
            + items.map { item in
                let paths = [item.indexPath, item.newIndexPath].map {
                    $0.map { "[\($0[0]),\($0[1])]" } ?? "nil"
                }
                return "\(item.type) \(paths.joined(separator: "→"))"
            }
    }
}
