// SPDX-License-Identifier: Apache-2.0
// Which derivations a store can compute: DerivationResolver has the rules. Part of StoreRules.swift.

import Foundation
import PerdurePredicates
import PerdureStore

/// Checks one derived attribute.
struct DerivationCheck {
    let attribute: NSDerivedAttributeDescription
    let entity: NSEntityDescription

    init(_ attribute: NSDerivedAttributeDescription, in entity: NSEntityDescription) {
        self.attribute = attribute
        self.entity = entity
    }

    /// Checks the expression's form, its key paths and its types.
    ///
    /// - Throws: `NSError` 134020.
    func run() throws {
        guard let expression = attribute.derivationExpression else {
            throw refusal("it has no derivationExpression")
        }
        do {
            _ = try DerivationResolver(DescriptionNames(), entity)
                .resolve(expression.node, as: DerivationValue(attribute))
        } catch let problem as DerivationProblem {
            throw refusal(problem.reason)
        }
        try checkUserInfo()
    }

    private func checkUserInfo() throws {
        let key = NSDerivedAttributeDescription.optionalUntilSavedKey
        guard let value = attribute.userInfo?[key], attribute.optionalUntilSaved == nil else { return }
        throw error(
            "The user info of the attribute \"\(path)\" has \"\(value)\" for \"\(key)\". Write YES or NO.")
    }

    private func refusal(_ reason: String) -> NSError {
        error(
            "The derived attribute \"\(path)\" cannot be computed: \(reason). Change its derivationExpression."
        )
    }

    private func error(_ reason: String) -> NSError {
        ErrorMessages.incompatibleSchema(entity: entity.name, property: attribute.name, reason)
    }

    private var path: String { ErrorMessages.path(entity.name, attribute.name) }
}

extension NSManagedObjectModel {
    /// Refuses derived attributes in a store whose type cannot compute them.
    ///
    /// - Parameters:
    ///   - entities: the entities of the store; nil for all.
    ///   - storeType: the store's type.
    /// - Throws: `NSError` 134020.
    package func refuseComputedValues(in entities: Set<Int32>?, storeType: String) throws {
        for layout in schema.entities where entities?.contains(layout.number) ?? true {
            guard let computed = layout.properties.first(where: \.isComputed) else { continue }
            throw ErrorMessages.uncomputed(
                entity: layout.name, property: computed.name, storeType: storeType)
        }
    }
}

/// The names in a model's descriptions.
private struct DescriptionNames: DerivationNames {
    func name(of entity: NSEntityDescription) -> String { entity.name ?? "?" }

    func storedRelationship(
        _ name: String, of entity: NSEntityDescription
    ) -> (destination: NSEntityDescription, isToMany: Bool)? {
        guard let found = entity.relationshipsByName[name], !found.isTransient,
            let destination = found.destinationEntity
        else { return nil }
        return (destination, found.isToMany)
    }

    func storedAttribute(_ name: String, of entity: NSEntityDescription) -> DerivationValue? {
        guard let found = entity.attributesByName[name], !found.isTransient,
            !(found is NSDerivedAttributeDescription)
        else { return nil }
        return DerivationValue(found)
    }
}

extension DerivationValue {
    /// The kind of value that an attribute holds.
    fileprivate init(_ attribute: NSAttributeDescription) {
        self =
            attribute.allowsExternalBinaryDataStorage
            ? .external : DerivationValue(attribute.attributeType.storeType)
    }
}
