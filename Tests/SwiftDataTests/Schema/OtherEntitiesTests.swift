// SPDX-License-Identifier: Apache-2.0
// The model of a schema together with a model whose entities refer to classes of the schema.

import Perdure
import SwiftData
import Testing

@Suite("Models merged with those of schemas") struct OtherEntitiesTests {
    private let author = Self.entity("Author")
    private let book = Self.entity("Book")
    private let label = Self.entity("Label")
    private let note = Self.entity("Note")
    private let novel = Self.entity("Novel")
    private let thing = Self.entity("Thing")

    private static func entity(_ name: String) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        return entity
    }

    private static func relationship(_ name: String, to entity: NSEntityDescription, maxCount: Int)
        -> NSRelationshipDescription
    {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = entity
        relationship.maxCount = maxCount
        return relationship
    }

    /// Three entities of the schema's names, a note about an author, and relatives of the others.
    private func base() -> NSManagedObjectModel {
        let about = Self.relationship("about", to: author, maxCount: 1)
        let notes = Self.relationship("notes", to: note, maxCount: 0)
        about.inverseRelationship = notes
        notes.inverseRelationship = about
        let others = NSFetchedPropertyDescription()
        others.name = "others"
        others.fetchRequest = NSFetchRequest()
        others.fetchRequest?.entity = author
        author.properties = [notes]
        note.properties = [about, Self.relationship("next", to: note, maxCount: 1), others]
        book.subentities = [novel]
        thing.subentities = [label]
        let model = NSManagedObjectModel()
        model.entities = [author, book, label, note, novel, thing]
        model.setEntities([author, note], forConfigurationName: "Notes")
        model.setFetchRequestTemplate(others.fetchRequest, forName: "all")
        return model
    }

    @Test("SD-102 relationships and families lead to the schema's entities, and the model can be used")
    func connections() throws {
        let base = base()
        let model = try #require(
            NSManagedObjectModel.makeManagedObjectModel(for: [Author.self], mergedWith: base))
        try model.validate()
        let entities = model.entitiesByName
        #expect(Set(entities.keys) == ["Author", "Book", "Label", "Note", "Novel", "Thing"])
        let relationships = try #require(entities["Note"]).relationshipsByName
        #expect(relationships["about"]?.destinationEntity === entities["Author"])
        #expect(relationships["about"]?.inverseRelationship == nil)
        #expect(relationships["next"]?.destinationEntity === entities["Note"])
        #expect(entities["Novel"]?.superentity === entities["Book"])
        #expect(entities["Novel"]?.propertiesByName["title"] != nil)
        #expect(entities["Label"]?.superentity == nil)
        #expect(entities["Thing"]?.subentities.isEmpty == true)
        #expect(base.entities.count == 6 && novel.superentity === book && label.superentity === thing)
    }

    @Test("SD-102 configurations and requests of the other model come along")
    func configurations() throws {
        let model = try #require(
            NSManagedObjectModel.makeManagedObjectModel(for: [Author.self], mergedWith: base()))
        let entities = model.entitiesByName
        #expect(model.configurations == ["Notes"])
        let members = try #require(model.entities(forConfigurationName: "Notes"))
        #expect(members.map(\.managedObjectModel).allSatisfy { $0 === model })
        #expect(Set(members.compactMap(\.name)) == ["Author", "Note"])
        #expect(model.fetchRequestTemplate(forName: "all")?.entity === entities["Author"])
        let others = entities["Note"]?.propertiesByName["others"] as? NSFetchedPropertyDescription
        #expect(others?.fetchRequest?.entity === entities["Author"])
    }
}
