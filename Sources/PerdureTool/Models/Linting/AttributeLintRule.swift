// SPDX-License-Identifier: Apache-2.0
// Attributes, indexes and constraints that do not do what they seem to do. Part of LintRules.swift.

import PerdureModelFormat

enum AttributeLintRule: LintRule {
    static let names = ["no-transformer", "old-transformer", "external-index"]

    /// A transformer that makes objects of any class that a file names.
    private static let insecure: Set<String> = [
        "NSUnarchiveFromData", "NSKeyedUnarchiveFromData", "NSUnarchiveFromDataTransformerName",
        "NSKeyedUnarchiveFromDataTransformerName",
    ]

    static func check(_ model: LintedModel, _ report: (LintFinding) -> Void) {
        for entity in model.entities {
            for attribute in entity.attributes {
                if let (rule, text) = fault(attribute) {
                    report(LintFinding(.warning, rule, entity.name, attribute.traits.name, text))
                }
            }
        }
    }

    private static func fault(_ attribute: AttributeDocument) -> (String, String)? {
        if attribute.type == AttributeType.transformable, !attribute.traits.isTransient {
            guard let name = attribute.valueTransformerName, !name.isEmpty else {
                return (
                    "no-transformer",
                    "no transformer is named, so values are archived by the default one; name it, so that all programs agree"
                )
            }
            if insecure.contains(name) {
                return (
                    "old-transformer",
                    "the transformer \(name) makes objects of any class that a file names; use NSSecureUnarchiveFromData"
                )
            }
        }
        if attribute.allowsExternalBinaryDataStorage, attribute.traits.isIndexed {
            return (
                "external-index",
                "large values lie in files, which no index can order; take the index away"
            )
        }
        return nil
    }
}

/// Indexes that serve nothing.
enum IndexRule: LintRule {
    static let names = ["empty-index", "repeated-index", "repeated-constraint"]

    static func check(_ model: LintedModel, _ report: (LintFinding) -> Void) {
        for entity in model.entities {
            checkIndexes(of: entity, report)
            var seen: Set<[String]> = []
            for constraint in entity.uniquenessConstraints where !seen.insert(constraint.sorted()).inserted {
                report(
                    LintFinding(
                        .warning, "repeated-constraint", entity.name, nil,
                        "the constraint on \(constraint.joined(separator: ", ")) is there twice; remove one"))
            }
        }
    }

    private static func checkIndexes(of entity: EntityDocument, _ report: (LintFinding) -> Void) {
        var kept: [FetchIndexDocument] = []
        for index in entity.indexes {
            if index.elements.isEmpty {
                report(
                    LintFinding(
                        .warning, "empty-index", entity.name, nil,
                        "the index \(index.name) has no elements; give it one, or remove it"))
            } else if let other = kept.first(where: { serves($0, index) }) {
                report(
                    LintFinding(
                        .warning, "repeated-index", entity.name, nil,
                        "the index \(index.name) orders what \(other.name) orders already, and only costs time; remove it"
                    ))
            }
            kept.append(index)
        }
    }

    /// Whether one index has the elements and the condition of another.
    private static func serves(_ index: FetchIndexDocument, _ other: FetchIndexDocument) -> Bool {
        index.elements == other.elements && index.partialIndexPredicate == other.partialIndexPredicate
    }
}
