// SPDX-License-Identifier: Apache-2.0
// Every model feature: the macro text that says it (Features.swift), and what the description then holds.

import Foundation
import PerdureMacros
import Testing

/// The model of Features.swift, with short names for what rows look at.
struct FeatureModel {
    let model = NSManagedObjectModel(for: FeatureEnd.self)
    var entity: NSEntityDescription { model.entitiesByName["FeatureBase"] ?? NSEntityDescription() }
    var end: NSEntityDescription { model.entitiesByName["FeatureEnd"] ?? NSEntityDescription() }
    var elements: [NSAttributeDescription] {
        (attribute("amount") as? NSCompositeAttributeDescription)?.elements ?? []
    }
    var fetched: NSFetchRequest<any NSFetchRequestResult>? {
        (entity.propertiesByName["twins"] as? NSFetchedPropertyDescription)?.fetchRequest
    }
    func attribute(_ name: String) -> NSAttributeDescription? { entity.attributesByName[name] }
    func relationship(_ name: String) -> NSRelationshipDescription? { entity.relationshipsByName[name] }
}

/// A rule, the text that says it, and the check of the description.
struct FeatureRow: Sendable, CustomTestStringConvertible {
    let rule: String
    let text: String
    let holds: @Sendable (FeatureModel) -> Bool

    init(_ rule: String, _ text: String, _ holds: @escaping @Sendable (FeatureModel) -> Bool) {
        self.rule = rule
        self.text = text
        self.holds = holds
    }

    var testDescription: String { "\(rule): \(text)" }
}

@Suite("Every model feature can be said")
struct FeatureTests {
    @Test("MOD-1 to MOD-177 the text is there, and the description holds it", arguments: FeatureRow.all)
    func feature(_ row: FeatureRow) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Features.swift")
        #expect(try String(contentsOf: file, encoding: .utf8).contains(row.text))
        #expect(row.holds(FeatureModel()))
    }
}
