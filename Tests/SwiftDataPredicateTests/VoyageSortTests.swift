// SPDX-License-Identifier: Apache-2.0
// SortDescriptors of plain classes: the store sorts as Swift does, strings as SD-160 says.

import CoreData
import Foundation
import PerdurePredicates
import PerdureTestSupport
import SwiftDataPredicates
import Testing

@Suite("SortDescriptor of model classes")
struct VoyageSortTests {
    /// Every order ends with the number, so that equal values have one order.
    private static var orders: [[SortDescriptor<Voyage>]] { texts + values }

    private static var texts: [[SortDescriptor<Voyage>]] {
        [
            [SortDescriptor(\.title)], [SortDescriptor(\.title, order: .reverse)],
            [SortDescriptor(\.note)], [SortDescriptor(\.note, order: .reverse)],
            [SortDescriptor(\.title, comparator: .lexical)],
            [SortDescriptor(\.note, comparator: .lexical, order: .reverse)],
            [SortDescriptor(\.title, comparator: .localized)],
            [SortDescriptor(\.note, comparator: .localizedStandard, order: .reverse)],
        ]
    }

    private static var values: [[SortDescriptor<Voyage>]] {
        [
            [SortDescriptor(\.rating), SortDescriptor(\.score, order: .reverse)],
            [SortDescriptor(\.bonus)], [SortDescriptor(\.bonus, order: .reverse)],
            [SortDescriptor(\.end, order: .reverse)], [SortDescriptor(\.captain?.age)],
            [SortDescriptor(\.captain?.name)], [SortDescriptor(\.place.city), SortDescriptor(\.rating)],
        ]
    }

    @Test(
        "SD-160 SD-161 stores sort as Swift does, nil first, also through to-one paths",
        arguments: Stack.Kind.allCases)
    func agreement(_ kind: Stack.Kind) throws {
        let harbor = try VoyageHarbor(kind, VoyageSamples.voyages(40, seed: 3))
        for part in Self.orders {
            let order = part + [SortDescriptor(\Voyage.number)]
            let request = NSFetchRequest<NSManagedObject>(entityName: "Voyage")
            request.sortDescriptors = try harbor.terms.sorting(order)
            let fetched = try harbor.context.fetch(request).compactMap { $0.value(forKey: "number") as? Int }
            #expect(fetched == harbor.voyages.sorted(using: order).map(\.number), "\(order[0])")
        }
    }

    @Test("SD-160 a string without a comparator is sorted as lists are, .lexical by its characters")
    func comparators() throws {
        let terms = FetchTerms(naming: VoyageNaming())
        func order(_ descriptor: SortDescriptor<Voyage>) throws -> StringOrder {
            try terms.rule(descriptor).order
        }
        #expect(try order(SortDescriptor(\.title)) == .localizedStandard)
        #expect(try order(SortDescriptor(\.note, order: .reverse)) == .localizedStandard)
        #expect(try order(SortDescriptor(\.title, comparator: .localizedStandard)) == .localizedStandard)
        #expect(try order(SortDescriptor(\.title, comparator: .localized)) == .localized)
        #expect(try order(SortDescriptor(\.title, comparator: .lexical)) == .literal)
        #expect(try order(SortDescriptor(\.rating)) == .literal)
        let numbers = ["a10", "a9", "B1"].map { title in
            let voyage = Voyage()
            voyage.title = title
            return voyage
        }
        #expect(numbers.sorted(using: SortDescriptor(\.title)).map(\.title) == ["a9", "a10", "B1"])
    }

    @Test("SD-160 comparators work in orders of managed objects too")
    func managedObjects() throws {
        let numbers = ["a10", "B1", "a9"]
        let stack = try Stack(
            .sqlite,
            NSManagedObjectModel(
                EntitySketch("Port", className: "SwiftDataPredicateTests.PortObject", .attribute("name"))))
        let context = stack.context()
        for name in numbers { context.insert("Port", ["name": name]) }
        try context.save()
        func names(_ descriptor: SortDescriptor<PortObject>) throws -> [String] {
            let request = NSFetchRequest<PortObject>(entityName: "Port")
            request.sortDescriptors = [NSSortDescriptor(descriptor)]
            return try context.fetch(request).compactMap(\.name)
        }
        #expect(try names(SortDescriptor(\.name)) == ["a9", "a10", "B1"])
        #expect(
            try names(SortDescriptor(\.name, comparator: .localizedStandard, order: .reverse))
                == ["B1", "a10", "a9"])
        #expect(try names(SortDescriptor(\.name, comparator: .lexical)) == ["B1", "a10", "a9"])
    }

    @Test("SD-161 an order without a stored property is refused by its name")
    func refusals() throws {
        let terms = FetchTerms(naming: VoyageNaming())
        for descriptor in [SortDescriptor(\Voyage.computed), SortDescriptor(\Voyage.title.count)] {
            let error = #expect(throws: UnsupportedFetchPart.self) { try terms.sorting([descriptor]) }
            #expect(error?.place == .sortDescriptor)
            #expect(error?.type == "Voyage")
            #expect(error?.description.contains("sort by a stored property") == true)
        }
    }
}

/// A class as generated code has it.
final class PortObject: NSManagedObject {
    override class var _classProperties: ClassProperties? {
        ClassProperties(PortObject.self, slots: ["name"]) { root in
            func names<R: PortObject>(_: R.Type) -> [AnyKeyPath: String] { [\R.name: "name"] }
            guard let root = root as? any (PortObject & _KeyPathRoot).Type else { return [:] }
            return names(root)
        }
    }

    var name: String? { _string(at: 0) }
}
