// SPDX-License-Identifier: Apache-2.0
// The properties of a model file's entities. Part of ModelDocument.swift.

import Foundation
import PerdurePredicates

/// The fields that all kinds of property have.
package struct PropertyTraits: Sendable, Equatable {
    package var name: String
    package var isOptional = false
    package var isTransient = false
    package var isReadOnly = false
    package var isIndexed = false
    /// The Spotlight flag, which is stored and returned but has no effect.
    package var isIndexedBySpotlight = false
    package var isStoredInExternalRecord = false
    package var userInfo: [String: String] = [:]
    /// The renaming identifier; nil when it equals the name.
    package var renamingIdentifier: String?
    package var versionHashModifier: String?
    package var validations: [ValidationDocument] = []
    /// Attributes of the source that inform tools only (syncable, usesScalarValueType …).
    package var toolAttributes: [String: String] = [:]

    package init(name: String) { self.name = name }
}

/// One validation predicate with its warning.
package struct ValidationDocument: Sendable, Equatable {
    package var predicate: PredicateNode
    package var warning: Warning

    package enum Warning: Sendable, Equatable {
        /// The text becomes the error's description; the error's code is 1550.
        case text(String)
        /// The number becomes the error's code.
        case code(Int)
    }

    package init(predicate: PredicateNode, warning: Warning) {
        self.predicate = predicate
        self.warning = warning
    }
}

package struct AttributeDocument: Sendable, Equatable {
    package var traits: PropertyTraits
    /// The raw value of NSAttributeType.
    package var type: Int
    package var valueClassName: String?
    package var defaultValue: ConstantValue?
    package var valueTransformerName: String?
    package var allowsExternalBinaryDataStorage = false
    package var allowsCloudEncryption = false
    package var preservesValueInHistoryOnDeletion = false
    /// The expression of a derived attribute; nil for other attributes.
    package var derivation: ExpressionNode?
    package var filteringPredicate: PredicateNode?
    /// The elements of a composite attribute; `compositeName` is the name of its type where the source has one.
    package var elements: [AttributeDocument] = []
    package var compositeName: String?

    package init(traits: PropertyTraits, type: Int) {
        self.traits = traits
        self.type = type
    }
}

package struct RelationshipDocument: Sendable, Equatable {
    package var traits: PropertyTraits
    package var destinationEntityName: String?
    package var inverseName: String?
    package var inverseEntityName: String?
    /// 1 is a to-one; 0 is a to-many without limit.
    package var maxCount = 1
    package var minCount = 0
    /// 0 no action, 1 nullify, 2 cascade, 3 deny.
    package var deleteRule = 1
    package var isOrdered = false

    package init(traits: PropertyTraits) { self.traits = traits }
}

package struct FetchedPropertyDocument: Sendable, Equatable {
    package var traits: PropertyTraits
    package var fetchRequest: FetchRequestDocument?

    package init(traits: PropertyTraits) { self.traits = traits }
}
