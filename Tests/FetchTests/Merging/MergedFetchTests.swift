// SPDX-License-Identifier: Apache-2.0
// Fetch requests on attributes that merge, as programs make them: predicates, orders, columns, aggregates, unsaved changes.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

import class Perdure.NSExpression

@Suite("Fetching by attributes that merge")
struct MergedFetchTests {
    static let kinds = Stack.Kind.allCases

    private static func model() -> NSManagedObjectModel {
        let binary = NSAttributeType.binaryDataAttributeType
        let model = NSManagedObjectModel(
            EntitySketch(
                "Note", .attribute("name"), .attribute("n", .integer64AttributeType),
                .attribute("tags", binary),
                .attribute("settings", binary), .attribute("color")))
        for (name, kind) in [
            ("n", "counter"), ("tags", "set"), ("settings", "dictionary"), ("color", "value"),
        ] {
            model.entitiesByName["Note"]?.attributesByName[name]?.userInfo = ["perdure.merge": kind]
        }
        return model
    }

    /// Four notes, saved.
    private func stack(_ kind: Stack.Kind) throws -> (Stack, NSManagedObjectContext) {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        context.performAndWait {
            context.insert(
                "Note",
                [
                    "name": "a", "n": 12, "tags": Set<AnyHashable>(["x", "y"]),
                    "settings": ["theme": "dark", "size": 3],
                ])
            context.insert(
                "Note",
                [
                    "name": "b", "n": 5, "tags": Set<AnyHashable>(["y"]),
                    "settings": ["theme": "Light", "size": 2.5],
                ])
            context.insert("Note", ["name": "c", "settings": ["size": 10, "on": true, "window": ["w": 1]]])
            context.insert("Note", ["name": "d", "n": 1, "tags": Set<AnyHashable>(["z"]), "color": "red"])
        }
        try context.performAndWait { try context.save() }
        return (stack, context)
    }

    private func names(
        _ context: NSManagedObjectContext, _ format: String? = nil, by keys: [String] = ["name"],
        ascending: Bool = true
    ) throws -> String {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: ascending) }
        return try context.fetch(request).map { $0.value(forKey: "name") as? String ?? "?" }.joined(
            separator: " ")
    }

    @Test("MT-49 MRG-120 an object is found by the value that its pending change gives", arguments: kinds)
    func pendingCounter(_ kind: Stack.Kind) throws {
        let (stack, context) = try stack(kind)
        defer { _ = stack }
        try context.performAndWait { () throws in
            #expect(try names(context, "n > 12") == "")
            let a = try #require(context.all("Note", "name == 'a'").first)
            a.setValue(13, forKey: "n")
            #expect(try names(context, "n > 12") == "a")
            #expect(try names(context, nil, by: ["n"]) == "c d b a")
        }
    }

    @Test("MT-50 MRG-121 what two contexts insert into a set is found by a third", arguments: kinds)
    func mergedSet(_ kind: Stack.Kind) throws {
        let (stack, first) = try stack(kind)
        let (second, third) = (stack.context(), stack.context())
        let one = try first.performAndWait { try #require(first.all("Note", "name == 'd'").first) }
        let other = try second.performAndWait { try #require(second.all("Note", "name == 'd'").first) }
        // Both have read the set before either writes.
        first.performAndWait { one.setValue(Set<AnyHashable>(["z", "b"]), forKey: "tags") }
        second.performAndWait { other.setValue(Set<AnyHashable>(["z", "c"]), forKey: "tags") }
        try first.performAndWait { try first.save() }
        try second.performAndWait { try second.save() }
        try third.performAndWait { () throws in
            #expect(try names(third, "tags CONTAINS 'c'") == "d")
            #expect(try names(third, "tags CONTAINS 'b' AND 'z' IN tags AND tags.@count == 3") == "d")
        }
    }

    @Test(
        "MT-51 MRG-122 a key that nobody declared finds rows, and is no error where it is missing",
        arguments: kinds)
    func undeclaredKey(_ kind: Stack.Kind) throws {
        let (stack, context) = try stack(kind)
        defer { _ = stack }
        try context.performAndWait { () throws in
            #expect(try names(context, "settings.theme == 'dark'") == "a")
            #expect(try names(context, "settings.theme ==[c] 'light'") == "b")
            #expect(try names(context, "settings.window.w == 1") == "c")
            #expect(try names(context, "settings.nobody == 'dark'") == "")
            #expect(try names(context, "settings.nobody == nil") == "a b c d")
        }
    }

    @Test("MRG-121, MRG-122 PG-122 unsaved objects are matched by what they show", arguments: kinds)
    func unsaved(_ kind: Stack.Kind) throws {
        let (stack, context) = try stack(kind)
        defer { _ = stack }
        try context.performAndWait {
            context.insert(
                "Note", ["name": "e", "tags": Set<AnyHashable>(["x"]), "settings": ["theme": "dark"]])
            let a = try #require(context.all("Note", "name == 'a'").first)
            a.setValue(Set<AnyHashable>(["y"]), forKey: "tags")
            a.setValue(["theme": "grey"], forKey: "settings")
            #expect(try names(context, "tags CONTAINS 'x'") == "e")
            #expect(try names(context, "settings.theme == 'dark'") == "e")
            #expect(try names(context, "settings.size == nil") == "a d e")
            #expect(try names(context, nil, by: ["settings.theme", "name"]) == "c d b e a")
        }
    }

    @Test("MRG-122 an order by a key: nothing first, then numbers, then texts", arguments: kinds)
    func orders(_ kind: Stack.Kind) throws {
        let (stack, context) = try stack(kind)
        defer { _ = stack }
        try context.performAndWait { () throws in
            #expect(try names(context, by: ["settings.size"]) == "d b a c")
            #expect(try names(context, by: ["settings.size"], ascending: false) == "c a b d")
            #expect(try names(context, by: ["settings.theme", "settings.size"]) == "d c b a")
            #expect(try names(context, by: ["tags.@count", "name"], ascending: false) == "a d b c")
        }
        for key in ["tags", "settings", "settings.@count", "tags.x"] {
            context.performAndWait {
                _ = #expect(throws: CoreDataException.self) { try names(context, by: [key]) }
            }
        }
    }

    @Test("MRG-65, MRG-122 columns are sets, dictionaries and entries with their types", arguments: kinds)
    func columns(_ kind: Stack.Kind) throws {
        let (stack, context) = try stack(kind)
        defer { _ = stack }
        let request = NSFetchRequest<NSDictionary>(entityName: "Note")
        request.resultType = .dictionaryResultType
        request.sortDescriptors = [NSSortDescriptor(key: "settings.size", ascending: true)]
        request.propertiesToFetch = [
            "name", "tags", "settings", "settings.size", "settings.on", "settings.window",
        ]
        let found = try context.performAndWait { try context.fetch(request) }
        #expect(found.map { $0["name"] as? String } == ["d", "b", "a", "c"])
        let a = try #require(found.first { $0["name"] as? String == "a" })
        #expect(a["tags"] as? Set<AnyHashable> == ["x", "y"])
        #expect((a["settings"] as? [String: Any])?["theme"] as? String == "dark")
        #expect(a["settings.size"] as? Int == 3)
        #expect(a["settings.on"] == nil)
        let c = try #require(found.last)
        #expect(c["settings.on"] as? Bool == true)
        #expect((c["settings.window"] as? [String: Any])?["w"] as? Int == 1)
        #expect(found[1]["settings.size"] as? Double == 2.5)
    }

    @Test("MRG-121, MRG-122 a fetch of objects that reads only some properties", arguments: kinds)
    func someProperties(_ kind: Stack.Kind) throws {
        let (stack, _) = try stack(kind)
        let context = stack.context()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.predicate = NSPredicate(format: "name == 'a'")
        request.propertiesToFetch = ["tags", "settings"]
        try context.performAndWait {
            let a = try #require(context.fetch(request).first)
            #expect(a.value(forKey: "tags") as? Set<AnyHashable> == ["x", "y"])
            #expect((a.value(forKey: "settings") as? [String: Any])?["size"] as? Int == 3)
            #expect(a.value(forKey: "name") as? String == "a")
        }
    }

    @Test("MRG-120 sums and groups of counters, and of the numbers of a key", arguments: kinds)
    func aggregates(_ kind: Stack.Kind) throws {
        let (stack, context) = try stack(kind)
        defer { _ = stack }
        let request = NSFetchRequest<NSDictionary>(entityName: "Note")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [
            "sum:(n)", "max:(n)", "sum:(settings.size)", "sum:(settings.theme)", "count:(settings.theme)",
            "max:(settings.size)",
        ].map { format in
            let column = NSExpressionDescription()
            column.name = format
            column.expression = NSExpression(format: format)
            column.expressionResultType = .doubleAttributeType
            return column
        }
        let found = try context.performAndWait { try #require(context.fetch(request).first) }
        #expect(found["sum:(n)"] as? Double == 18)
        #expect(found["max:(n)"] as? Double == 12)
        #expect(found["sum:(settings.size)"] as? Double == 15.5)
        #expect(found["sum:(settings.theme)"] == nil)
        #expect(found["count:(settings.theme)"] as? Double == 2)
        #expect(found["max:(settings.size)"] as? Double == 10)
    }

    @Test("MRG-122 objects are grouped by a key", arguments: kinds)
    func groups(_ kind: Stack.Kind) throws {
        let (stack, context) = try stack(kind)
        defer { _ = stack }
        try context.performAndWait {
            context.insert("Note", ["name": "e", "settings": ["theme": "dark"]])
            try context.save()
        }
        let count = NSExpressionDescription()
        count.name = "count"
        count.expression = NSExpression(format: "count:(name)")
        count.expressionResultType = .integer64AttributeType
        let request = NSFetchRequest<NSDictionary>(entityName: "Note")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["settings.theme", count]
        request.propertiesToGroupBy = ["settings.theme"]
        let found = try context.performAndWait { try context.fetch(request) }
        let counts = Dictionary(
            uniqueKeysWithValues: found.map { ($0["settings.theme"] as? String ?? "", $0["count"] as? Int) })
        #expect(counts == ["dark": 2, "Light": 1, "": 2])
    }

    @Test("MRG-121, MRG-122 damaged bytes are an empty set and an empty dictionary, and end no fetch")
    func damage() throws {
        let (stack, context) = try stack(.sqlite)
        defer { _ = context }
        _ = try RawDatabase(try #require(stack.store.url), isReadOnly: false).rows(
            "UPDATE ZNOTE SET ZTAGS = x'62706c69737430300102', ZSETTINGS = 'no bytes' WHERE ZNAME = 'b'")
        let other = stack.context()
        try other.performAndWait { () throws in
            #expect(try names(other, "tags CONTAINS 'y'") == "a")
            #expect(try names(other, "tags.@count == 0 AND settings.theme == nil") == "b c")
            #expect(try names(other, by: ["settings.theme", "name"]) == "b c d a")
        }
    }
}
