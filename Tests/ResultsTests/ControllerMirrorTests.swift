// SPDX-License-Identifier: Apache-2.0
// A mirror of a list that knows only what the delegate is told, through random events (FET-131).

import Foundation
import Perdure
import PerdureResults
import PerdureTestSupport
import Testing

/// Applies a delegate's calls to a list of its own.
private final class MirrorDelegate: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var sections: [[NSManagedObject]] = []
    private var deletedSections: [Int] = []
    private var insertedSections: [Int] = []
    private var changes:
        [(object: NSManagedObject, from: IndexPath?, to: IndexPath?, type: NSFetchedResultsChangeType)] = []
    private(set) var problems: [String] = []

    func start(_ controller: NSFetchedResultsController<NSManagedObject>) {
        sections = (controller.sections ?? []).map {
            ($0.objects ?? []).compactMap { $0 as? NSManagedObject }
        }
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {
        if !changes.isEmpty { problems.append("a section after an object") }
        if type == .delete {
            deletedSections.append(sectionIndex)
        } else {
            insertedSections.append(sectionIndex)
        }
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        guard let object = anObject as? NSManagedObject else { return problems.append("no object") }
        changes.append((object, indexPath, newIndexPath, type))
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        let leaving = changes.filter { $0.type == .delete || $0.type == .move }
        for (object, path) in leaving.compactMap({ change in change.from.map { (change.object, $0) } })
            .sorted(by: { $0.1 > $1.1 })
        {
            if sections[path[0]].remove(at: path[1]) !== object {
                problems.append("another object at \(path)")
            }
        }
        for number in deletedSections.sorted(by: >) {
            if !sections.remove(at: number).isEmpty { problems.append("a deleted section had objects") }
        }
        for number in insertedSections.sorted() { sections.insert([], at: number) }
        let coming = changes.filter { $0.type == .insert || $0.type == .move }
        for (object, path) in coming.compactMap({ change in change.to.map { (change.object, $0) } })
            .sorted(by: { $0.1 < $1.1 })
        {
            sections[path[0]].insert(object, at: path[1])
        }
        for change in changes where change.type == .update {
            guard let path = change.to else { continue }
            if sections[path[0]][path[1]] !== change.object { problems.append("an update of another object") }
        }
        (deletedSections, insertedSections, changes) = ([], [], [])
    }
}

/// Random events of a list, until it is told to stop.
private struct RandomEvents {
    let stage: ListStage
    let neighbour: NSManagedObjectContext
    var numbers: SeededNumbers

    private mutating func word() -> String {
        "\("abcde".randomElement(using: &numbers)!)\(Int.random(in: 0..<6, using: &numbers))"
    }

    mutating func step() throws {
        let rows = try stage.context.all("Row").sorted { $0.rowName < $1.rowName }
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            change(stage.context, rows.filter { !$0.isDeleted })
        }
        switch Int.random(in: 0..<20, using: &numbers) {
        case 0...2: try stage.context.save()
        case 3: stage.context.rollback()
        case 4: stage.context.refreshAllObjects()
        case 5...7: try mergeFromNeighbour()
        case 8...9: stage.context.undo()
        case 10: stage.context.redo()
        default: break
        }
        stage.context.processPendingChanges()
    }

    private mutating func change(_ context: NSManagedObjectContext, _ rows: [NSManagedObject]) {
        let row = rows.randomElement(using: &numbers)
        let word = word()
        if rows.count > 40, let row { return context.delete(row) }
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0...2:
            context.insert("Row", ["name": word, "section": word.prefix(1).uppercased()])
        case 3: if let row, rows.count > 6 { context.delete(row) }
        case 4: row?.setValue(word, forKey: "name")
        case 5: row?.setValue(word.prefix(1).uppercased(), forKey: "section")
        case 6: row?.setValue(!(row?.value(forKey: "hidden") as? Bool ?? false), forKey: "hidden")
        case 7: row?.setValue(word, forKey: "mood")
        case 8: if let row { context.refresh(row, mergeChanges: true) }
        default: row?.setValue(Int.random(in: 0..<9, using: &numbers), forKey: "points")
        }
    }

    /// Another context changes rows that this one has not changed, and saves.
    private mutating func mergeFromNeighbour() throws {
        try stage.context.save()
        neighbour.reset()
        for _ in 0..<2 { change(neighbour, try neighbour.all("Row").filter { !$0.isDeleted }) }
        stage.context.mergeChanges(fromContextDidSave: try neighbour.saveAndTell())
        // A rollback would bring back what the neighbour deleted, without a row that a fetch could find.
        try stage.context.save()
    }
}

@Suite("A mirror of a results controller")
struct ControllerMirrorTests {
    @Test("FET-131 the calls of 1,000 random events keep a mirror equal", arguments: Stack.Kind.allCases)
    func mirror(_ kind: Stack.Kind) throws {
        for seed in Seeds.of("mirror") { try mirror(kind, seed) }
    }

    private func mirror(_ kind: Stack.Kind, _ seed: UInt64) throws {
        let stage = try ListStage(kind, rows: [])
        let undoManager = UndoManager()
        undoManager.levelsOfUndo = 10
        stage.context.undoManager = undoManager
        let neighbour = stage.stack.context(.overwrite)
        stage.context.mergePolicy = NSMergePolicy.overwrite
        let mirror = MirrorDelegate()
        mirror.start(stage.controller)
        stage.controller.delegate = mirror
        var events = RandomEvents(stage: stage, neighbour: neighbour, numbers: SeededNumbers(seed: seed))
        for number in 0..<1_000 {
            try events.step()
            let comment = Comment(rawValue: "seed \(seed), event \(number)")
            let sections = (stage.controller.sections ?? []).map {
                ($0.objects ?? []).compactMap { $0 as? NSManagedObject }
            }
            try #require(mirror.sections == sections && mirror.problems.isEmpty, comment)
            try #require(stage.context.checkInvariants() == [], comment)
            let problem = try Self.problem(of: stage)
            try #require(problem == nil, comment)
        }
    }

    /// What the list does not have in common with a fetch; nil when all is well.
    private static func problem(of stage: ListStage) throws -> String? {
        let found = try stage.context.fetch(stage.controller.fetchRequest)
        let listed = stage.controller.fetchedObjects ?? []
        guard Set(found) == Set(listed) else {
            let extra = Set(listed).subtracting(found)
            let missing = Set(found).subtracting(listed)
            return "too many \(extra.map(state)), too few \(missing.map(state))"
        }
        let sorted = listed.sorted { keys($0).lexicographicallyPrecedes(keys($1)) }
        guard listed.map(text) == sorted.map(text) else {
            return "order of \(listed.map(text))"
        }
        for (number, section) in (stage.controller.sections ?? []).enumerated() {
            for (item, row) in (section.objects ?? []).enumerated() {
                guard let row = row as? NSManagedObject, keys(row)[0] == section.name,
                    stage.controller.indexPath(forObject: row) == [number, item],
                    stage.controller.object(at: [number, item]) === row
                else { return "section \(section.name) of \(listed.map(text))" }
            }
        }
        return nil
    }

    private static func state(_ row: NSManagedObject) -> String {
        "\(text(row)) inserted \(row.isInserted) updated \(row.isUpdated) deleted \(row.isDeleted) \(row.objectID) fault \(row.isFault) hidden \(row.value(forKey: "hidden") ?? "") \(row.managedObjectContext != nil) changed \(row.changedValues()) committed \(row.committedValues(forKeys: nil))"
    }

    private static func keys(_ row: NSManagedObject) -> [String] {
        [row.value(forKey: "section") as? String ?? "", row.rowName]
    }

    private static func text(_ row: NSManagedObject) -> String { keys(row).joined(separator: " ") }
}
