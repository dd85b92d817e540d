// SPDX-License-Identifier: Apache-2.0
// How the work of changing and reading to-many relationships grows with the members: counted are the questions for an
// object's hash and the comparisons of two objects, without which no member is found anywhere.

import Foundation
import PerdureTestSupport
import Synchronization
import Testing

@testable import Perdure

/// An object that counts how often it is looked at as a member.
class CountedItem: NSManagedObject {
    static let work = Atomic<Int>(0)

    override var hash: Int {
        Self.work.add(1, ordering: .relaxed)
        return super.hash
    }

    override func isEqual(_ object: Any?) -> Bool {
        Self.work.add(1, ordering: .relaxed)
        return super.isEqual(object)
    }
}

final class SmallCountedItem: CountedItem {}

@Suite("Growth of work", .serialized)
struct GrowthTests {
    /// A way to add one member.
    enum Door: CaseIterable {
        case freshView, keptView, insertion, accessor, accessorAtIndex, first, setView, inverse
    }

    /// A list with new items.
    private struct Case {
        let stack: Stack
        let context: NSManagedObjectContext
        let list: NSManagedObject
        let items: [NSManagedObject]

        init(_ count: Int, isOrdered: Bool = true) throws {
            let model = NSManagedObjectModel(
                EntitySketch("List", .toMany("items", "Item", inverse: "list", isOrdered: isOrdered)),
                EntitySketch(
                    "Item", className: String(reflecting: CountedItem.self),
                    .toOne("list", "List", inverse: "items")),
                EntitySketch(
                    "SmallItem", parent: "Item", className: String(reflecting: SmallCountedItem.self)))
            stack = try Stack(.inMemory, model)
            context = stack.context()
            list = context.insert("List")
            let context = context
            items = (0..<count).map { context.insert($0.isMultiple(of: 2) ? "Item" : "SmallItem") }
        }

        var slot: Int { list._slot(of: "items") }

        /// What a body costs.
        func work(_ body: () -> Void) -> Int {
            let before = CountedItem.work.load(ordering: .relaxed)
            body()
            return CountedItem.work.load(ordering: .relaxed) - before
        }

        func addAll(_ door: Door) {
            let view = door == .keptView ? list.mutableOrderedSetValue(forKey: "items") : nil
            for (index, item) in items.enumerated() {
                switch door {
                case .freshView: list.mutableOrderedSetValue(forKey: "items").add(item)
                case .keptView: view?.add(item)
                case .insertion: list.mutableOrderedSetValue(forKey: "items").insert(item, at: index / 2)
                case .accessor: list._add([item], at: slot)
                case .accessorAtIndex: list._insert([item], at: [index], slot: slot)
                case .first: list._insert([item], at: [0], slot: slot)
                case .setView: list.mutableSetValue(forKey: "items").add(item)
                case .inverse: item.setValue(list, forKey: "list")
                }
            }
        }
    }

    @Test("PRG-38 twice as many members, added one by one, are twice the work", arguments: Door.allCases)
    func adding(_ door: Door) throws {
        func work(_ count: Int) throws -> Int {
            let growth = try Case(count)
            let work = growth.work { growth.addAll(door) }
            #expect(growth.list._orderedToMany(at: growth.slot).count == count)
            return work
        }
        // Where objects lie decides how many collide in hash tables: the least of three is the work without bad luck.
        func least(_ count: Int) throws -> Int { try (0..<3).map { _ in try work(count) }.min() ?? 0 }
        let (small, large) = (try least(400), try least(800))
        #expect(small > 0 && large * 10 < small * 25, "\(small) and \(large)")
    }

    @Test("PRG-38 OBJ-66 a view shows each change at once, and its changes are the relationship's")
    func live() throws {
        let growth = try Case(4)
        let (list, items) = (growth.list, growth.items)
        let view = list.mutableOrderedSetValue(forKey: "items")
        list._add([items[0], items[1]], at: growth.slot)
        #expect(view.count == 2 && view.firstObject as AnyObject === items[0])
        items[2].setValue(list, forKey: "list")
        #expect(view.lastObject as AnyObject === items[2] && view.array.count == 3)
        view.insert(items[3], at: 1)
        #expect(list._orderedToMany(at: growth.slot) == [items[0], items[3], items[1], items[2]])
        #expect(items[3].value(forKey: "list") as AnyObject === list)
        items[0].setValue(nil, forKey: "list")
        #expect(view.map { $0 as AnyObject === items[3] } == [true, false, false])
        view.moveObjects(at: [2], to: 0)
        #expect(list._orderedToMany(at: growth.slot) == [items[2], items[3], items[1]])
        list.setValue(NSOrderedSet(array: [items[1], items[0]]), forKey: "items")
        #expect(view.array as? [NSManagedObject] == [items[1], items[0]])
        view.removeAllObjects()
        #expect(list._orderedToMany(at: growth.slot).isEmpty && items[1].value(forKey: "list") == nil)
        #expect(view === list.mutableOrderedSetValue(forKey: "items"))
    }

    @Test("OBJ-66 a view follows its object through refreshing and refuses places that are none")
    func refreshed() throws {
        let growth = try Case(2)
        let view = growth.list.mutableOrderedSetValue(forKey: "items")
        view.add(growth.items[0])
        try growth.context.save()
        growth.context.refreshAllObjects()
        #expect(view.contains(growth.items[0]) && view.count == 1)
        view.add(growth.items[1])
        growth.context.rollback()
        #expect(view.count == 1 && view.index(of: growth.items[0]) == 0)
        #expect(throws: CoreDataException.self) {
            try ExceptionTrap.catching { view.insert(growth.items[1], at: 7) }
        }
        #expect(view.count == 1)
    }

    @Test("PRG-38 a view does not keep its object after the event")
    func released() throws {
        let growth = try Case(1)
        func change() -> () -> NSManagedObject? {
            let list = growth.context.insert("List")
            list.mutableOrderedSetValue(forKey: "items").add(growth.items[0])
            return { [weak list] in list }
        }
        let list = change()
        #expect(list() != nil)
        growth.context.rollback()
        #expect(list() == nil)
    }

    @Test("PRG-43 reading members again looks at none of them", arguments: [false, true])
    func reading(isOrdered: Bool) throws {
        let growth = try Case(100, isOrdered: isOrdered)
        growth.addAll(.accessor)
        func read() -> (NSObject?, Int) {
            let (list, slot) = (growth.list, growth.slot)
            // Of half of the members: a new collection has to be made of them.
            let count =
                isOrdered
                ? list._orderedMembers(at: slot, as: SmallCountedItem.self).count
                : list._members(at: slot, as: SmallCountedItem.self).count
            let property: NSObject? = isOrdered ? list._orderedSet(at: slot) : list._set(at: slot)
            let value = list.value(forKey: "items") as? NSObject
            #expect(property === value)
            return (value, count + list.mutableSetValue(forKey: "items").count)
        }
        let first = read()
        var last = first
        #expect(growth.work { for _ in 0..<50 { last = read() } } == 0)
        #expect(first.1 == 150 && last.1 == 150 && first.0 === last.0)
        growth.list._remove([growth.items[1]], at: growth.slot)
        #expect(read().1 == 148 && read().0 !== first.0)
        let many = growth.list.loadedToMany(at: growth.slot)
        let before = (first.0 as? NSSet)?.count ?? (first.0 as? NSOrderedSet)?.count
        #expect(before == 100 && many.count == 99)
    }
}
