// SPDX-License-Identifier: Apache-2.0
// Rewriting trees, as the request planner does it.

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("Rewriting")
struct RewritingTests {
    @Test("Constants are replaced everywhere, inside of lists too")
    func constants() throws {
        let node = try parse(
            "a == 1 AND b IN {1, 2} AND NOT SUBQUERY(c, $x, $x.d == 1).@count > 1 AND e[1] == f + 1")
        let mapped = node.mapConstants { $0 == .integer(1) ? .integer(7) : $0 }
        #expect(
            PredicatePrinter.format(mapped)
                == "a == 7 AND b IN {7, 2} AND (NOT SUBQUERY(c, $x, $x.d == 7).@count > 7) AND e[7] == f + 7")
    }

    @Test("Objects become references")
    func references() throws {
        let record = Record([:], reference: 5)
        let node = try parse("boss == %@ OR boss IN %@", record, [record])
        let planned = node.mapConstants { constant in
            guard case .object(let box) = constant, let readable = box.object as? any StoredReferenceReadable,
                let reference = readable.storedReference
            else { return constant }
            return .reference(reference)
        }
        let reference = ConstantValue.reference(StoredReference(entity: 1, root: 1, number: 5))
        #expect(
            planned
                == .or([
                    .comparison(ComparisonNode(.key("boss"), .equal, .constant(reference))),
                    .comparison(ComparisonNode(.key("boss"), .isIn, .constant(.array([reference])))),
                ]))
    }

    @Test("Key paths and variables are found")
    func mentions() throws {
        let node = try parse("a.b == $v AND SUBQUERY(c, $x, $x.d == e AND $w == 1).@count > 0")
        #expect(node.keyPaths == [["a", "b"], ["c"], ["e"]])
        #expect(node.freeVariables == ["v", "w"])
    }
}
