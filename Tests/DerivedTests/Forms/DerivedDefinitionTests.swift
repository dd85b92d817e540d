// SPDX-License-Identifier: Apache-2.0
// What a derived attribute is, and what it is for.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("What derived attributes are") struct DerivedDefinitionTests {
    @Test("DER-1 a derived attribute is persistent, with a type, a column and an expression")
    func attribute() throws {
        let stack = try Stack(.sqlite, TodoModel.make())
        let list = try #require(stack.coordinator.managedObjectModel.entitiesByName["TodoList"])
        let count = try #require(list.attributesByName["count"] as? NSDerivedAttributeDescription)
        #expect(!count.isTransient && count.isOptional && count.attributeType == .integer64AttributeType)
        #expect(count.derivationExpression?.description == "items.@count")
        let url = try #require(stack.url)
        let columns = try RawDatabase(url).rows("SELECT name FROM pragma_table_info('ZTODOLIST')")
        #expect(Set(columns.joined()).isSuperset(of: ["ZCOUNT", "ZTOTAL"]))
    }

    @Test("DER-2 a fetch by a derived count reads one table")
    func oneTable() throws {
        let stack = try Stack(.sqlite, TodoModel.make())
        let context = stack.context()
        let list = context.insert("TodoList", ["name": "Home"])
        for title in ["a", "b"] { context.insert("Item", ["title": title, "todolist": list]) }
        context.insert("TodoList", ["name": "Empty"])
        try context.save()
        var found: [NSManagedObject] = []
        let statements = try stack.statements(during: {
            found = try context.all("TodoList", "count > 1 AND total == 0")
        })
        #expect(found == [list])
        #expect(statements.count == 1 && statements.allSatisfy { !$0.contains("ZITEM") }, "\(statements)")
    }

    @Test("DER-47 a uniqueness constraint cannot name a derived attribute", arguments: Stack.Kind.allCases)
    func constraint(_ kind: Stack.Kind) throws {
        let model = TodoModel.make()
        model.entitiesByName["Item"]?.uniquenessConstraints = [["searchTitle"]]
        let error = #expect(throws: (any Error).self) { _ = try Stack(kind, model) }
        let text = "\(try #require(error))"
        #expect(text.contains("Item") && text.contains("searchTitle") && text.contains("derived attribute"))
    }
}
