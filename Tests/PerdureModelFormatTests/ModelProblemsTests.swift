// SPDX-License-Identifier: Apache-2.0
// Contradictions in models are found and named with entity and property.

import PerdureModelFormat
import Testing

@Suite("Contradictions in models")
struct ModelProblemsTests {
    typealias Change = @Sendable (inout ModelDocument) -> Void

    static let cases: [(name: String, entity: String?, property: String?, change: Change)] = [
        ("MD-1 two entities of one name", "Page", nil, { $0.entities.append(EntityDocument(name: "Page")) }),
        ("MD-2 no type", "Book", "title", { $0.entities[0].attributes[0].type = 0 }),
        (
            "MD-3 no destination", "Page", "book",
            { $0.entities[2].relationships[0].destinationEntityName = nil }
        ),
        (
            "MD-3 unknown destination", "Thing", "loose",
            { $0.entities[3].relationships[1].destinationEntityName = "X" }
        ),
        (
            "MD-4 inverse not mutual", "Thing", "friends",
            { $0.entities[3].relationships[0].inverseName = "loose" }
        ),
        ("MD-4 inverse missing", "Book", "pages", { $0.entities[0].relationships[0].inverseName = "x" }),
        (
            "MD-5 reserved name", "Thing", "description",
            { $0.entities[3].attributes = [SampleModel.attribute("description", 700)] }
        ),
        (
            "MD-5 reserved name", "Thing", "hash",
            { $0.entities[3].attributes = [SampleModel.attribute("hash", 700)] }
        ),
        (
            "MD-6 redeclared", "Novel", "title",
            { $0.entities[1].attributes.append(SampleModel.attribute("title", 700)) }
        ),
        ("MD-7 own parent", "Thing", nil, { $0.entities[3].superentityName = "Thing" }),
        ("MD-7 own ancestor", "Novel", nil, { $0.entities[0].superentityName = "Novel" }),
        ("unknown parent", "Thing", nil, { $0.entities[3].superentityName = "X" }),
        (
            "MD-9 constraint on a transient", "Book", "cache",
            { $0.entities[0].uniquenessConstraints = [["cache"]] }
        ),
        (
            "MD-9 constraint on a to-many", "Book", "pages",
            { $0.entities[0].uniquenessConstraints = [["pages"]] }
        ),
        ("constraint on nothing", "Book", "x", { $0.entities[0].uniquenessConstraints = [["x"]] }),
        (
            "MD-10 R-tree on a string", "Book", "title",
            { $0.entities[0].indexes[1].elements[0].propertyName = "title" }
        ),
        ("index on nothing", "Book", "x", { $0.entities[0].indexes[1].elements[0].propertyName = "x" }),
        (
            "MOD-132 index on an unknown element", "Book", "origin.position.z",
            { $0.entities[0].indexes[1].elements[0].propertyName = "origin.position.z" }
        ),
        (
            "MOD-132 R-tree on an element that is a string", "Book", "origin.city",
            { $0.entities[0].indexes[1].elements[0].propertyName = "origin.city" }
        ),
        (
            "MOD-132 constraint on an unknown element", "Book", "origin.town",
            { $0.entities[0].uniquenessConstraints = [["origin.town"]] }
        ),
        (
            "MOD-132 constraint below a string", "Book", "title.x",
            { $0.entities[0].uniquenessConstraints = [["title.x"]] }
        ),
        (
            "two properties of one name", "Thing", "loose",
            { $0.entities[3].attributes = [SampleModel.attribute("loose", 700)] }
        ),
        (
            "DER-4 transient derived", "Book", "pageCount",
            { $0.entities[0].attributes[1].traits.isTransient = true }
        ),
        ("unknown configured entity", "X", nil, { $0.configurations[0].entityNames.append("X") }),
        ("unknown fetched entity", "X", nil, { $0.fetchRequestTemplates["byTitle"]?.entityName = "X" }),
        ("unknown composite", "Book", "origin", { $0.composites.removeFirst() }),
        ("MD-22 cyclic composites", nil, nil, { $0.composites[1].elements[0].compositeName = "Place" }),
    ]

    @Test("A sound model has none")
    func sound() throws {
        #expect(SampleModel.everything.problems() == [])
        try SampleModel.everything.validate()
    }

    @Test("MOD-132 indexes and constraints on elements of composites are sound")
    func elements() {
        var model = SampleModel.everything
        model.entities[0].indexes[1].elements = ["origin.position.x", "origin.position.y"].map {
            .init(propertyName: $0, isRTree: true)
        }
        model.entities[0].uniquenessConstraints = [["origin.city"]]
        #expect(model.problems() == [])
    }

    @Test("MOD-200 contradictions are found where they are", arguments: cases.indices)
    func found(index: Int) throws {
        let (name, entity, property, change) = Self.cases[index]
        var model = SampleModel.everything
        change(&model)
        let problems = model.problems()
        #expect(problems.contains { $0.entity == entity && $0.property == property }, "\(name): \(problems)")
        #expect(problems.allSatisfy { $0.kind == .inconsistent })
        let broken = model
        #expect(throws: ModelFormatError.self) { try broken.validate() }
    }
}
