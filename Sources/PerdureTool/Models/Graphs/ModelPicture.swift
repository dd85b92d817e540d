// SPDX-License-Identifier: Apache-2.0
// The boxes and lines of a model's picture, whatever draws it: MermaidText.swift, DotText.swift.

import PerdureModelFormat

/// What is drawn of a model.
struct ModelPicture {
    /// An entity.
    struct Box {
        let name: String
        let isAbstract: Bool
        /// The number of the parent's box.
        let parent: Int?
        /// Name, type and whether nil is allowed.
        let attributes: [(name: String, type: String, isOptional: Bool)]
    }

    /// A relationship with its inverse.
    struct Line {
        let from: Int
        let to: Int
        /// The relationship of the first box, and the other one; nil without an inverse.
        let name: String
        let inverse: String?
        /// How many objects the first end leads to, and how many the second one.
        let count: String
        let inverseCount: String?
    }

    private(set) var boxes: [Box] = []
    private(set) var lines: [Line] = []

    init(_ model: ModelDocument, hasAttributes: Bool) {
        let entities = model.entities.sorted { $0.name < $1.name }
        let numbers = Dictionary(entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
        boxes = entities.map { entity in
            Box(
                name: entity.name, isAbstract: entity.isAbstract,
                parent: entity.superentityName.flatMap { numbers[$0] },
                attributes: hasAttributes ? entity.attributes.map(Self.row) : [])
        }
        let linted = LintedModel(model, isForCloud: false)
        var drawn: Set<[String]> = []
        for (number, entity) in entities.enumerated() {
            for relationship in entity.relationships {
                guard let target = relationship.destinationEntityName, let to = numbers[target],
                    drawn.insert(Self.identity(relationship, of: entity.name)).inserted
                else { continue }
                let inverse = linted.inverse(of: relationship)
                lines.append(
                    Line(
                        from: number, to: to, name: relationship.traits.name, inverse: inverse?.traits.name,
                        count: Self.count(relationship), inverseCount: inverse.map(Self.count)))
            }
        }
    }

    private static func row(_ attribute: AttributeDocument) -> (String, String, Bool) {
        (attribute.traits.name, AttributeType.name(of: attribute.type), attribute.traits.isOptional)
    }

    /// The same for both ends of a pair.
    private static func identity(_ relationship: RelationshipDocument, of entity: String) -> [String] {
        let own = "\(entity).\(relationship.traits.name)"
        guard let inverse = relationship.inverseName, let target = relationship.destinationEntityName else {
            return [own]
        }
        return [own, "\(target).\(inverse)"].sorted()
    }

    private static func count(_ relationship: RelationshipDocument) -> String {
        guard relationship.maxCount != 1 else { return relationship.traits.isOptional ? "0..1" : "1" }
        let most = relationship.maxCount == 0 ? "*" : String(relationship.maxCount)
        return relationship.minCount == 0 && most == "*" ? "*" : "\(relationship.minCount)..\(most)"
    }
}
