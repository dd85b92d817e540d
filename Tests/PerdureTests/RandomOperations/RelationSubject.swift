// SPDX-License-Identifier: Apache-2.0
// Does the operations on owners and parts with real objects, and looks at them.

import Foundation
import Perdure
import PerdureTestSupport

/// A context with objects in places.
final class RelationSubject {
    private let stack: Stack
    let context: NSManagedObjectContext
    private var objects: [NSManagedObject?] = Array(repeating: nil, count: RelationOperation.places)

    init(_ kind: Stack.Kind) throws {
        stack = try Stack(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Cell", .attribute("place", .integer64AttributeType),
                    .toOne("owner", "Cell", inverse: "parts"), .toMany("parts", "Cell", inverse: "owner"))))
        context = stack.context()
    }

    private func alive(_ place: Int) -> NSManagedObject? {
        objects[place].flatMap { $0.isDeleted ? nil : $0 }
    }

    func apply(_ operation: RelationOperation) throws {
        switch operation {
        case .insert:
            if let place = objects.firstIndex(where: { $0 == nil }) {
                objects[place] = context.insert("Cell", ["place": place])
            }
        case .setOwner(let place, let owner): setOwner(place, owner)
        case .addPart(let place, let part): change(place, part, isMember: false) { $0.add($1) }
        case .removePart(let place, let part): change(place, part, isMember: true) { $0.remove($1) }
        case .delete(let place):
            alive(place).map(context.delete)
            context.processPendingChanges()
        case .refresh(let place): objects[place].map { context.refresh($0, mergeChanges: true) }
        case .process: context.processPendingChanges()
        case .save: try context.save()
        case .rollback: context.rollback()
        }
        objects = objects.map { $0?.managedObjectContext == nil ? nil : $0 }
    }

    private func setOwner(_ place: Int, _ owner: Int?) {
        guard let object = alive(place) else { return }
        guard let owner else { return object.setValue(nil, forKey: "owner") }
        if let owner = alive(owner) { object.setValue(owner, forKey: "owner") }
    }

    private func change(
        _ place: Int, _ part: Int, isMember: Bool, _ body: (NSMutableSet, NSManagedObject) -> Void
    ) {
        guard let object = alive(place), let part = alive(part) else { return }
        let set = object.mutableSetValue(forKey: "parts")
        if set.contains(part) == isMember { body(set, part) }
    }

    // MARK: What is seen

    private func place(of object: Any?) -> Int? {
        object.flatMap { object in objects.firstIndex { $0 === object as AnyObject } }
    }

    func look(at place: Int) -> String {
        guard let object = objects[place] else { return "none" }
        if object.isDeleted { return "deleted" }
        let flags = Sight.flags(
            [object.isFault, object.isInserted, object.isInserted || object.isUpdated, object.isDeleted])
        let owner = object.value(forKey: "owner").map { self.place(of: $0).map { "\($0)" } ?? "?" } ?? "nil"
        let parts =
            (object.value(forKey: "parts") as? NSSet)?.allObjects.map { self.place(of: $0) ?? -1 } ?? []
        var text = "\(flags) owner \(owner) parts \(parts.sorted())"
        if object.isInserted { return text }
        for key in ["owner", "parts"] where object.changedValues()[key] != nil { text += " changed \(key)" }
        return text
    }

    func lookAtStore() throws -> [String] {
        // Objects do not keep their context.
        let reader = stack.context()
        let cells = try reader.all("Cell", nil, by: "place")
        return cells.map { cell in
            let owner = cell.value(forKey: "owner") as? NSManagedObject
            let number = { (cell: NSManagedObject) in cell.value(forKey: "place") as? Int ?? -1 }
            return "\(number(cell)) of \(owner.map { "\(number($0))" } ?? "nil")"
        }
    }
}

/// The first difference between the rules and the framework in a history.
func difference(in operations: [RelationOperation], _ kind: Stack.Kind) throws -> String? {
    let model = NaiveRelations()
    let subject = try RelationSubject(kind)
    for (number, operation) in operations.enumerated() {
        model.apply(operation)
        try subject.apply(operation)
        if let problem = subject.context.checkInvariants().first { return "step \(number + 1): \(problem)" }
        for place in model.objects.indices {
            let (seen, expected) = (subject.look(at: place), model.look(at: place))
            if seen != expected {
                return "step \(number + 1), \(operation): \(place) is \(seen) and should be \(expected)"
            }
        }
        if subject.context.hasChanges != model.hasChanges { return "step \(number + 1): hasChanges is wrong" }
        guard case .save = operation else { continue }
        let rows = try subject.lookAtStore()
        if rows != model.lookAtStore() {
            return "the store has \(rows) and should have \(model.lookAtStore())"
        }
    }
    return nil
}
