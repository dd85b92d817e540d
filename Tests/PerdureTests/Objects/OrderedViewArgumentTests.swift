// SPDX-License-Identifier: Apache-2.0
// What mutableOrderedSetValue(forKey:) takes: replacements of another size, members in other places, and no places or objects
// that are none.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Arguments of ordered views")
struct OrderedViewArgumentTests {
    /// A list with the first three of four items.
    private struct Case {
        let stack: Stack
        let context: NSManagedObjectContext
        let items: [NSManagedObject]
        let list: NSManagedObject
        let view: NSMutableOrderedSet

        init() throws {
            stack = try Stack(.inMemory, FixtureModel.scenarios())
            let context = stack.context()
            self.context = context
            items = (0..<4).map { context.insert("Item", ["title": "\($0)"]) }
            list = context.insert("TodoList", ["name": "Home"])
            view = list.mutableOrderedSetValue(forKey: "items")
            view.addObjects(from: Array(items[0..<3]))
        }

        /// The numbers of the list's items; nil where the view shows others.
        var numbers: [Int]? {
            guard let stored = (list.value(forKey: "items") as? NSOrderedSet)?.array as? [NSManagedObject],
                view.array as? [NSManagedObject] == stored, view.count == stored.count
            else { return nil }
            return stored.compactMap { items.firstIndex(of: $0) }
        }

        /// Replaces members as Foundation's pointer method does it.
        func replace(_ range: NSRange, with numbers: [Int]) {
            let objects: [AnyObject] = numbers.map { items[$0] }
            objects.withUnsafeBufferPointer {
                view.replaceObjects(in: range, with: $0.baseAddress, count: $0.count)
            }
        }
    }

    @Test(
        "OBJ-66 a range is replaced by fewer or more objects",
        arguments: [
            (3, 0, [3], [0, 1, 2, 3]), (0, 2, [3], [3, 2]), (1, 1, [], [0, 2]),
            (0, 1, [3, 0], [3, 0, 1, 2]),
        ])
    func ranges(_ location: Int, _ length: Int, _ new: [Int], _ result: [Int]) throws {
        let test = try Case()
        test.replace(NSRange(location: location, length: length), with: new)
        #expect(test.numbers == result)
        for (number, item) in test.items.enumerated() {
            #expect((item.object("todolist") === test.list) == result.contains(number))
        }
    }

    @Test("OBJ-66 members change places by replacing and by inserting")
    func exchanges() throws {
        let test = try Case()
        test.view.replaceObjects(at: IndexSet([0, 2]), with: [test.items[2], test.items[0]])
        #expect(test.numbers == [2, 1, 0])
        test.view.insert([test.items[1], test.items[3]], at: IndexSet([0, 1]))
        #expect(test.numbers == [2, 3, 1, 0])
        test.view.setObject(test.items[2], at: 4)
        #expect(test.numbers == [2, 3, 1, 0])
    }

    typealias Change = @Sendable (NSMutableOrderedSet, NSManagedObject) -> Void

    /// A change that an ordered view refuses.
    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let name: String
        let change: Change
    }

    private static let places: [(String, Change)] = [
        ("removal", { view, _ in view.removeObject(at: 3) }),
        ("replacement", { $0.replaceObject(at: 3, with: $1) }),
        ("exchange", { view, _ in view.exchangeObject(at: 0, withObjectAt: 3) }),
        ("reading", { view, _ in _ = view.object(at: 3) }),
        ("insertion", { $0.insert($1, at: 4) }),
        ("negative", { $0.insert($1, at: -1) }),
        ("setting", { $0.setObject($1, at: 4) }),
        ("moving", { view, _ in view.moveObjects(at: [0], to: 3) }),
        ("moving another", { view, _ in view.moveObjects(at: [3], to: 0) }),
        ("insertions", { $0.insert([$1], at: [4]) }),
        ("removals", { view, _ in view.removeObjects(at: [0, 3]) }),
        ("range", { view, _ in view.removeObjects(in: NSRange(location: 2, length: 2)) }),
        ("no range", { view, _ in view.removeObjects(in: NSRange(location: NSNotFound, length: 1)) }),
        ("replacements", { $0.replaceObjects(at: [3], with: [$1]) }),
    ]

    private static let others: [(String, Change)] = [
        ("adding", { view, _ in view.addObjects(from: ["x"]) }),
        ("replacing", { view, _ in view.replaceObject(at: 0, with: "x") }),
        ("setting", { view, _ in view.setObject("x", at: 0) }),
        ("replacements", { view, _ in view.replaceObjects(at: [0], with: ["x"]) }),
        ("too few", { $0.replaceObjects(at: [0, 1], with: [$1]) }),
        ("too many", { $0.insert([$1, "x"], at: [0]) }),
    ]

    static let refusals =
        places.map { Refusal(testDescription: $0.0, name: "NSRangeException", change: $0.1) }
        + others.map { Refusal(testDescription: $0.0, name: "NSInvalidArgumentException", change: $0.1) }

    @Test("OBJ-66 places and objects that are none are refused, and change nothing", arguments: refusals)
    func refused(_ refusal: Refusal) throws {
        let test = try Case()
        let error = #expect(throws: CoreDataException.self) {
            try ExceptionTrap.catching { refusal.change(test.view, test.items[3]) }
        }
        #expect(error?.name.rawValue == refusal.name)
        #expect(error?.reason.contains("items") == true)
        #expect(test.numbers == [0, 1, 2] && test.items[3].object("todolist") == nil)
    }
}
