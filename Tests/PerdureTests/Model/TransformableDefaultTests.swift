// SPDX-License-Identifier: Apache-2.0
// Defaults of transformable attributes that are objects of the program's classes.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Defaults of transformable attributes") struct TransformableDefaultTests {
    /// A class that knows nothing of archives.
    private final class Colour: NSObject {
        let name: String
        init(_ name: String) { self.name = name }
        override func isEqual(_ object: Any?) -> Bool { (object as? Colour)?.name == name }
        override var hash: Int { name.hash }
    }

    private final class ColourTransformer: ValueTransformer {
        override class func allowsReverseTransformation() -> Bool { true }
        override func transformedValue(_ value: Any?) -> Any? {
            (value as? Colour).map { Data($0.name.utf8) }
        }
        override func reverseTransformedValue(_ value: Any?) -> Any? {
            (value as? Data).map { Colour(String(decoding: $0, as: UTF8.self)) }
        }
    }

    private func model(_ preset: Any?) -> NSManagedObjectModel {
        let name = "Colours-\(UUID().uuidString)"
        ValueTransformer.setValueTransformer(ColourTransformer(), forName: NSValueTransformerName(name))
        let colour = ModelSamples.attribute("colour", .transformable)
        colour.valueTransformerName = name
        colour.defaultValue = preset
        return ModelSamples.model(ModelSamples.entity("Wall", [ModelSamples.attribute("name"), colour]))
    }

    @Test(
        "PRG-58 the default is an object's first value, and its transformed form is what a row gets",
        arguments: Stack.Kind.allCases)
    func stored(kind: Stack.Kind) throws {
        let desk = try Desk(kind, model(Colour("red")))
        let wall = desk.context.insert("Wall", ["name": "north"])
        #expect(wall.value(forKey: "colour") as? Colour == Colour("red"))
        desk.context.insert("Wall", ["name": "south", "colour": Colour("blue")])
        desk.context.insert("Wall", ["name": "west", "colour": nil])
        try desk.context.save()
        let found = try desk.reader().all("Wall", by: "name").map {
            ($0.value(forKey: "colour") as? Colour)?.name
        }
        #expect(found == ["red", "blue", nil])
        if let url = desk.stack.url {
            let rows = try RawDatabase(url).rows("SELECT ZCOLOUR FROM ZWALL ORDER BY ZNAME")
            #expect(rows == [["x'726564'"], ["x'626c7565'"], ["NULL"]])
        }
    }

    @Test("PRG-58 the default is no part of the hash, and a store opens with another one")
    func hashes() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Walls.sqlite")
        #expect(model(Colour("red")).entityVersionHashesByName == model(nil).entityVersionHashesByName)
        for preset in [Colour("red"), Colour("green"), nil] {
            let stack = try Stack(at: url, model(preset))
            let context = stack.context()
            try context.performAndWait {
                context.insert("Wall")
                try context.save()
            }
            try stack.coordinator.remove(stack.store)
        }
        let rows = try RawDatabase(url).rows("SELECT ZCOLOUR FROM ZWALL ORDER BY Z_PK").map { $0[0] }
        #expect(rows == ["x'726564'", "x'677265656e'", "NULL"])
        let cached = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
        #expect(cached?.entitiesByName["Wall"]?.attributesByName["colour"]?.defaultValue == nil)
    }

    @Test(
        "PRG-58 a default that the transformer does not take is an error of the save, which names the attribute"
    )
    func refused() throws {
        let desk = try Desk(.sqlite, model(NSObject()))
        desk.context.insert("Wall")
        #expect(exceptionReason { try desk.context.save() }.contains("Wall.colour"))
    }
}
