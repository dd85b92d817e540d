// SPDX-License-Identifier: Apache-2.0
// Templates of fetch requests: kept by name, copied with values for their variables.

import Foundation
import PerdurePredicates
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("Fetch request templates")
struct TemplateTests {
    private func model() -> NSManagedObjectModel {
        let model = ModelSamples.company()
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
        request.predicate = NSPredicate.predicate(
            of: .and([
                .comparison(ComparisonNode(.key("name"), .equal, .variable("NAME"))),
                .comparison(ComparisonNode(.key("age"), .greaterThan, .variable("AGE"))),
            ]))
        request.fetchLimit = 3
        model.setFetchRequestTemplate(request, forName: "named")
        return model
    }

    @Test("MOD-13 templates are kept by name, and removed by nil")
    func keeping() {
        let model = model()
        #expect(model.fetchRequestTemplate(forName: "named")?.fetchLimit == 3)
        #expect(Array(model.fetchRequestTemplatesByName.keys) == ["named"])
        #expect(model.fetchRequestTemplate(forName: "other") == nil)
        model.setFetchRequestTemplate(nil, forName: "named")
        #expect(model.fetchRequestTemplatesByName.isEmpty)
    }

    @Test("MOD-14 a copy with values in place of variables")
    func substitution() throws {
        let model = model()
        let request = try #require(
            model.fetchRequestFromTemplate(
                withName: "named", substitutionVariables: ["NAME": "Zoë", "AGE": 18, "OTHER": 1]))
        #expect(
            request.predicate?.node
                == .and([
                    .comparison(ComparisonNode(.key("name"), .equal, .constant(.string("Zoë")))),
                    .comparison(ComparisonNode(.key("age"), .greaterThan, .constant(.integer(18)))),
                ]))
        #expect(request.fetchLimit == 3)
        request.fetchLimit = 1
        #expect(model.fetchRequestTemplate(forName: "named")?.fetchLimit == 3)
        #expect(
            model.fetchRequestTemplate(forName: "named")?.predicate?.node.freeVariables == ["AGE", "NAME"])
        #expect(model.fetchRequestFromTemplate(withName: "other", substitutionVariables: [:]) == nil)
    }

    @Test("MOD-15 NSNull stands for nil")
    func null() throws {
        let request = try #require(
            try model().fetchRequest(
                fromTemplate: "named", substitutionVariables: ["NAME": NSNull(), "AGE": 1]))
        guard case .and(let parts) = request.predicate?.node, case .comparison(let first) = parts[0] else {
            Issue.record("no comparison")
            return
        }
        #expect(first.right == .constant(.null))
    }

    @Test("MD-16, MOD-15 a missing variable is refused by name")
    func missing() {
        do {
            _ = try model().fetchRequest(fromTemplate: "named", substitutionVariables: ["NAME": "Zoë"])
            Issue.record("nothing was thrown")
        } catch let exception as CoreDataException {
            #expect(exception.name == .invalidArgumentException)
            #expect(exception.reason.contains("\"named\" needs a value for its variable \"$AGE\""))
        } catch {
            Issue.record(error)
        }
    }

    @Test("MOD-13 a template of a model in use is closed; copies of it are not")
    func immutable() throws {
        let model = model()
        try model.freeze()
        let template = try #require(model.fetchRequestTemplate(forName: "named"))
        #expect(template.settings.seal.isClosed)
        let request = try #require(
            try model.fetchRequest(fromTemplate: "named", substitutionVariables: ["NAME": "a", "AGE": 1]))
        request.fetchLimit = 1
        #expect(request.fetchLimit == 1)
        #expect(template.fetchLimit == 3)
    }

    @Test("Copies of a model have copies of its templates")
    func copies() throws {
        let model = model()
        let request = try #require(model.fetchRequestTemplate(forName: "named"))
        request.entity = model.entitiesByName["Person"]
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        let copiedRequest = try #require(copy.fetchRequestTemplate(forName: "named"))
        #expect(copiedRequest !== request)
        #expect(copiedRequest.entity === copy.entitiesByName["Person"])
    }
}
