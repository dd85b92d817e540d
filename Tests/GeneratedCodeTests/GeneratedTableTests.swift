// SPDX-License-Identifier: Apache-2.0
// What generated tables give: names of key paths, accessors written by hand, overriding subclasses. And that the
// sources in Generated/ are what the generator writes today.

import CoreData
import Foundation
import PerdureCodegen
import PerdureModelFormat
import Testing

@Suite("Generated tables") struct GeneratedTableTests {
    private let cinema: Cinema

    init() throws { cinema = try Cinema() }

    @Test("key paths have names, for subclasses and properties written by hand too")
    func keyPaths() throws {
        #expect(try Movie.key(for: \.year) == "year")
        #expect(try Movie.key(for: \.default) == "default")
        #expect(try Movie.key(for: \.sameYear) == "sameYear")
        #expect(try Movie.key(for: \.title) == "title")
        #expect(try Person.key(for: \.firstName) == "firstName")
        #expect(try Actor.key(for: \.firstName) == "firstName")
        #expect(try Actor.key(for: \.awards) == "awards")
        #expect(try Actor.key(for: \.fullName) == "fullName")
        #expect(try SeenActor.key(for: \.awards) == "awards")
    }

    @Test("names of key paths sort fetches")
    func sorting() throws {
        for (index, year) in [1931, 1922, 1927].enumerated() {
            let movie = Movie(context: cinema.context)
            movie.title = "\(index)"
            movie.year = Int16(year)
        }
        let request = Movie.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: try Movie.key(for: \.year), ascending: true)]
        #expect(try cinema.context.fetch(request).map(\.year) == [1922, 1927, 1931])
    }

    @Test("MOD-191 key-value coding calls accessors written by hand")
    func handWritten() throws {
        let person = Person(context: cinema.context)
        person.setValue("Fritz", forKey: "firstName")
        person.setValue("Lang", forKey: "lastName")
        #expect(person.primitiveLastName == "Lang")
        #expect(person.lastName == "LANG")
        #expect(person.value(forKey: "lastName") as? String == "LANG")
        #expect(person.value(forKey: "fullName") as? String == "Fritz LANG")
        person.setValue("Thea Harbou", forKey: "fullName")
        #expect(person.firstName == "Thea")
        #expect(person.primitiveLastName == "Harbou")
    }

    @Test(
        "MOD-192 accessors in an extension of a generated class count as well, for its objects and for key-value coding"
    )
    func inExtension() throws {
        let movie = Movie(context: cinema.context)
        movie.title = "M"
        #expect(movie.value(forKey: "title") as? String == "«M»")
        #expect(movie.primitiveTitle == "M")
    }

    @Test("OBJ-122 OBJ-123 a validator written by hand checks and replaces, for subclasses too")
    func validators() throws {
        let (person, actor) = (Person(context: cinema.context), Actor(context: cinema.context))
        (person.firstName, actor.firstName) = (" Fritz ", "Thea ")
        try cinema.context.save()
        #expect(person.firstName == "Fritz" && actor.firstName == "Thea")
        person.firstName = ""
        let error = #expect(throws: CocoaError.self) { try cinema.context.save() }
        #expect(error?.code == .validationStringTooShort)
    }

    @Test("MOD-191 a subclass overrides a generated property")
    func override() throws {
        let entity = Actor(context: cinema.context).entity
        let actor: Actor = SeenActor(entity: entity, insertInto: cinema.context)
        actor.awards = 103
        #expect(actor.awards == 103)
        #expect(actor.primitiveAwards == 3)
    }

    @Test("the committed sources are what the generator writes")
    func upToDate() throws {
        let folder = Cinema.sources
        var options = CodeGenerator.Options(module: "GeneratedCodeTests", source: "Cinema.xcdatamodel")
        let own = folder.appendingPathComponent("HandWrittenPerson.swift")
        let source = SourceFile(
            path: "HandWrittenPerson.swift", text: try String(contentsOf: own, encoding: .utf8))
        let model = try ModelFile.read(at: Cinema.modelFile)
        try options.read(TargetSources([source]), for: model)
        let files = try CodeGenerator(model, options).files()
        let generated = folder.appendingPathComponent("Generated")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: generated.path).sorted()
                == files.map(\.name).sorted())
        for file in files {
            let text = try String(contentsOf: generated.appendingPathComponent(file.name), encoding: .utf8)
            #expect(text == file.text, "\(file.name) is out of date: perdure generate writes it")
        }
    }
}
