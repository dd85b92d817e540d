// SPDX-License-Identifier: Apache-2.0
// Checks what a derived attribute is computed from: the forms that stores can compute, and every step of its key
// path. Used by ModelChecker+Properties.swift; the runtime checks models made in code by the same rules.

import PerdurePredicates

/// Checks one derived attribute.
struct DerivationChecker {
    let attribute: AttributeDocument
    let entity: EntityDocument

    init(_ attribute: AttributeDocument, _ entity: EntityDocument) {
        self.attribute = attribute
        self.entity = entity
    }

    /// What is wrong with a derivation, without the text that names it.
    private struct Refusal: Error {
        let reason: String
    }

    func check(_ derivation: ExpressionNode, _ model: inout ModelChecker) {
        do { try check(derivation, in: model) } catch let refusal as Refusal {
            let text = PredicatePrinter.format(DerivationForm.source(derivation))
            model.report(
                "its derivation '\(text)' cannot be computed: \(refusal.reason)", entity.name,
                attribute.traits.name)
        } catch {
            model.report("its derivation cannot be computed: \(error)", entity.name, attribute.traits.name)
        }
    }

    private func check(_ derivation: ExpressionNode, in model: ModelChecker) throws {
        switch derivation {
        case .keyPath(.evaluatedObject, let keys): try check(keys, in: model)
        case .function(let call) where call.name == "now" && call.arguments.isEmpty: break
        case .function(let call) where call.arguments.count == 1:
            guard case .keyPath(.evaluatedObject, let keys) = call.arguments[0] else {
                throw Refusal(reason: "the argument of \(call.name) must be a key path")
            }
            try check(call.name, keys, in: model)
        default:
            throw Refusal(
                reason:
                    "write a key path, a path with @count or @sum, now(), or one of canonical:, lowercase: and "
                    + "uppercase: with a path")
        }
    }

    private func check(_ function: String, _ keys: [String], in model: ModelChecker) throws {
        switch function {
        case "uppercase:", "lowercase:", "canonical:":
            let last = try storedAttribute(keys, in: model)
            guard last.type == AttributeType.string else {
                throw Refusal(reason: "\(function) needs a string attribute")
            }
        case "count:": try checkCount(keys, in: model)
        case "sum:": try checkSum(keys, in: model)
        default: throw Refusal(reason: "no store knows the function \(function)")
        }
    }

    private func check(_ keys: [String], in model: ModelChecker) throws {
        if keys.last == "@count" {
            try checkCount(Array(keys.dropLast()), in: model)
        } else if keys.contains("@sum") {
            try checkSum(keys.filter { $0 != "@sum" }, in: model)
        } else {
            _ = try storedAttribute(keys, in: model)
        }
    }

    private func checkCount(_ keys: [String], in model: ModelChecker) throws {
        let source = try walk(keys.dropLast(), in: model)
        _ = try toMany(keys.last ?? "", of: source, in: model)
    }

    private func checkSum(_ keys: [String], in model: ModelChecker) throws {
        guard keys.count >= 2 else {
            throw Refusal(reason: "write a to-many relationship, @sum, and an attribute behind it")
        }
        let source = try walk(keys.dropLast(2), in: model)
        let relationship = try toMany(keys[keys.count - 2], of: source, in: model)
        let destination = try self.destination(of: relationship, in: model)
        let summed = try storedAttribute(keys[keys.count - 1], of: destination, in: model)
        guard AttributeType.isNumber(summed.type) else {
            throw Refusal(reason: "'\(summed.traits.name)' is no number")
        }
    }

    private func storedAttribute(_ keys: [String], in model: ModelChecker) throws -> AttributeDocument {
        try storedAttribute(keys.last ?? "", of: try walk(keys.dropLast(), in: model), in: model)
    }
}

extension DerivationChecker {
    /// Follows to-one relationships.
    private func walk(_ keys: ArraySlice<String>, in model: ModelChecker) throws -> EntityDocument {
        var current = entity
        for key in keys {
            let step = try relationship(key, of: current, in: model)
            guard step.maxCount == 1 else {
                throw Refusal(reason: "'\(key)' leads to many objects; end with @count or @sum behind it")
            }
            current = try destination(of: step, in: model)
        }
        return current
    }

    private func toMany(
        _ name: String, of entity: EntityDocument, in model: ModelChecker
    ) throws -> RelationshipDocument {
        let found = try relationship(name, of: entity, in: model)
        guard found.maxCount != 1 else {
            throw Refusal(
                reason: "'\(name)' leads to one object; @count and @sum need a to-many relationship")
        }
        return found
    }

    private func relationship(
        _ name: String, of entity: EntityDocument, in model: ModelChecker
    ) throws -> RelationshipDocument {
        let all = model.lineage(of: entity).flatMap(\.relationships)
        guard let found = all.first(where: { $0.traits.name == name }), !found.traits.isTransient else {
            throw Refusal(
                reason: "'\(name)' is no stored relationship of '\(entity.name)'; correct the name, or add it"
            )
        }
        return found
    }

    private func storedAttribute(
        _ name: String, of entity: EntityDocument, in model: ModelChecker
    ) throws -> AttributeDocument {
        let all = model.lineage(of: entity).flatMap(\.attributes)
        guard let found = all.first(where: { $0.traits.name == name }), !found.traits.isTransient,
            found.derivation == nil
        else {
            throw Refusal(
                reason: "'\(name)' is no stored attribute of '\(entity.name)'; correct the name, or add it")
        }
        return found
    }

    private func destination(
        of relationship: RelationshipDocument, in model: ModelChecker
    ) throws -> EntityDocument {
        guard let name = relationship.destinationEntityName, let entity = model.entities[name] else {
            throw Refusal(reason: "'\(relationship.traits.name)' leads to no entity of the model")
        }
        return entity
    }
}
