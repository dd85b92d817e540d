// SPDX-License-Identifier: Apache-2.0
// Forms of #Predicate that no fetch has: the error says which.

import Foundation
import PerdureBase
import PerdurePredicates
import Testing

@Suite("Refused forms of #Predicate")
struct MacroRefusalTests {
    private func reason(_ predicate: Predicate<Book>) -> String? {
        let error = #expect(throws: CoreDataException.self) { try NSPredicate(validating: predicate) }
        #expect(error?.name == .invalidArgumentException)
        #expect(NSPredicate(predicate) == nil)
        return error?.reason
    }

    @Test("PRE-120 tests for a class")
    func classes() {
        #expect(
            reason(#Predicate { $0.owner is Writer })
                == "#Predicate: the operator 'is' (TypeCheck) for Writer has no form in a fetch: "
                + "fetch objects of that class instead")
        #expect(
            reason(#Predicate { ($0.owner as? Writer)?.name == "x" })
                == "#Predicate: the operator 'as?' (ConditionalCast) to Writer has no form in a fetch: "
                + "fetch objects of that class instead")
    }

    @Test("PRE-120 places in collections")
    func places() {
        #expect(
            reason(#Predicate { $0.tags.first == "x" })?.hasPrefix("#Predicate: the key path \\Array") == true
        )
        #expect(
            reason(#Predicate { $0.tags.starts(with: ["x"]) })
                == "#Predicate: starts(with:) of a collection has no form in a fetch: test each element")
        #expect(
            reason(#Predicate { $0.tags[0..<1].contains("x") })
                == "#Predicate: the operator CollectionRangeSubscript has no form in a fetch: "
                + "evaluate the predicate in memory instead")
    }

    @Test("PRE-120 a property that no table names")
    func unnamed() {
        let reason = reason(#Predicate { $0.secret == 1 })
        #expect(reason?.contains("of the class Book has no name that a store could know") == true)
    }

    @Test("PRE-120 what would stop the program in memory")
    func traps() {
        let zero = 0
        let missing: Int? = nil
        #expect(
            reason(#Predicate { ($0.pages ?? 1) / zero == 1 })?.contains("a division by a captured zero")
                == true)
        #expect(
            reason(#Predicate { $0.pages == missing! })?.contains("the operator ! on a captured nil") == true)
    }

    @Test("PRE-120 a regular expression that ICU does not know")
    func patterns() {
        let reason = reason(#Predicate { $0.title.contains(/(?<n>a)\g{n}/) })
        #expect(reason?.hasPrefix("#Predicate: the regular expression ") == true)
    }
}
