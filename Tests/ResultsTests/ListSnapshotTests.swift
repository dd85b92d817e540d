// SPDX-License-Identifier: Apache-2.0
// Snapshots as values, their differences, delegates that take them, and sequences of them.

import Foundation
import Perdure
import PerdureResults
import PerdureTestSupport
import Testing

@Suite("Snapshots of fetched lists")
struct ListSnapshotTests {
    @Test("FET-100 a delegate that takes snapshots is told nothing else, also by performFetch")
    func snapshots() throws {
        let stage = try ListStage()
        let log = SnapshotLog()
        stage.controller.delegate = log
        try stage.controller.performFetch()
        #expect(log.take().map { $0.items(stage.context) } == [[["a1", "a2"], ["b1"]]])
        stage.add("c1")
        try stage.row("a1").setValue(2, forKey: "points")
        stage.context.processPendingChanges()
        let snapshot = try #require(log.take().first)
        #expect(snapshot.sectionIdentifiers == ["A", "B", "C"] && log.others == 0)
        #expect(snapshot.reloadedItemIdentifiers == [try stage.row("a1").objectID])
    }

    @Test("FET-100 a delegate that takes differences is told nothing else of a list without sections")
    func differences() throws {
        let stage = try ListStage(section: nil)
        let log = DifferenceLog()
        stage.controller.delegate = log
        try stage.controller.performFetch()
        _ = log.take()
        let before = stage.controller.snapshot.itemIdentifiers
        try stage.row("a1").setValue("z", forKey: "section")
        stage.context.delete(try stage.row("b1"))
        stage.add("a4")
        stage.context.processPendingChanges()
        let difference = try #require(log.take().first)
        #expect(before.applying(difference) == stage.controller.snapshot.itemIdentifiers)
        #expect(difference.insertions.count == 2 && difference.removals.count == 2 && log.others == 0)
    }

    @Test("FET-100 with sections such a delegate is told of objects")
    func differencesWithSections() throws {
        let stage = try ListStage()
        let log = DifferenceLog()
        stage.controller.delegate = log
        try stage.controller.performFetch()
        stage.add("a4")
        stage.context.processPendingChanges()
        #expect(log.take().isEmpty && log.others == 1)
    }

    @Test("FET-100 a delegate that is set after fetching is asked before its first event")
    func lateDelegate() throws {
        let stage = try ListStage()
        let log = SnapshotLog()
        stage.controller.delegate = log
        stage.add("a4")
        stage.context.processPendingChanges()
        #expect(log.take().map(\.numberOfItems) == [3, 4])
        stage.controller.delegate = stage.log
        #expect(stage.event { stage.add("a5") } == ["will", "insert nil→[0,3]", "did"])
    }

    @Test("FET-132 a snapshot finds items and sections")
    func lookups() throws {
        let stage = try ListStage()
        let snapshot = stage.controller.snapshot
        let ids = try ["a1", "a2", "b1"].map { try stage.row($0).objectID }
        #expect(snapshot.numberOfItems == 3 && snapshot.numberOfSections == 2)
        #expect(
            snapshot.itemIdentifiers == ids && snapshot.itemIdentifiers(inSection: "A") == [ids[0], ids[1]])
        #expect(snapshot.numberOfItems(inSection: "B") == 1 && snapshot.numberOfItems(inSection: "X") == 0)
        #expect(snapshot.itemIdentifiers(inSection: "X").isEmpty && snapshot.indexOfSection("X") == nil)
        #expect(snapshot.indexOfItem(ids[2]) == 2 && snapshot.indexPath(for: ids[2]) == [1, 0])
        #expect(
            snapshot.itemIdentifier(for: [0, 1]) == ids[1] && snapshot.itemIdentifier(for: [0, 2]) == nil)
        #expect(
            snapshot.sectionIdentifier(containingItem: ids[1]) == "A" && snapshot.indexOfSection("B") == 1)
        let stranger = stage.context.insert("Other").objectID
        #expect(
            snapshot.indexOfItem(stranger) == nil
                && snapshot.sectionIdentifier(containingItem: stranger) == nil)
        #expect(
            snapshot == stage.controller.snapshot && snapshot.hashValue == stage.controller.snapshot.hashValue
        )
        #expect(FetchedResultsSnapshot.empty.numberOfSections == 0 && snapshot != .empty)
    }

    @Test("FET-132 differences of random snapshots lead from one to the other")
    func randomDifferences() throws {
        for seed in Seeds.of("snapshots") { try randomDifferences(seed) }
    }

    private func randomDifferences(_ seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let stage = try ListStage(rows: (0..<12).map { "\("abcd".randomElement(using: &numbers)!)\($0)" })
        var last = stage.controller.snapshot
        for _ in 0..<300 {
            for row in try stage.context.all("Row", by: "name").shuffled(using: &numbers).prefix(4) {
                row.setValue(["A", "B", "C", "D"].randomElement(using: &numbers)!, forKey: "section")
                row.setValue(Bool.random(using: &numbers) && Bool.random(using: &numbers), forKey: "hidden")
            }
            stage.context.processPendingChanges()
            let now = stage.controller.snapshot
            let difference = now.difference(from: last)
            try #require(
                difference.applied(to: last)
                    == now.sectionIdentifiers.map { now.itemIdentifiers(inSection: $0) })
            last = now
        }
    }
}

@Suite("Sequences of snapshots")
struct SnapshotSequenceTests {
    @Test("a sequence begins with the state now and goes on with each change", arguments: Stack.Kind.allCases)
    func changes(_ kind: Stack.Kind) async throws {
        let stage = try ListStage(kind)
        var updates = try stage.context.snapshots(of: ListStage.request(), sectionNameKeyPath: "section")
            .makeAsyncIterator()
        let first = try #require(await updates.next())
        #expect(first.snapshot.items(stage.context) == [["a1", "a2"], ["b1"]])
        #expect(first.difference.insertedSections == [0, 1] && first.difference.items.count == 3)
        stage.add("a3")
        try stage.context.save()
        let second = try #require(await updates.next())
        #expect(second.difference.calls == ["insert nil→[0,2]"])
        // The save came before the state was read.
        #expect(!second.snapshot.itemIdentifiers[2].isTemporaryID)
    }

    @Test("a slow reader gets the newest state with all differences, and what was reloaded meanwhile")
    func conflation() async throws {
        let stage = try ListStage()
        var updates = try stage.controller.snapshots().makeAsyncIterator()
        _ = await updates.next()
        try stage.row("a1").setValue(1, forKey: "points")
        stage.context.processPendingChanges()
        for number in 3..<50 {
            stage.add("a\(number)")
            stage.context.processPendingChanges()
        }
        stage.context.delete(try stage.row("b1"))
        stage.context.processPendingChanges()
        let update = try #require(await updates.next())
        #expect(update.snapshot.numberOfItems == 49 && update.difference.deletedSections == [1])
        #expect(update.difference.items.filter { $0.type == .insert }.count == 47)
        #expect(
            update.difference.items.filter { $0.type == .update }.map(\.id) == [try stage.row("a1").objectID])
        #expect(update.snapshot.itemIdentifiers == stage.controller.snapshot.itemIdentifiers)
    }

    @Test("FET-133 permanent IDs are a state without a difference")
    func permanentIDs() async throws {
        let stage = try ListStage()
        var updates = try stage.controller.snapshots().makeAsyncIterator()
        _ = await updates.next()
        stage.add("a3")
        stage.context.processPendingChanges()
        #expect(await updates.next()?.difference.calls == ["insert nil→[0,2]"])
        try stage.context.save()
        let update = try #require(await updates.next())
        #expect(update.difference.isEmpty && !update.snapshot.itemIdentifiers[2].isTemporaryID)
    }

    @Test("a sequence ends with its context, with its controller, and with its task")
    func ends() async throws {
        var stage: ListStage? = try ListStage()
        let ofContext = try #require(try stage?.context.snapshots(of: ListStage.request()))
        let ofController = try #require(try stage?.controller.snapshots())
        stage = nil
        for sequence in [ofContext, ofController] {
            var count = 0
            for await _ in sequence { count += 1 }
            #expect(count == 1)
        }
        let other = try ListStage()
        let sequence = try other.context.snapshots(of: ListStage.request())
        let task = Task {
            var count = 0
            for await _ in sequence { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value <= 1)
    }

    @Test("readers in tasks see every object in the end while the context works on its queue")
    func readers() async throws {
        let stack = try Stack(.inMemory, ListStage.model())
        let context = stack.context()
        let sequences = try await context.perform {
            try (0..<4).map { _ in try context.snapshots(of: ListStage.request()) }
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for sequence in sequences {
                group.addTask {
                    var ids: [NSManagedObjectID] = []
                    for await update in sequence {
                        ids = update.snapshot.itemIdentifiers
                        if ids.count == 100, !ids.contains(where: \.isTemporaryID) { break }
                    }
                    return ids.count
                }
            }
            for number in 0..<100 {
                try await context.perform {
                    context.insert("Row", ["name": "\(1_000 + number)"])
                    try context.save()
                }
            }
            for try await count in group { #expect(count == 100) }
        }
    }

    @Test("what a controller refuses, a sequence refuses")
    func refused() throws {
        let stage = try ListStage()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Row")
        #expect(throws: CoreDataException.self) { try stage.context.snapshots(of: request) }
    }
}

extension FetchedResultsDifference {
    /// The list that it makes of another one.
    func applied(to old: FetchedResultsSnapshot) -> [[NSManagedObjectID]] {
        var sections = old.sectionIdentifiers.map { old.itemIdentifiers(inSection: $0) }
        let leaving = items.filter { $0.type == .delete || $0.type == .move }.compactMap(\.indexPath)
        for path in leaving.sorted(by: >) { sections[path[0]].remove(at: path[1]) }
        for number in deletedSections.reversed() { sections.remove(at: number) }
        for number in insertedSections { sections.insert([], at: number) }
        let coming = items.filter { $0.type == .insert || $0.type == .move }
        for item in coming.sorted(by: { $0.newIndexPath ?? [] < $1.newIndexPath ?? [] }) {
            guard let path = item.newIndexPath else { continue }
            sections[path[0]].insert(item.id, at: path[1])
        }
        return sections
    }
}
