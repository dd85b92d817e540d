// SPDX-License-Identifier: Apache-2.0
// Which derivations a store can compute. Part of StoreRules.swift.
//
//   key path               name, author.name         to-one steps, then a stored attribute
//   uppercase:(path) …     lowercase:, canonical:    the same, of a string attribute
//   items.@count           count:(items)             to-one steps, then a to-many
//   items.@sum.price       sum:(items.price)         to-one steps, a to-many, then a stored number
//   now()

import Foundation
import PerdurePredicates

/// Checks one derived attribute.
struct DerivationCheck {
    let attribute: NSDerivedAttributeDescription
    let entity: NSEntityDescription

    init(_ attribute: NSDerivedAttributeDescription, in entity: NSEntityDescription) {
        self.attribute = attribute
        self.entity = entity
    }

    /// Checks the expression's form and its key paths.
    ///
    /// - Throws: `NSError` 134020.
    func run() throws {
        guard let expression = attribute.derivationExpression else {
            throw refusal("it has no derivationExpression")
        }
        switch expression.node {
        case .keyPath(.evaluatedObject, let keys): try check(keys)
        case .function(let call) where call.name == "now" && call.arguments.isEmpty: break
        case .function(let call) where call.arguments.count == 1:
            guard case .keyPath(.evaluatedObject, let keys) = call.arguments[0] else {
                throw refusal("the argument of \(call.name) must be a key path")
            }
            try check(call.name, keys)
        default: throw refusal("no store can compute its expression")
        }
    }

    private func check(_ function: String, _ keys: [String]) throws {
        switch function {
        case "uppercase:", "lowercase:", "canonical:":
            let last = try attribute(at: keys, text: keys.joined(separator: "."))
            guard last.attributeType == .stringAttributeType else {
                throw refusal("\(function) needs a string attribute")
            }
        case "count:": try checkCount(keys)
        case "sum:": try checkSum(keys)
        default: throw refusal("no store can compute the function \(function)")
        }
    }

    private func check(_ keys: [String]) throws {
        if keys.last == "@count" {
            try checkCount(Array(keys.dropLast()))
        } else if keys.contains("@sum") {
            try checkSum(keys.filter { $0 != "@sum" })
        } else {
            _ = try attribute(at: keys, text: keys.joined(separator: "."))
        }
    }

    private func checkCount(_ keys: [String]) throws {
        let text = keys.joined(separator: ".")
        let last = try walk(keys.dropLast(), text: text)
        guard let key = keys.last, last.relationshipsByName[key]?.isToMany == true else {
            throw refusal("\"\(text)\" does not lead to a to-many relationship")
        }
    }

    private func checkSum(_ keys: [String]) throws {
        let text = keys.joined(separator: ".")
        guard keys.count >= 2 else {
            throw refusal("\"\(text)\" does not lead through a to-many relationship")
        }
        let source = try walk(keys.dropLast(2), text: text)
        guard let many = source.relationshipsByName[keys[keys.count - 2]], many.isToMany, !many.isTransient,
            let destination = many.destinationEntity
        else { throw refusal("\"\(text)\" does not lead through a to-many relationship") }
        let summed = try storedAttribute(keys[keys.count - 1], of: destination, text: text)
        guard summed.attributeType.isNumeric else { throw refusal("\"\(text)\" is no number") }
    }

    private func attribute(at keys: [String], text: String) throws -> NSAttributeDescription {
        guard let last = keys.last else { throw refusal("its key path is empty") }
        return try storedAttribute(last, of: try walk(keys.dropLast(), text: text), text: text)
    }

    /// Follows to-one relationships.
    private func walk(_ keys: ArraySlice<String>, text: String) throws -> NSEntityDescription {
        var current = entity
        for key in keys {
            guard let step = current.relationshipsByName[key], !step.isToMany, !step.isTransient,
                let next = step.destinationEntity
            else { throw refusal("\"\(key)\" in \"\(text)\" is no stored to-one relationship") }
            current = next
        }
        return current
    }

    private func storedAttribute(
        _ name: String, of entity: NSEntityDescription, text: String
    ) throws -> NSAttributeDescription {
        guard let found = entity.attributesByName[name], !found.isTransient,
            !(found is NSDerivedAttributeDescription)
        else { throw refusal("\"\(name)\" in \"\(text)\" is no stored attribute of \(entity.name ?? "?")") }
        return found
    }

    private func refusal(_ reason: String) -> NSError {
        ErrorMessages.derivation(entity: entity.name, property: attribute.name, reason)
    }
}
