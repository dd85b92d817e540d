// SPDX-License-Identifier: Apache-2.0
// Objects and IDs as constants of dictionary results: in the condition of groups and in computed columns.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Objects in dictionary results") struct ObjectConstantTests {
    /// Anna has entries of 1 and 2, Ben one of 4; an entry of 8 has no owner.
    private struct Ledger {
        let stack: Stack
        let context: NSManagedObjectContext

        init(_ kind: Stack.Kind) throws {
            let model = NSManagedObjectModel(
                EntitySketch("Owner", .attribute("name"), .toMany("entries", "Entry", inverse: "owner")),
                EntitySketch(
                    "Entry", .attribute("amount", .integer64AttributeType),
                    .toOne("owner", "Owner", inverse: "entries")))
            stack = try Stack(kind, model)
            context = stack.context()
            try context.performAndWait { [context] in
                let owners = ["anna", "ben"].map { context.insert("Owner", ["name": $0]) }
                for (amount, owner) in [
                    (1, owners[0]), (2, owners[0]), (4, owners[1]), (8, nil),
                ] as [(Int, NSManagedObject?)] {
                    context.insert("Entry", ["amount": amount, "owner": owner])
                }
                try context.save()
            }
        }

        func owner(_ name: String, in other: NSManagedObjectContext? = nil) throws -> NSManagedObject {
            try #require(try (other ?? context).all("Owner", "name == '\(name)'").first)
        }
    }

    private static func column(_ name: String, _ format: String, _ arguments: [Any])
        -> NSExpressionDescription
    {
        let column = NSExpressionDescription()
        column.name = name
        column.expression = NSExpression(format: format, argumentArray: arguments)
        column.expressionResultType = .integer64AttributeType
        return column
    }

    private static func grouped(_ format: String, _ arguments: [Any]) -> NSFetchRequest<NSDictionary> {
        let request = NSFetchRequest<NSDictionary>(entityName: "Entry")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["owner", column("total", "sum:(amount)", [])]
        request.propertiesToGroupBy = ["owner"]
        request.havingPredicate = NSPredicate(format: format, argumentArray: arguments)
        return request
    }

    private static func computed(_ format: String, _ arguments: [Any]) -> NSFetchRequest<NSDictionary> {
        let request = NSFetchRequest<NSDictionary>(entityName: "Entry")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [column("total", format, arguments)]
        return request
    }

    private func totals(_ request: NSFetchRequest<NSDictionary>, _ context: NSManagedObjectContext) throws
        -> [Int]
    {
        try context.fetch(request).compactMap { $0["total"] as? Int }.sorted()
    }

    @Test(
        "FET-63 PRE-80 groups are compared with objects, IDs and lists of them",
        arguments: Stack.Kind.allCases)
    func having(_ kind: Stack.Kind) throws {
        let ledger = try Ledger(kind)
        try ledger.context.performAndWait {
            let (anna, ben) = (try ledger.owner("anna"), try ledger.owner("ben"))
            let context = ledger.context
            #expect(try totals(Self.grouped("owner == %@", [anna]), context) == [3])
            #expect(try totals(Self.grouped("owner == %@", [anna.objectID]), context) == [3])
            #expect(try totals(Self.grouped("owner != %@", [anna]), context) == [4])
            #expect(try totals(Self.grouped("owner IN %@", [[anna, ben]]), context) == [3, 4])
            #expect(try totals(Self.grouped("owner == %@ OR $total == 8", [ben]), context) == [4, 8])
        }
    }

    @Test("FET-60 FET-64 so do computed columns and the keys of groups", arguments: Stack.Kind.allCases)
    func columns(_ kind: Stack.Kind) throws {
        let ledger = try Ledger(kind)
        try ledger.context.performAndWait {
            let anna = try ledger.owner("anna")
            let context = ledger.context
            let format = "sum:(TERNARY(owner == %@, amount, 0))"
            #expect(try totals(Self.computed(format, [anna]), context) == [3])
            #expect(try totals(Self.computed(format, [anna.objectID]), context) == [3])
            let request = Self.computed("sum:(amount)", [])
            request.propertiesToGroupBy = [Self.column("isAnnas", "TERNARY(owner == %@, 1, 0)", [anna])]
            #expect(try totals(request, context) == [3, 12])
        }
    }

    @Test("FET-63 FET-71 and so does a fetch that is read beside the context's work")
    func background() throws {
        let ledger = try Ledger(.sqlite)
        let anna = try ledger.context.performAndWait { try ledger.owner("anna") }
        let format = "sum:(TERNARY(owner == %@, amount, 0))"
        for request in [Self.grouped("owner == %@", [anna]), Self.computed(format, [anna])] {
            let done = DispatchSemaphore(value: 0)
            var totals: [Int?] = []
            let fetch = NSAsynchronousFetchRequest(fetchRequest: request) { result in
                totals = (result.finalResult ?? []).map { $0["total"] as? Int }
                done.signal()
            }
            _ = try ledger.context.performAndWait { try ledger.context.execute(fetch) }
            done.wait()
            #expect(totals == [3])
        }
    }

    @Test("FET-63 FET-60 and the child of a context, which names its own objects")
    func nested() throws {
        let ledger = try Ledger(.sqlite)
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = ledger.context
        try child.performAndWait {
            let anna = try ledger.owner("anna", in: child)
            #expect(try totals(Self.grouped("owner == %@", [anna]), child) == [3])
            let format = "sum:(TERNARY(owner == %@, amount, 0))"
            #expect(try totals(Self.computed(format, [anna]), child) == [3])
        }
    }

    @Test("PRE-111 validate(for:) accepts what a fetch accepts")
    func validation() throws {
        let ledger = try Ledger(.inMemory)
        try ledger.context.performAndWait {
            let anna = try ledger.owner("anna")
            let model = ledger.stack.coordinator.managedObjectModel
            try Self.grouped("owner == %@", [anna]).validate(for: model)
            try Self.computed("sum:(TERNARY(owner == %@, amount, 0))", [anna]).validate(for: model)
        }
    }
}
