// SPDX-License-Identifier: Apache-2.0
// Comparisons by the current locale, in both kinds of store and in memory. Without the option texts are in the order of
// their code points, where capitals stand before small letters and accents behind both.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Comparisons by the current locale")
struct LocaleTests {
    private static let names = ["apple", "Banana", "ähre", "zebra", "Zoo"]

    /// The names that satisfy a format in a store, and those that do in memory.
    private func found(_ format: String, _ kind: Stack.Kind) throws -> (
        stored: Set<String>, said: Set<String>
    ) {
        let stack = try Stack(kind, NSManagedObjectModel(EntitySketch("Thing", .attribute("name"))))
        let context = stack.context()
        for name in Self.names { context.insert("Thing", ["name": name]) }
        try context.save()
        let predicate = NSPredicate(format: format)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
        request.predicate = predicate
        func names(_ objects: [NSManagedObject]) -> Set<String> {
            Set(objects.compactMap { $0.value(forKey: "name") as? String })
        }
        let said = try context.all("Thing").filter { predicate.evaluate(with: $0) }
        return (names(try context.fetch(request)), names(said))
    }

    @Test(
        "PRE-41 [l] orders by the current locale, [n] and no option by code points",
        arguments: Stack.Kind.allCases)
    func order(_ kind: Stack.Kind) throws {
        // True of English, which is what Foundation's current locale is on Linux.
        let expected: [String: Set<String>] = [
            "name <[l] 'b'": ["apple", "ähre"], "name >[l] 'y'": ["zebra", "Zoo"],
            "name < 'b'": ["apple", "Banana", "Zoo"], "name <[n] 'b'": ["apple", "Banana", "Zoo"],
            "name > 'y'": ["zebra", "ähre"],
        ]
        for (format, names) in expected {
            let found = try found(format, kind)
            #expect(found.stored == names, "\(format) in the store")
            #expect(found.said == names, "\(format) in memory")
        }
    }

    @Test("PRE-41 [l] with c and d folds by the current locale", arguments: Stack.Kind.allCases)
    func folding(_ kind: Stack.Kind) throws {
        for (format, names) in [
            "name ==[cdl] 'AHRE'": ["ähre"], "name ==[l] 'BANANA'": [],
            "name BEGINSWITH[cl] 'z'": ["zebra", "Zoo"],
            "name CONTAINS[dl] 'ahr'": ["ähre"], "name IN[cl] {'ZOO', 'x'}": ["Zoo"],
            "name LIKE[cdl] 'A*'": ["apple", "ähre"],
        ] as [String: Set<String>] {
            let found = try found(format, kind)
            #expect(found.stored == names, "\(format) in the store")
            #expect(found.said == names, "\(format) in memory")
        }
    }
}
