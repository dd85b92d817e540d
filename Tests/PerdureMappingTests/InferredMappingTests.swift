// SPDX-License-Identifier: Apache-2.0
// The mapping model that is inferred from two models: names, expressions, user info, errors.

import CoreData
import PerdureTestSupport
import Testing

@Suite("Inferred mapping models") struct InferredMappingTests {
    private func inferred() throws -> NSMappingModel {
        try NSMappingModel.inferredMappingModel(
            forSourceModel: VersionSamples.first, destinationModel: VersionSamples.second)
    }

    @Test("MIG-40 each pair, each added and each removed entity has a mapping, named by the source")
    func namesMappings() throws {
        let mappings = try inferred().entityMappingsByName
        #expect(
            mappings.mapValues(\.mappingType) == [
                "IEM_Transform_Folder": .transformEntityMappingType, "IEM_Add_New": .addEntityMappingType,
                "IEM_Transform_Note": .transformEntityMappingType, "IEM_Copy_Same": .copyEntityMappingType,
                "IEM_Remove_Gone": .removeEntityMappingType,
            ])
        let folder = try #require(mappings["IEM_Transform_Folder"])
        let (old, new) = (VersionSamples.first, VersionSamples.second)
        #expect(folder.sourceEntityName == "Folder" && folder.destinationEntityName == "Box")
        #expect(folder.sourceEntityVersionHash == old.entityVersionHashesByName["Folder"])
        #expect(folder.destinationEntityVersionHash == new.entityVersionHashesByName["Box"])
        #expect(mappings["IEM_Add_New"]?.sourceEntityName == nil)
        #expect(mappings["IEM_Remove_Gone"]?.destinationEntityName == nil)
        #expect(mappings["IEM_Remove_Gone"]?.attributeMappings == nil)
    }

    @Test(
        "MIG-41 attributes are read from the source under their former names; added ones have no expression")
    func mapsAttributes() throws {
        let folder = try #require(try inferred().entityMappingsByName["IEM_Transform_Folder"])
        let texts = (folder.attributeMappings ?? []).map {
            "\($0.name ?? "") \($0.valueExpression?.description ?? "–")"
        }
        #expect(texts == ["color –", "label FUNCTION($source, \"valueForKey:\", \"title\")"])
        #expect(
            folder.sourceExpression
                == NSExpression(
                    format: "FETCH(FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\", "
                        + "\"Folder\", \"TRUEPREDICATE\"), $manager.sourceContext, NO)"))
    }

    @Test("MIG-41 relationships ask the manager for what their members have become")
    func mapsRelationships() throws {
        let folder = try #require(try inferred().entityMappingsByName["IEM_Transform_Folder"])
        let pages = try #require(folder.relationshipMappings?.first)
        #expect(folder.relationshipMappings?.count == 1)
        #expect(pages.name == "pages")
        #expect(
            pages.valueExpression?.description
                == "FUNCTION($manager, \"destinationInstancesForSourceRelationshipNamed:sourceInstances:\", \"notes\", "
                + "FUNCTION($source, \"valueForKey:\", \"notes\"))")
    }

    @Test("MIG-41 user info has the mapped, added and removed properties as sets")
    func listsProperties() throws {
        let info = try #require(try inferred().entityMappingsByName["IEM_Transform_Folder"]?.userInfo)
        #expect(info["mappedProperties"] as? Set<String> == ["label", "pages"])
        #expect(info["addedProperties"] as? Set<String> == ["color"])
        #expect(info["removedProperties"] as? Set<String> == ["size"])
    }

    @Test("MIG-30 a refusal is 134190 with entity, property and reason, and says what to do")
    func refuses() {
        let old = NSManagedObjectModel(EntitySketch("A", .attribute("x")))
        let new = NSManagedObjectModel(
            EntitySketch("B", .attribute("y", .dateAttributeType).renamed(from: "x")).renamed(from: "A"))
        let error = #expect(throws: NSError.self) {
            try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        }
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSInferredMappingModelError)
        #expect(error?.userInfo["entity"] as? String == "B" && error?.userInfo["property"] as? String == "y")
        #expect(
            error?.userInfo["reason"] as? String == "Source and destination attribute types are incompatible")
        #expect(error?.userInfo[NSDetailedErrorsKey] == nil)
        #expect(error?.localizedDescription.contains("keep the type") == true)
    }

    @Test("MIG-32 several refusals are listed under the first one by name")
    func refusesSeveral() {
        func version(_ type: NSAttributeType) -> NSManagedObjectModel {
            NSManagedObjectModel(EntitySketch("A", .attribute("z", type), .attribute("a", type)))
        }
        let error = #expect(throws: NSError.self) {
            try NSMappingModel.inferredMappingModel(
                forSourceModel: version(.stringAttributeType), destinationModel: version(.dateAttributeType))
        }
        let details = error?.userInfo[NSDetailedErrorsKey] as? [NSError]
        #expect(error?.userInfo["property"] as? String == "a")
        #expect(details?.map { $0.userInfo["property"] as? String } == ["a", "z"])
        #expect(details?.map(\.code) == [134190, 134190])
        #expect(error?.localizedDescription.contains("There are 2 refusals") == true)
        #expect(details?.first?.localizedDescription.contains("refusals") == false)
    }

    @Test("MIG-33 inferring leaves both models editable, and takes models in use")
    func leavesModels() throws {
        let (old, new) = (VersionSamples.first, VersionSamples.second)
        _ = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        let later = NSEntityDescription()
        later.name = "Later"
        old.entities.append(later)
        #expect(old.entities.count == 5)
        _ = NSPersistentStoreCoordinator(managedObjectModel: new)
        let mappings = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        #expect(mappings.entityMappingsByName["IEM_Remove_Later"] != nil)
    }

    @Test("MIG-20 a version with another hash modifier pairs, as a transformation")
    func pairsModifiers() throws {
        let (old, new) = (VersionSamples.first, VersionSamples.first)
        new.entitiesByName["Same"]?.versionHashModifier = "2"
        let mappings = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        #expect(
            Set(mappings.entityMappings.compactMap(\.name)) == [
                "IEM_Copy_Folder", "IEM_Copy_Note", "IEM_Copy_Gone", "IEM_Transform_Same",
            ])
    }
}
