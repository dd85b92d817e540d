// SPDX-License-Identifier: Apache-2.0
// Composite attributes from the dictionary to the columns and back, on every kind of store.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Composite attributes")
struct CompositeTests {
    private func composite(_ name: String, _ elements: [NSAttributeDescription])
        -> NSCompositeAttributeDescription
    {
        let composite = NSCompositeAttributeDescription()
        composite.name = name
        composite.elements = elements
        return composite
    }

    /// Quake: name, magnitude (richter, place (city, depth), agency).
    private func model(change: (NSEntityDescription) -> Void = { _ in }) -> NSManagedObjectModel {
        let place = composite(
            "place", [ModelSamples.attribute("city"), ModelSamples.attribute("depth", .integer16)])
        let magnitude = composite(
            "magnitude",
            [ModelSamples.attribute("richter", .double), place, ModelSamples.attribute("agency")])
        let quake = ModelSamples.entity("Quake", [ModelSamples.attribute("name"), magnitude])
        change(quake)
        return ModelSamples.model(quake)
    }

    private let lisbon: [String: Any] = [
        "richter": 8.5, "place": ["city": "Lisbon", "depth": 30] as [String: Any], "agency": "IPMA",
    ]

    private func text(_ value: Any?, _ path: String...) -> String {
        var current = value
        for key in path { current = (current as? [String: Any])?[key] }
        return current.map { "\($0)" } ?? "nil"
    }

    @Test(
        "MOD-131 the value is a dictionary, nested composites are nested dictionaries, through a save",
        arguments: Stack.Kind.allCases)
    func dictionaries(kind: Stack.Kind) throws {
        let desk = try Desk(kind, model())
        let quake = desk.context.insert("Quake", ["name": "1755", "magnitude": lisbon])
        func check(_ object: NSManagedObject) throws {
            let value = try #require(object.value(forKey: "magnitude") as? [String: Any])
            #expect(value.keys.sorted() == ["agency", "place", "richter"])
            #expect(value["richter"] as? Double == 8.5 && value["agency"] as? String == "IPMA")
            let place = try #require(value["place"] as? [String: Any])
            #expect(place["city"] as? String == "Lisbon" && place["depth"] as? Int == 30)
        }
        try check(quake)
        try desk.context.save()
        try check(quake)
        try check(desk.saved("Quake"))
        #expect(
            try desk.saved("Quake").value(forKeyPath: "magnitude.place.city") as? String == "Lisbon")
    }

    @Test(
        "MOD-132 elements in predicates, sort descriptors and propertiesToFetch",
        arguments: Stack.Kind.allCases)
    func keyPaths(kind: Stack.Kind) throws {
        let desk = try Desk(kind, model())
        desk.context.insert("Quake", ["name": "b", "magnitude": lisbon])
        desk.context.insert(
            "Quake",
            ["name": "a", "magnitude": ["richter": 9.1, "place": ["city": "Sendai"]] as [String: Any]])
        desk.context.insert("Quake", ["name": "c"])
        func names(_ context: NSManagedObjectContext, _ format: String) throws -> [String] {
            try context.all("Quake", format, by: "magnitude.richter")
                .compactMap { $0.value(forKey: "name") as? String }
        }
        func check(_ context: NSManagedObjectContext) throws {
            #expect(try names(context, "magnitude.place.city == 'Lisbon'") == ["b"])
            #expect(try names(context, "magnitude.richter > 8") == ["b", "a"])
            #expect(try names(context, "magnitude.place.depth == nil") == ["c", "a"])
        }
        try check(desk.context)
        try desk.context.save()
        let reader = try desk.reader()
        try check(reader)
        let request = NSFetchRequest<NSDictionary>(entityName: "Quake")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["magnitude.place.city"]
        request.predicate = NSPredicate(format: "name == 'a'")
        let rows = try reader.fetch(request)
        #expect(rows.count == 1 && rows[0]["magnitude.place.city"] as? String == "Sendai")
    }

    @Test(
        "MOD-132 MOD-72 an element in a uniqueness constraint is enforced",
        arguments: Stack.Kind.allCases)
    func constraints(kind: Stack.Kind) throws {
        let desk = try Desk(kind, model { $0.uniquenessConstraints = [["magnitude.place.city"]] })
        desk.context.insert("Quake", ["name": "a", "magnitude": lisbon])
        try desk.context.save()
        desk.context.insert(
            "Quake", ["name": "b", "magnitude": ["place": ["city": "Faro"]] as [String: Any]])
        #expect(desk.saveError() == nil)
        desk.context.insert(
            "Quake", ["name": "c", "magnitude": ["place": ["city": "Lisbon"]] as [String: Any]])
        #expect(desk.saveError()?.code == 133021)
    }

    @Test(
        "MOD-72 MOD-84 a composite with one element in a uniqueness constraint stands for that element",
        arguments: Stack.Kind.allCases)
    func onlyElement(kind: Stack.Kind) throws {
        let badge = ModelSamples.entity(
            "Badge", [composite("kind", [ModelSamples.attribute("code")]), ModelSamples.attribute("name")])
        badge.uniquenessConstraints = [["kind"]]
        let desk = try Desk(kind, ModelSamples.model(badge))
        for kind in [["code": "a"], ["code": "b"], [:], [:]] as [[String: Any]] {
            desk.context.insert("Badge", ["kind": kind])
        }
        #expect(desk.saveError() == nil)
        desk.context.insert("Badge", ["kind": ["code": "b"] as [String: Any]])
        #expect(desk.saveError()?.code == 133021)
    }

    @Test(
        "MOD-133 setting the dictionary replaces all elements; an unknown key is refused",
        arguments: Stack.Kind.allCases)
    func replacing(kind: Stack.Kind) throws {
        let desk = try Desk(kind, model())
        let quake = desk.context.insert("Quake", ["magnitude": lisbon])
        try desk.context.save()
        for unknown: [String: Any] in [["mercalli": 9], ["place": ["mercalli": 9]]] {
            let reason = exceptionReason { try quake.trySetValue(unknown, forKey: "magnitude") }
            #expect(reason.contains("has no element \"mercalli\""))
        }
        #expect(text(quake.value(forKey: "magnitude"), "agency") == "IPMA")
        let wrong = exceptionReason { try quake.trySetValue(["richter": "high"], forKey: "magnitude") }
        #expect(wrong.contains("property = \"richter\""))
        quake.setValue(["richter": 7.0], forKey: "magnitude")
        try desk.context.save()
        for object in [quake, try desk.saved("Quake")] {
            let value = try #require(object.value(forKey: "magnitude") as? [String: Any])
            #expect(value.keys.sorted() == ["richter"] && value["richter"] as? Double == 7)
        }
    }

    @Test("MOD-134 the dictionary is one changed value, stored in one column for each leaf")
    func changes() throws {
        let desk = try Desk(.sqlite, model())
        let quake = desk.context.insert("Quake", ["name": "a", "magnitude": lisbon])
        try desk.context.save()
        quake.setValue(lisbon, forKey: "magnitude")
        #expect(quake.changedValues().isEmpty && !quake.hasPersistentChangedValues)
        var changed = lisbon
        changed["richter"] = 8.6
        quake.setValue(changed, forKey: "magnitude")
        #expect(Array(quake.changedValues().keys) == ["magnitude"])
        #expect(text(quake.changedValues()["magnitude"], "richter") == "8.6")
        #expect(text(quake.committedValues(forKeys: ["magnitude"])["magnitude"], "richter") == "8.5")
        try desk.context.save()
        let url = try #require(desk.stack.url)
        let columns = try RawDatabase(url).rows("PRAGMA table_info(ZQUAKE)").map { $0[1] }
        #expect(columns.count == 8)
        #expect(try #require(try RawDatabase(url).rows("SELECT * FROM ZQUAKE").first).contains("8.6"))
    }

    @Test(
        "MOD-135 elements have defaults and optionality of their own; nil is NULL in all columns",
        arguments: Stack.Kind.allCases)
    func elements(kind: Stack.Kind) throws {
        let desk = try Desk(
            kind,
            model { quake in
                let magnitude = quake.properties[1] as? NSCompositeAttributeDescription
                magnitude?.elements[0].isOptional = false
                magnitude?.elements[2].defaultValue = "USGS"
            })
        let quake = desk.context.insert("Quake", ["name": "a"])
        #expect(text(quake.value(forKey: "magnitude"), "agency") == "USGS")
        let error = try #require(desk.saveError())
        #expect(error.code == 1570)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "magnitude.richter")
        quake.setValue(nil, forKey: "magnitude")
        try desk.context.save()
        #expect(try desk.saved("Quake").value(forKey: "magnitude") == nil)
        if let url = desk.stack.url {
            let row = try #require(try RawDatabase(url).rows("SELECT * FROM ZQUAKE").first)
            #expect(row.filter { $0 == "NULL" }.count == 4)
        }
    }
}
