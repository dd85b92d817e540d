// SPDX-License-Identifier: Apache-2.0
// Adds and removes members of real objects, by every door, and looks at them.

import Foundation
import Perdure
import PerdureTestSupport

/// A context with owners and items.
final class MemberSubject {
    private let stack: Stack
    private let theme: MemberTheme
    let context: NSManagedObjectContext
    private var owners: [NSManagedObject] = []
    private var items: [NSManagedObject] = []

    init(_ kind: Stack.Kind, _ theme: MemberTheme) throws {
        self.theme = theme
        let number = PropertySketch.attribute("place", .integer64AttributeType)
        let inverse: PropertySketch =
            theme.isInverseToMany
            ? .toMany("owners", "Owner", inverse: "items", isOrdered: theme.isInverseOrdered)
            : .toOne("owners", "Owner", inverse: "items")
        stack = try Stack(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Owner", number,
                    .toMany("items", "Item", inverse: "owners", isOrdered: theme.isOrdered)),
                EntitySketch("Item", .attribute("place", .integer64AttributeType), inverse)))
        context = stack.context()
        for place in 0..<MemberOperation.owners { context.insert("Owner", ["place": place]) }
        for place in 0..<MemberOperation.items { context.insert("Item", ["place": place]) }
        try fetchAnew()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
    }

    private func fetchAnew() throws {
        try context.save()
        owners = try context.all("Owner", nil, by: "place")
        items = try context.all("Item", nil, by: "place")
        context.refreshAllObjects()
    }

    func apply(_ operation: MemberOperation) throws {
        switch operation {
        case .add(let door, let owner, let item): add(door, owners[owner], items[item])
        case .remove(let door, let owner, let item): remove(door, owners[owner], items[item])
        case .turn(let owner): turn(owners[owner])
        case .read(let owner): _ = owners[owner].value(forKey: "items")
        case .readInverse(let item): _ = items[item].value(forKey: "owners")
        case .unread(let owner): context.refresh(owners[owner], mergeChanges: true)
        case .unreadInverse(let item): context.refresh(items[item], mergeChanges: true)
        case .unreadAll: context.refreshAllObjects()
        case .look: _ = look()
        case .process: context.processPendingChanges()
        case .undo:
            context.undo()
            context.processPendingChanges()
        case .redo:
            context.redo()
            context.processPendingChanges()
        case .save: try context.save()
        case .rollback: context.rollback()
        case .fetchAnew: try fetchAnew()
        }
    }

    // MARK: Doors

    private func add(_ door: MemberDoor, _ owner: NSManagedObject, _ item: NSManagedObject) {
        switch door {
        case .accessor: owner._add([item], at: owner._slot(of: "items"))
        case .mutable where theme.isOrdered: owner.mutableOrderedSetValue(forKey: "items").add(item)
        case .mutable: owner.mutableSetValue(forKey: "items").add(item)
        case .whole: setAll(owner) { $0.contains(item) ? $0 : $0 + [item] }
        case .inverse where !theme.isInverseToMany: item.setValue(owner, forKey: "owners")
        case .inverse: item._add([owner], at: item._slot(of: "owners"))
        }
    }

    private func remove(_ door: MemberDoor, _ owner: NSManagedObject, _ item: NSManagedObject) {
        switch door {
        case .accessor: owner._remove([item], at: owner._slot(of: "items"))
        case .mutable where theme.isOrdered: owner.mutableOrderedSetValue(forKey: "items").remove(item)
        case .mutable: owner.mutableSetValue(forKey: "items").remove(item)
        case .whole: setAll(owner) { $0.filter { $0 !== item } }
        case .inverse where theme.isInverseToMany: item._remove([owner], at: item._slot(of: "owners"))
        case .inverse:
            if item.value(forKey: "owners") as? NSManagedObject === owner {
                item.setValue(nil, forKey: "owners")
            }
        }
    }

    private func turn(_ owner: NSManagedObject) {
        setAll(owner) { theme.isOrdered ? $0.suffix(1) + $0.dropLast() : $0 }
    }

    private func setAll(_ owner: NSManagedObject, _ change: ([NSManagedObject]) -> [NSManagedObject]) {
        let members = change(Self.members(owner, "items"))
        let value: NSObject = theme.isOrdered ? NSOrderedSet(array: members) : NSSet(array: members)
        owner.setValue(value, forKey: "items")
    }

    // MARK: What is seen

    private static func members(_ object: NSManagedObject, _ key: String) -> [NSManagedObject] {
        switch object.value(forKey: key) {
        case let list as NSOrderedSet: list.array as? [NSManagedObject] ?? []
        case let set as NSSet: set.allObjects as? [NSManagedObject] ?? []
        case let object as NSManagedObject: [object]
        default: []
        }
    }

    func look() -> String { Self.look(owners, items, theme) }

    private static func look(
        _ owners: [NSManagedObject], _ items: [NSManagedObject], _ theme: MemberTheme
    ) -> String {
        let places = { (object: NSManagedObject, key: String) in
            members(object, key).map { $0.value(forKey: "place") as? Int ?? -1 }
        }
        var seen = NaiveMembers()
        seen.items = owners.map { places($0, "items") }
        seen.owners = items.map { places($0, "owners") }
        return seen.text(theme)
    }

    func lookAtStore() throws -> String {
        // Objects do not keep their context.
        let reader = stack.context()
        return Self.look(
            try reader.all("Owner", nil, by: "place"), try reader.all("Item", nil, by: "place"), theme)
    }

    /// The first difference between the rules and the framework.
    ///
    /// - Parameters:
    ///   - operations: what to do.
    ///   - isRead: whether all members are read before each step, or only where the history says so.
    /// - Returns: what is wrong, or nil.
    /// - Throws: what the operations report.
    func difference(in operations: [MemberOperation], isRead: Bool) throws -> String? {
        var model = NaiveMemberHistory(theme)
        for (number, operation) in operations.enumerated() {
            if isRead { _ = look() }
            model.apply(operation)
            try apply(operation)
            if let problem = context.checkInvariants().first { return "step \(number + 1): \(problem)" }
            var isSeen = isRead || number == operations.count - 1
            if case .look = operation { isSeen = true }
            let expected = model.now.text(theme)
            if isSeen, look() != expected {
                return "step \(number + 1), \(operation): \(look()) should be \(expected)"
            }
            guard case .save = operation else { continue }
            let (rows, wanted) = (try lookAtStore(), model.stored.text(theme))
            if rows != wanted { return "step \(number + 1): the store has \(rows), should have \(wanted)" }
        }
        return nil
    }
}
