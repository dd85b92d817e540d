// SPDX-License-Identifier: Apache-2.0
// Sort descriptors and expressions of Swift key paths.

import Foundation
import PerdureBase
import PerdurePredicates
import Testing

@Suite("Sorting by Swift key paths")
struct KeyPathSortingTests {
    @Test("FET-26 a Swift sort descriptor is equal to a string key")
    func swiftDescriptors() {
        #expect(
            NSSortDescriptor(SortDescriptor(\Book.title)) == NSSortDescriptor(key: "title", ascending: true))
        #expect(
            NSSortDescriptor(SortDescriptor(\Book.pages, order: .reverse))
                == NSSortDescriptor(key: "pages", ascending: false))
        #expect(
            NSSortDescriptor(SortDescriptor(\Book.title, comparator: .lexical))
                == NSSortDescriptor(key: "title", ascending: true))
        let several = [SortDescriptor(\Book.title), SortDescriptor(\Book.price)].map(NSSortDescriptor.init)
        #expect(several.map(\.key) == ["title", "price"])
    }

    @Test("FET-26 key paths of optional values and of values that are not Comparable")
    func ownDescriptors() throws {
        #expect(NSSortDescriptor(keyPath: \Book.pages, ascending: false).key == "pages")
        #expect(
            NSSortDescriptor(keyPath: \Book.isRead, ascending: true)
                == NSSortDescriptor(key: "isRead", ascending: true))
        #expect(
            try NSSortDescriptor(keyPath: \Book.pages, ascending: true).sortRule == SortRule(["pages"]))
    }

    @Test("FET-26 Foundation's own descriptors of Comparable values are understood")
    func foundationDescriptors() throws {
        let title = NSSortDescriptor(keyPath: \Book.title, ascending: false)
        #expect(type(of: title) == NSSortDescriptor.self)
        #expect(title.key == "title")
        #expect(try title.sortRule == SortRule(["title"], isAscending: false))
        #expect(try NSSortDescriptor(keyPath: \Book.price, ascending: true).sortRule == SortRule(["price"]))
    }

    @Test("FET-25 Foundation's descriptors with a comparator are not")
    func comparators() {
        let lengths = NSSortDescriptor(keyPath: \Book.title, ascending: true) { left, right in
            let (left, right) = ((left as? String)?.count ?? 0, (right as? String)?.count ?? 0)
            return left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
        }
        let folded = NSSortDescriptor(keyPath: \Book.title, ascending: true) { left, right in
            (left as? String ?? "").caseInsensitiveCompare(right as? String ?? "")
        }
        let turned = NSSortDescriptor(keyPath: \Book.price, ascending: true) { left, right in
            let (left, right) = (left as? Double ?? 0, right as? Double ?? 0)
            return left > right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
        }
        for descriptor in [lengths, folded, turned] {
            let error = #expect(throws: CoreDataException.self) { try descriptor.sortRule }
            #expect(error?.reason == "unsupported NSSortDescriptor (comparator blocks are not supported)")
        }
    }

    @Test("FET-22 a key path without a name sorts objects, and is refused by stores")
    func unnamed() {
        let descriptor = NSSortDescriptor(SortDescriptor(\Book.secret, order: .reverse))
        let (one, two) = (Book(), Book())
        two.secret = 1
        #expect(descriptor.compare(one, to: two) == .orderedDescending)
        #expect(descriptor.key == nil)
        let error = #expect(throws: CoreDataException.self) { try descriptor.sortRule }
        #expect(error?.reason.contains("of the class Book has no name") == true)
    }

    @Test("PRE-21 an expression of a Swift key path")
    func expressions() {
        #expect(NSExpression(forKeyPath: \Book.pages) == NSExpression(forKeyPath: "pages"))
        #expect(NSExpression(forKeyPath: \Book.self).expressionType == .evaluatedObject)
    }
}
