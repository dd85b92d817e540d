// SPDX-License-Identifier: Apache-2.0
// Objects whose class gives each of them an initial value of its own.

import Foundation
import PerdureMacros
import PerdureTestSupport
import Testing

@ManagedObject final class Errand: NSManagedObject {
    var token: String = ProcessInfo.processInfo.globallyUniqueString
    var number: Int = Errand.next
    var latest: Date = .distantFuture

    static var next: Int { .random(in: 0...Int.max) }
}

@Suite("Initial values of objects")
struct InitialValueObjectTests {
    @Test("a static member is evaluated for each new object, and saved", arguments: Stack.Kind.allCases)
    func staticMembers(_ kind: Stack.Kind) throws {
        let model = NSManagedObjectModel(for: Errand.self)
        let attributes = try #require(model.entitiesByName["Errand"]).attributesByName
        #expect(attributes["token"]?.defaultValue == nil && attributes["number"]?.defaultValue == nil)
        #expect(attributes["latest"]?.defaultValue as? Date == .distantFuture)
        let stack = try Stack(kind, model)
        let context = stack.context()
        let errands = (0..<3).map { _ in Errand(context: context) }
        #expect(Set(errands.map(\.token)).count == 3 && Set(errands.map(\.number)).count == 3)
        try context.save()
        let other = stack.context()
        let read = try other.fetch(Errand.fetchRequest())
        #expect(Set(read.map(\.token)) == Set(errands.map(\.token)))
        #expect(Set(read.map(\.number)) == Set(errands.map(\.number)))
    }
}
