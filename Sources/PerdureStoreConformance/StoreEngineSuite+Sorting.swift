// SPDX-License-Identifier: Apache-2.0
// The order of results (FET-21 to FET-29).

import PerdureStore
import Testing

extension StoreEngineSuite {
    package static let sortChecks: [Check] = [
        Check("FET-21 null comes first in ascending order and last in descending order") { suite in
            let store = try suite.people([("b", 2), ("none", nil), ("a", 1)])
            #expect(try store.sortedNames([SortTerm(["age"])]) == ["none", "a", "b"])
            #expect(try store.sortedNames([SortTerm(["age"], isAscending: false)]) == ["b", "a", "none"])
        },
        Check("later terms decide where earlier ones are equal") { suite in
            let store = try suite.people([("c", 1), ("a", 2), ("b", 1)])
            let terms = [SortTerm(["age"], isAscending: false), SortTerm(["name"])]
            #expect(try store.sortedNames(terms) == ["a", "b", "c"])
        },
        Check("PRE-101 strings sort by code point, unless a collation says otherwise") { suite in
            let store = try suite.people([("b", 1), ("A", 2), ("a", 3), ("B", 4), ("é", 5), ("z", 6)])
            #expect(try store.sortedNames([SortTerm(["name"])]) == ["A", "B", "a", "b", "z", "é"])
            let folded = [SortTerm(["name"], collation: .caseInsensitive), SortTerm(["age"])]
            #expect(try store.sortedNames(folded).prefix(4) == ["A", "a", "b", "B"])
        },
        Check("numbers in names sort by value under the standard collation") { suite in
            let store = try suite.people([("file10", 1), ("file9", 2), ("File1", 3)])
            let terms = [SortTerm(["name"], collation: .localizedStandard)]
            #expect(try store.sortedNames(terms) == ["File1", "file9", "file10"])
        },
        Check("FET-23 a sort key may lead through to-one relationships") { suite in
            let store = try suite.store()
            let sales = try store.insert("Department", ["name": .string("Sales")])
            let art = try store.insert("Department", ["name": .string("Art")])
            try store.insert("Employee", ["name": .string("1"), "department": .reference(sales)])
            try store.insert("Employee", ["name": .string("2"), "department": .reference(art)])
            try store.insert("Employee", ["name": .string("3")])
            #expect(try store.sortedNames([SortTerm(["department", "name"])]) == ["3", "2", "1"])
        },
        Check("FET-22 a transient or unknown sort key is refused") { suite in
            let store = try suite.store()
            for key in ["nickname", "nonsense"] {
                var plan = try store.plan("Person")
                plan.sort = [SortTerm([key])]
                #expect(throws: StoreError.self, "\(key)") { try store.engine.fetch(plan) }
            }
        },
        Check("FET-27 sorting by the object itself sorts by its key") { suite in
            let store = try suite.store()
            let keys = try (0..<3).map { _ in try store.insert("Tag") }
            var plan = try store.plan("Tag")
            plan.sort = [SortTerm(["objectID"], isAscending: false)]
            #expect(try store.keys(plan) == keys.reversed())
        },
    ]

    private func people(_ people: [(String, Int64?)]) throws -> EngineUnderTest {
        let store = try store()
        for (name, age) in people {
            try store.insert(
                "Employee", ["name": .string(name), "age": age.map { .integer($0) } ?? .null])
        }
        return store
    }
}

extension EngineUnderTest {
    fileprivate func sortedNames(_ terms: [SortTerm]) throws -> [String] {
        var plan = try plan("Person")
        plan.sort = terms
        let name = try slot("Person", "name")
        return try rows(plan).map { row in
            guard case .string(let text) = row[name] else { return "" }
            return text
        }
    }
}
