// SPDX-License-Identifier: Apache-2.0
// What batches cost in statements, whatever the number of rows, and from which contexts they may be executed.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

@Suite("The cost of batches") struct BatchCostTests {
    @Test("STO-163 an update is one statement that finds and one that writes, for few rows and for many")
    func updates() throws {
        for count in [1, 1_000] {
            let stack = try Stack(.sqlite, FixtureModel.notes())
            let context = stack.context()
            let request = NSBatchUpdateRequest(entityName: "Note")
            request.predicate = NSPredicate(format: "text BEGINSWITH 'n'")
            request.propertiesToUpdate = ["number": 1, "text": NSExpression(format: "uppercase:(text)")]
            let objects = (0..<count).map { ["text": "n\($0)", "number": $0] as [String: Any] }
            let texts = try context.performAndWait {
                try context.execute(NSBatchInsertRequest(entityName: "Note", objects: objects))
                return try stack.statements { _ = try context.execute(request) }
            }
            let kinds = texts.map { $0.split(separator: " ").first.map(String.init) ?? "" }
            // The last select is the mark by which a commit in doubt would be recognised.
            #expect(kinds == ["SELECT", "UPDATE", "SELECT"], "\(texts)")
        }
    }

    @Test("STO-163 members get places behind the others with one look at those, for few rows and for many")
    func orderedMembers() throws {
        for count in [1, 200] {
            let depot = try Depot()
            let context = depot.context
            let first = try context.performAndWait {
                let objects = (0..<count).map { ["name": "n\($0)"] }
                try context.execute(NSBatchInsertRequest(entityName: "Item", objects: objects))
                return try depot.owner("first", in: context)
            }
            let texts = try depot.stack.statements {
                try depot.update(["owner": first.objectID], "name BEGINSWITH 'n' OR name == 'a'")
            }
            let places = texts.filter { $0.contains("Z_FOK_OWNER") }
            #expect(places.filter { $0.contains("MAX(") }.count == 1, "\(places.suffix(3))")
            // "a" and "b" keep their places, "c" and "s" have none.
            let new = (0..<count).map { "\(4_096 + 1_024 * $0)" }
            #expect(try depot.column("Z_FOK_OWNER") == ["2048", "3072", "NULL", "NULL"] + new)
        }
    }

    @Test("STO-163 an update that finds nothing writes nothing")
    func nothing() throws {
        let depot = try Depot()
        let texts = try depot.stack.statements { try depot.update(["size": 1], "name == 'nobody'") }
        #expect(!texts.contains { $0.hasPrefix("UPDATE") }, "\(texts)")
    }

    @Test("STO-160 a child context executes batches in the stores", arguments: Stack.Kind.lasting)
    func children(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = depot.context
        let request = NSBatchUpdateRequest(entityName: "Item")
        request.propertiesToUpdate = ["size": 3]
        request.resultType = .updatedObjectsCountResultType
        let result = try child.performAndWait { try child.execute(request) } as? NSBatchUpdateResult
        #expect(result?.result as? Int == 4)
        #expect(try Set(depot.values("size").values) == ["3"])
        let lonely = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        #expect(throws: CoreDataException.self) {
            _ = try lonely.performAndWait { try lonely.execute(request) }
        }
    }
}
