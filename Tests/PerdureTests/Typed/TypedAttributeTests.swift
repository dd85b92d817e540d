// SPDX-License-Identifier: Apache-2.0
// Attributes of types that only the program knows: how they are stored, read back, changed and checked.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Attributes of the program's own types")
struct TypedAttributeTests {
    private func stack() throws -> Stack { try Stack(.inMemory, NSManagedObjectModel(for: Screening.self)) }

    @Test("MOD-190 an enumeration is stored as its raw value")
    func enumeration() throws {
        let stack = try stack()
        let context = stack.context()
        let film = Screening(context: context)
        #expect(film.status == .draft)
        #expect(film.value(forKey: "status") as? String == "draft")
        film.status = .released
        film.stars = .three
        #expect(film.value(forKey: "status") as? String == "released")
        #expect(film.value(forKey: "stars") as? Int == 3)
        film.stars = nil
        #expect(film.value(forKey: "stars") == nil)
        film.setValue(Stars.two, forKey: "stars")
        #expect(film.stars == .two)
    }

    @Test("A raw value without a case reads as nil or the initial value, and stays until it is set")
    func unknownRawValue() throws {
        let stack = try stack()
        let context = stack.context()
        let film = Screening(context: context)
        film.title = "A"
        film.setPrimitiveValue("banned", forKey: "status")
        film.setPrimitiveValue(9, forKey: "stars")
        #expect(film.status == .draft)
        #expect(film.stars == nil)
        #expect(try film.tryValue(forKey: "status") as? String == "banned")
        let error = #expect(throws: NSError.self) { try film.validateForInsert() }
        #expect(error?.code == 1560)
    }

    @Test("A raw value without a case that came from the store does not stop a save; one that is set does")
    func storedUnknownRawValue() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Films.sqlite")
        let model = NSManagedObjectModel(for: Screening.self)
        // The model of a file does not know the enumeration: a program that has more cases.
        let other = try Stack(at: url, try NSManagedObjectModel(document: model.document))
        let writer = other.context()
        writer.insert(
            "Screening", ["title": "A", "status": "banned", "settings": Settings(), "tags": [String]()])
        try writer.save()
        let stack = try Stack(at: url, model)
        let context = stack.context()
        let film = try #require(try context.fetch(NSFetchRequest<Screening>(entityName: "Screening")).first)
        film.title = "B"
        #expect(film.status == .draft)
        #expect(try film.tryValue(forKey: "status") as? String == "banned")
        try context.save()
        film.setValue("worse", forKey: "status")
        let error = #expect(throws: NSError.self) { try film.validateForUpdate() }
        #expect(error?.localizedDescription == "status has the value worse, which is no Status.")
    }

    @Test("MOD-136 a member of a composite value is changed through the tracked setter")
    func composite() throws {
        let stack = try stack()
        let context = stack.context()
        let film = Screening(context: context)
        film.title = "A"
        #expect(film.location == nil)
        film.location = Location()
        #expect(film.location == Location())
        try context.save()
        #expect(!film.hasChanges)
        film.location?.street = "Side Street"
        film.location?.point.y = 2.5
        #expect(film.hasChanges)
        #expect(film.changedValues().keys.sorted() == ["location"])
        try context.save()
        context.refresh(film, mergeChanges: false)
        var expected = Location()
        expected.street = "Side Street"
        expected.point.y = 2.5
        #expect(film.location == expected)
        #expect(film.value(forKeyPath: "location.street") as? String == "Side Street")
        let request = NSFetchRequest<Screening>(entityName: "Screening")
        request.predicate = NSPredicate(format: "location.street == %@", "Side Street")
        #expect(try context.fetch(request) == [film])
    }

    @Test("A composite value with an unknown raw value takes that member's initial value")
    func compositeUnknownCase() throws {
        let stack = try stack()
        let film = Screening(context: stack.context())
        film.setValue(["street": "S", "status": "banned"], forKey: "location")
        #expect(film.location?.status == .draft)
        #expect(film.location?.street == "S")
        #expect(film.location?.floor == 0)
    }

    @Test("MOD-120 a Codable value is stored as JSON by a transformer named after its type")
    func codable() throws {
        let stack = try stack()
        let context = stack.context()
        let film = Screening(context: context)
        #expect(film.settings == Settings())
        #expect(film.value(forKey: "settings") as? Settings == Settings())
        film.title = "A"
        film.settings.volumes = [0.5, 1]
        #expect(film.settings.volumes == [0.5, 1])
        try context.save()
        context.refresh(film, mergeChanges: false)
        #expect(film.settings == Settings(volumes: [0.5, 1], isLoud: false))
        #expect(!film.hasChanges)
        let attribute = film.entity.attributesByName["settings"]
        #expect(attribute?.attributeType == .transformableAttributeType)
        #expect(attribute?.valueTransformerName == "SettingsJSONTransformer")
        let transformer = ValueTransformer(forName: NSValueTransformerName("SettingsJSONTransformer"))
        let json = try #require(transformer?.transformedValue(film.settings) as? Data)
        #expect(String(decoding: json, as: UTF8.self) == "{\"isLoud\":false,\"volumes\":[0.5,1]}")
        film.settings = Settings(volumes: [0.5, 1], isLoud: false)
        #expect(film.changedValues().isEmpty)
    }

    @Test("A Codable value that JSON has no form for is refused at save")
    func codableRefused() throws {
        let stack = try stack()
        let context = stack.context()
        let film = Screening(context: context)
        film.title = "A"
        film.settings.volumes = [.infinity]
        let error = #expect(throws: (any Error).self) { try context.save() }
        #expect("\(String(describing: error))".contains("cannot be written as JSON"))
    }

    @Test("A collection of plain values is stored as the archive that Apple's default transformer reads")
    func collection() throws {
        let stack = try stack()
        let context = stack.context()
        let film = Screening(context: context)
        #expect(film.tags == [])
        film.title = "A"
        film.tags = ["old", "good"]
        try context.save()
        context.refresh(film, mergeChanges: false)
        #expect(film.tags == ["old", "good"])
        #expect(film.entity.attributesByName["tags"]?.valueTransformerName == nil)
    }

    @Test("MOD-194 a transient attribute may be of any Swift type")
    func transient() throws {
        let stack = try stack()
        let film = Screening(context: stack.context())
        film.mood = Screening.Mood(colour: "blue")
        #expect(film.mood == Screening.Mood(colour: "blue"))
        #expect(film.entity.attributesByName["mood"]?.attributeType == .undefinedAttributeType)
        film.mood?.colour = "red"
        #expect(film.value(forKey: "mood") as? Screening.Mood == Screening.Mood(colour: "red"))
    }

    @Test("MOD-190 primitives are read and set without a dirty mark")
    func primitives() throws {
        let stack = try stack()
        let context = stack.context()
        let film = Screening(context: context)
        film.title = "A"
        try context.save()
        film._setPrimitive(Status.released, at: 6)
        film._setPrimitive(Settings(volumes: [1]), at: 0)
        film._setPrimitive(Location(), at: 2)
        film._setPrimitiveTransient(Screening.Mood(colour: "x"), at: 3)
        #expect(!film.isUpdated)
        #expect(film._primitive(at: 6, as: Status.self) == .released)
        #expect(film._primitive(at: 0, as: Settings.self) == Settings(volumes: [1]))
        #expect(film._primitive(at: 2, as: Location.self) == Location())
        #expect(film._primitiveTransient(at: 3, as: Screening.Mood.self) == Screening.Mood(colour: "x"))
    }

    @Test("Key-value coding converts what it gives to a hand-written property's type")
    func keyAccessors() throws {
        let stack = try stack()
        let film = Screening(context: stack.context())
        let status = KeyAccessor(of: Screening.self, get: { $0.status }, set: { $0.status = $1 })
        #expect(status.set?(film, "released") == true)
        #expect(film.status == .released)
        #expect(status.set?(film, 5) == false)
        let stars = KeyAccessor(of: Screening.self, get: { $0.stars }, set: { $0.stars = $1 })
        #expect(stars.set?(film, NSNumber(value: 2)) == true)
        #expect(film.stars == .two)
        #expect(stars.set?(film, nil) == true)
        #expect(stars.get(film) == nil)
    }
}
