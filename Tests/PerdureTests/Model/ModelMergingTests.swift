// SPDX-License-Identifier: Apache-2.0
// Models merged into one, and the models that made a store.

import Foundation
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("Merging models")
struct ModelMergingTests {
    private func shop() -> NSManagedObjectModel {
        ModelSamples.model(ModelSamples.entity("Shop", [ModelSamples.attribute("name")]))
    }

    @Test("MOD-6 one model holds all entities, configurations, templates and identifiers")
    func merging() throws {
        let company = ModelSamples.company()
        company.versionIdentifiers = ["1.0"]
        company.entitiesByName["Person"]?.userInfo = ["rank": 5]
        let shop = shop()
        shop.versionIdentifiers = [7]
        shop.setEntities(shop.entities, forConfigurationName: "Shops")
        shop.setFetchRequestTemplate(NSFetchRequest(entityName: "Shop"), forName: "all")
        let merged = try #require(NSManagedObjectModel(byMerging: [company, shop]))
        #expect(Set(merged.entitiesByName.keys) == ["Boss", "Company", "Person", "Shop"])
        #expect(merged.configurations == ["Shops"])
        #expect(merged.fetchRequestTemplate(forName: "all")?.entityName == "Shop")
        #expect(merged.versionIdentifiers == ["1.0", 7])
        #expect(merged.entitiesByName["Person"]?.userInfo?["rank"] as? Int == 5)
        #expect(merged.entities.allSatisfy { $0.managedObjectModel === merged })
        #expect(company.entitiesByName["Person"]?.managedObjectModel === company)
        try merged.freeze()
        #expect(!company.isFrozen)
    }

    @Test("MOD-6 requests keep what no file can say, and search the merged model")
    func requests() throws {
        let shop = shop()
        let column = NSExpressionDescription()
        column.name = "again"
        column.expression = NSExpression(forKeyPath: "name")
        column.expressionResultType = .stringAttributeType
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Shop")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["name", column]
        request.nullSemantics = .foundation
        request.shouldRefreshRefetchedObjects = true
        shop.setFetchRequestTemplate(request, forName: "all")
        let twins = NSFetchedPropertyDescription()
        twins.name = "twins"
        twins.fetchRequest = request
        shop.entities[0].properties.append(twins)
        let merged = try NSManagedObjectModel.merging([ModelSamples.company(), shop])
        let entity = try #require(merged.entitiesByName["Shop"])
        let fetched = entity.propertiesByName["twins"] as? NSFetchedPropertyDescription
        for copy in [merged.fetchRequestTemplate(forName: "all"), fetched?.fetchRequest] {
            let copy = try #require(copy)
            #expect(copy !== request && copy.entity === entity)
            #expect(copy.propertiesToFetch?.first as? String == "name")
            #expect((copy.propertiesToFetch?.last as? NSExpressionDescription)?.name == "again")
            #expect(copy.nullSemantics == .foundation && copy.shouldRefreshRefetchedObjects)
        }
        #expect(request.entity == nil)
    }

    @Test("MOD-6 equal definitions of one name are merged once, whatever their order")
    func equalDefinitions() throws {
        let first = ModelSamples.company()
        let second = ModelSamples.company()
        second.entitiesByName["Person"]?.properties.reverse()
        let merged = try NSManagedObjectModel.merging([first, second, shop()])
        #expect(merged.entities.count == 4)
        #expect(merged.entityVersionHashesByName["Person"] == first.entityVersionHashesByName["Person"])
    }

    @Test("MOD-6, MOD-201 an attribute that merges by its class merges in a joined or read model too")
    func mergeable() throws {
        let color = MergeableAttributeDescription()
        color.name = "color"
        color.attributeType = .stringAttributeType
        color.conflictResolution = .merge
        color.merge = { _, mine, theirs in "\(mine ?? "")+\(theirs ?? "")" }
        let model = ModelSamples.model(ModelSamples.entity("Page", [color]))
        let merged = try NSManagedObjectModel.merging([model, shop()])
        let read = try NSManagedObjectModel(document: model.document)
        for model in [merged, try NSManagedObjectModel.merging([merged]), read] {
            let found = try #require(model.entitiesByName["Page"]?.attributesByName["color"])
            #expect(found is MergeableAttributeDescription)
            let rule = try MergeRuleReading(found, entity: "Page").rule()
            #expect(rule?.kind == .value && rule?.conflict == .merge)
        }
        let found = merged.entitiesByName["Page"]?.attributesByName["color"]
        #expect((found as? MergeableAttributeDescription)?.merge != nil)
    }

    @Test("MD-17 different definitions of one name are refused")
    func conflict() {
        let other = ModelSamples.company()
        other.entitiesByName["Person"]?.attributesByName["name"]?.isOptional = false
        do {
            _ = try NSManagedObjectModel.merging([ModelSamples.company(), other])
            Issue.record("the models were merged")
        } catch let exception as CoreDataException {
            #expect(exception.reason.contains("define the entity \"Person\" differently"))
        } catch {
            Issue.record(error)
        }
    }

    @Test("Nothing to merge gives nil")
    func nothing() {
        #expect(NSManagedObjectModel(byMerging: nil) == nil)
        #expect(NSManagedObjectModel(byMerging: []) == nil)
    }

    @Test("MOD-7 the model, or combination of models, that made a store")
    func forMetadata() throws {
        let old = ModelSamples.company()
        let new = ModelSamples.company()
        new.entitiesByName["Person"]?.versionHashModifier = "2"
        func made(_ models: [NSManagedObjectModel], _ hashes: [String: Data]) -> NSManagedObjectModel? {
            NSManagedObjectModel(
                byMerging: models, forStoreMetadata: [NSStoreModelVersionHashesKey: hashes])
        }
        let hashes = new.entityVersionHashesByName
        let found = try #require(made([old, new], hashes))
        #expect(found.entityVersionHashesByName == hashes)
        let both = hashes.merging(shop().entityVersionHashesByName) { $1 }
        let combined = try #require(made([old, shop(), new], both))
        #expect(Set(combined.entitiesByName.keys) == ["Boss", "Company", "Person", "Shop"])
        #expect(made([old, shop()], both) == nil)
        #expect(made([old, new], [:]) == nil)
    }

    @Test("MOD-5 a bundle without models gives nil")
    func emptyBundle() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bundle = try #require(Bundle(path: folder.path))
        #expect(NSManagedObjectModel.mergedModel(from: [bundle]) == nil)
        #expect(NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: [:]) == nil)
    }
}
