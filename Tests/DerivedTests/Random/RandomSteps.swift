// SPDX-License-Identifier: Apache-2.0
// Random operations in two contexts that get in each other's way.

import Foundation
import Perdure
import PerdureTestSupport

/// Two contexts and what they do.
struct RandomSteps {
    let stack: Stack
    private let contexts: [NSManagedObjectContext]
    private var numbers: SeededNumbers
    private var names = 0

    /// A save, with its time.
    struct Save {
        let context: NSManagedObjectContext
        let start: Date
        let end: Date
        let hasFailed: Bool
    }

    init(_ kind: Stack.Kind, seed: UInt64) throws {
        stack = try Stack(kind, RandomModel.make())
        contexts = [stack.context(.overwrite), stack.context(.overwrite)]
        for context in contexts { context.retainsRegisteredObjects = true }
        numbers = SeededNumbers(seed: seed)
    }

    /// What the contexts' structures contradict themselves in.
    var problems: [String] { contexts.flatMap { $0.checkInvariants() } }

    /// Does something; gives the save if it was one.
    mutating func step() throws -> Save? {
        let place = number(below: 2)
        let (context, other) = (contexts[place], contexts[1 - place])
        switch number(below: 22) {
        case 0...4: try insert(context)
        case 5...9: try change(context)
        case 10...13: try relate(context)
        case 14...15: return try delete(context, besides: other)
        case 16: context.rollback()
        case 17: context.refreshAllObjects()
        default: return save(context, besides: other)
        }
        return nil
    }

    private mutating func save(_ context: NSManagedObjectContext, besides other: NSManagedObjectContext)
        -> Save
    {
        let start = Date()
        let saved: Void? = try? context.save()
        let end = Date()
        if saved == nil { context.rollback() }
        if number(below: 2) == 0 { other.refreshAllObjects() }
        return Save(context: context, start: start, end: end, hasFailed: saved == nil)
    }

    // MARK: Operations

    private mutating func insert(_ context: NSManagedObjectContext) throws {
        switch number(below: 6) {
        case 0 where try context.all("List").count < 6: context.insert("List", ["name": name()])
        case 1 where try context.all("Tag").count < 5: context.insert("Tag", ["name": name()])
        default:
            let item = context.insert("Item", ["name": name(), "points": points(), "weight": weight()])
            if number(below: 3) > 0 { item.setValue(try any("List", context), forKey: "list") }
        }
    }

    private mutating func change(_ context: NSManagedObjectContext) throws {
        switch number(below: 4) {
        case 0: try any("List", context)?.setValue(name(), forKey: "name")
        case 1: try any("Item", context)?.setValue(name(), forKey: "name")
        case 2: try any("Item", context)?.setValue(points(), forKey: "points")
        default: try any("Item", context)?.setValue(weight(), forKey: "weight")
        }
    }

    private mutating func relate(_ context: NSManagedObjectContext) throws {
        guard let item = try any("Item", context) else { return }
        switch number(below: 4) {
        case 0: item.setValue(nil, forKey: "list")
        case 1: item.setValue(try any("List", context), forKey: "list")
        default:
            guard let tag = try any("Tag", context) else { return }
            let tags = item.mutableSetValue(forKey: "tags")
            if tags.contains(tag) { tags.remove(tag) } else { tags.add(tag) }
        }
    }

    /// Deletes an object with the newest members at hand, and lets the other context forget what it knew of it.
    ///
    /// Otherwise a save could leave objects related to one that is gone: what is derived along such a link is nil in
    /// memory, and in SQLite what it was, because Core Data's triggers do not hear of the deletion of a source.
    private mutating func delete(_ context: NSManagedObjectContext, besides other: NSManagedObjectContext)
        throws
        -> Save?
    {
        context.refreshAllObjects()
        guard let object = try any(["Item", "Item", "Item", "List", "Tag"][number(below: 5)], context) else {
            return nil
        }
        context.delete(object)
        let save = save(context, besides: other)
        other.rollback()
        other.refreshAllObjects()
        return save
    }

    // MARK: Choices

    private mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &numbers) }

    private mutating func any(_ entity: String, _ context: NSManagedObjectContext) throws -> NSManagedObject?
    {
        let objects = try context.all(entity, by: "name").filter { !$0.isDeleted }
        return objects.randomElement(using: &numbers)
    }

    private mutating func name() -> String {
        names += 1
        return ["Café", "ÅNGSTRÖM", "straße", "Tea"][number(below: 4)] + " \(names)"
    }

    private mutating func points() -> Int? { number(below: 8) == 0 ? nil : number(below: 100) - 50 }

    /// Halves, whose sums are exact in any order.
    private mutating func weight() -> Double? { number(below: 8) == 0 ? nil : Double(number(below: 100)) / 2 }
}
