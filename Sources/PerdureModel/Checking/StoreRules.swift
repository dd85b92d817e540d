// SPDX-License-Identifier: Apache-2.0
// What a model may not ask of a store. The check runs when a store is added, because a model that is only edited or compared
// may be incomplete. DerivationCheck.swift checks derivations.

import Foundation
import PerdureBase
import PerdureModelFormat
import PerdurePredicates

extension NSManagedObjectModel {
    /// Checks what stores need, when the first store is added.
    ///
    /// - Throws: `NSError` 134020 that names entity and property, or `CoreDataException` where Apple's method raises an
    ///   exception.
    package func validateForStore() throws {
        let tolerated = RuledDescriptions(self).tolerated
        for entity in entities { try StoreRules(entity, tolerated: tolerated).check() }
    }
}

/// Checks one entity against the rules of stores.
struct StoreRules {
    private let entity: NSEntityDescription
    private let tolerated: Set<ModelRule>

    init(_ entity: NSEntityDescription, tolerated: Set<ModelRule>) {
        self.entity = entity
        self.tolerated = tolerated
    }

    func check() throws {
        for case let attribute as NSAttributeDescription in entity.properties {
            try checkType(of: attribute, path: attribute.name)
        }
        try checkConstraints()
        try checkIndexes()
    }

    private func refuse(_ fault: ModelFault) throws {
        if !tolerated.contains(fault.rule) { throw CoreDataException(fault) }
    }

    private func checkType(of attribute: NSAttributeDescription, path: String) throws {
        guard !attribute.isTransient else { return }
        try AttributeRules.checkStored(attribute.attributeType.ruledType, path, of: entity.name) {
            throw ErrorMessages.unstorable($0)
        }
        try attribute.checkForStore(in: entity, path: path)
        for part in attribute.parts { try checkType(of: part, path: "\(path).\(part.name)") }
    }

    private func checkConstraints() throws {
        guard !entity.uniquenessConstraints.isEmpty else { return }
        let properties = entity.propertiesByName
        let paths = MemberPaths(entity)
        for member in entity.uniquenessConstraints.joined() {
            let name = paths.path(of: member) ?? "\(member)"
            let found = MemberPaths.property(at: name, in: properties)
            try MemberRules(of: entity.name).checkConstraint(name, found?.ruledMember, refuse)
        }
    }

    private func checkIndexes() throws {
        guard !entity.indexes.isEmpty else { return }
        let members = IndexMembers(entity)
        for index in entity.indexes {
            try MemberRules(of: entity.name).checkRanges(of: members.facts(of: index), refuse)
        }
    }
}

extension NSAttributeType {
    /// Whether stores keep the values as bytes; such values can be stored in external files.
    var isBinary: Bool { self == .binaryDataAttributeType || self == .transformableAttributeType }

    /// Whether the values are numbers, which can be summed and indexed as ranges.
    var isNumeric: Bool { AttributeType.isNumber(Int(rawValue)) }

    /// The kind of type that the rules of stores distinguish.
    fileprivate var ruledType: RuledType {
        switch self {
        case .undefinedAttributeType: .none
        case .objectIDAttributeType: .objectID
        default: .value
        }
    }
}
