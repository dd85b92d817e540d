// SPDX-License-Identifier: Apache-2.0
// The list of FET-130, and delegates that write down what they are told.

import Foundation
import Perdure
import PerdureResults
import PerdureTestSupport
import Testing

/// A store with rows in sections, and a controller that lists them by section and name.
final class ListStage {
    let stack: Stack
    let context: NSManagedObjectContext
    let controller: NSFetchedResultsController<NSManagedObject>
    let log = ListLog()

    static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Row", className: "ResultsTests.ListRow", .attribute("name"), .attribute("section"),
                .attribute("points", .integer64AttributeType, default: 0),
                .attribute("hidden", .booleanAttributeType, default: false),
                .attribute("mood", isTransient: true), .toOne("group", "Group", inverse: "rows")),
            EntitySketch("SmallRow", parent: "Row", className: "ResultsTests.ListRow"),
            EntitySketch("Group", .attribute("name"), .toMany("rows", "Row", inverse: "group")),
            EntitySketch("Other", .attribute("name")))
    }

    static func request(_ format: String? = "hidden == NO", by keys: [String] = ["section", "name"])
        -> NSFetchRequest<NSManagedObject>
    {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Row")
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
        return request
    }

    /// Rows of two sections, saved, listed and followed by the log.
    init(
        _ kind: Stack.Kind = .inMemory, request: NSFetchRequest<NSManagedObject> = request(),
        section: String? = "section", rows: [String] = ["a1", "a2", "b1"]
    ) throws {
        stack = try Stack(kind, Self.model())
        context = stack.context()
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: section, cacheName: nil)
        for name in rows { add(name) }
        try context.save()
        controller.delegate = log
        try controller.performFetch()
        log.take()
    }

    /// The same list in a context of its own, not fetched yet.
    func reader(cacheName: String) -> NSFetchedResultsController<NSManagedObject> {
        NSFetchedResultsController(
            fetchRequest: Self.request(), managedObjectContext: stack.context(),
            sectionNameKeyPath: "section",
            cacheName: cacheName)
    }

    /// Inserts a row; its section is the first letter of its name in upper case.
    @discardableResult
    func add(_ name: String, _ values: [String: Any?] = [:]) -> NSManagedObject {
        let base: [String: Any?] = ["name": name, "section": name.prefix(1).uppercased()]
        return context.insert("Row", base.merging(values) { $1 })
    }

    /// A row that the context knows: a fetch would end the event.
    func row(_ name: String) throws -> NSManagedObject {
        let known = controller.fetchedObjects ?? []
        return try #require(
            known.first { $0.rowName == name }
                ?? context.registeredObjects.first { $0.entity.name == "Row" && $0.rowName == name })
    }

    /// What the delegate is told of one event.
    func event(_ change: () throws -> Void) rethrows -> [String] {
        context.processPendingChanges()
        log.take()
        try change()
        context.processPendingChanges()
        return log.take()
    }

    /// The names of the rows, by section.
    var names: [[String]] {
        (controller.sections ?? []).map {
            ($0.objects ?? []).map { ($0 as? NSManagedObject)?.rowName ?? "?" }
        }
    }
}

/// A row with names of sections that are computed.
final class ListRow: NSManagedObject {
    var initial: String { String(rowName.prefix(1)).uppercased() }

    override func value(forUndefinedKey key: String) -> Any? {
        key == "initial" ? initial : super.value(forUndefinedKey: key)
    }
}

extension NSManagedObjectContext {
    /// Saves, and gives the notification that other contexts merge.
    func saveAndTell() throws -> Notification {
        processPendingChanges()
        let changes: [AnyHashable: Any] = [
            NSInsertedObjectsKey: insertedObjects, NSUpdatedObjectsKey: updatedObjects,
            NSDeletedObjectsKey: deletedObjects,
        ]
        try save()
        return Notification(name: .NSManagedObjectContextDidSave, object: self, userInfo: changes)
    }
}

extension NSManagedObject {
    var rowName: String { value(forKey: "name") as? String ?? "-" }
}

/// Writes calls for sections and objects as lines.
final class ListLog: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var lines: [String] = []
    private(set) var controllers: [AnyObject] = []
    /// Called in the middle of a report.
    var willChange: (() -> Void)?
    var didChange: (() -> Void)?

    @discardableResult
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        lines.append("will")
        controllers.append(controller)
        willChange?()
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {
        let words = [
            "section", "\(type)", "\(sectionIndex)", sectionInfo.name, "\(sectionInfo.numberOfObjects)",
        ]
        lines.append(words.joined(separator: " "))
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        let paths = [indexPath, newIndexPath].map { $0.map { "[\($0[0]),\($0[1])]" } ?? "nil" }
        lines.append("\(type) \(paths.joined(separator: "→"))")
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        lines.append("did")
        didChange?()
    }
}

/// Keeps the snapshots that it is given.
final class SnapshotLog: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var snapshots: [FetchedResultsSnapshot] = []
    private(set) var others = 0
    /// Called with each snapshot.
    var told: (() -> Void)?

    func take() -> [FetchedResultsSnapshot] {
        defer { snapshots = [] }
        return snapshots
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: FetchedResultsSnapshot
    ) {
        snapshots.append(snapshot)
        told?()
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) { others += 1 }

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        others += 1
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        others += 1
    }
}

/// Keeps the differences that it is given.
final class DifferenceLog: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var differences: [CollectionDifference<NSManagedObjectID>] = []
    private(set) var others = 0

    func take() -> [CollectionDifference<NSManagedObjectID>] {
        defer { differences = [] }
        return differences
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) { differences.append(diff) }

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        others += 1
    }
}
