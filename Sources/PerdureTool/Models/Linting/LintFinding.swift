// SPDX-License-Identifier: Apache-2.0
// What a rule of `perdure model lint` says, and the model as the rules see it.

import PerdureModelFormat

/// One mistake in a model.
struct LintFinding {
    enum Severity: String { case error, warning }

    let severity: Severity
    /// The word by which --ignore knows the rule.
    let rule: String
    let entity: String?
    let property: String?
    let text: String

    init(
        _ severity: Severity, _ rule: String, _ entity: String?, _ property: String? = nil, _ text: String
    ) {
        self.severity = severity
        self.rule = rule
        self.entity = entity
        self.property = property
        self.text = text
    }

    /// The finding in one line.
    var line: String {
        let place = [entity, property].compactMap { $0 }.joined(separator: ".")
        return "\(severity.rawValue): \(place.isEmpty ? "" : place + ": ")\(text) [\(rule)]"
    }
}

/// A model with its entities by name.
struct LintedModel {
    let document: ModelDocument
    /// Whether it must fit CloudKit.
    let isForCloud: Bool
    private let byName: [String: EntityDocument]

    init(_ document: ModelDocument, isForCloud: Bool) {
        self.document = document
        self.isForCloud = isForCloud || document.toolAttributes["usedWithCloudKit"] == "YES"
        byName = Dictionary(document.entities.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The entities by name, so that findings come in the same order whatever the file's is.
    var entities: [EntityDocument] { document.entities.sorted { $0.name < $1.name } }

    /// An entity and its ancestors; a ring ends where it closes.
    func lineage(of entity: EntityDocument) -> [EntityDocument] {
        var found = [entity]
        var seen: Set<String> = [entity.name]
        while let parent = found.last?.superentityName, seen.insert(parent).inserted,
            let next = byName[parent]
        {
            found.append(next)
        }
        return found
    }

    /// The relationship at the other end.
    func inverse(of relationship: RelationshipDocument) -> RelationshipDocument? {
        guard let name = relationship.inverseName,
            let destination = relationship.destinationEntityName.flatMap({ byName[$0] })
        else { return nil }
        return lineage(of: destination).lazy.flatMap(\.relationships).first { $0.traits.name == name }
    }
}

/// One rule, or several about the same thing.
protocol LintRule: SendableMetatype {
    /// The words of what it reports.
    static var names: [String] { get }
    static func check(_ model: LintedModel, _ report: (LintFinding) -> Void)
}
