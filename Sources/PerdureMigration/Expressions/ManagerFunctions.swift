// SPDX-License-Identifier: Apache-2.0
// The selectors that mapping models call on managers. ExpressionReceivers.swift answers them.

import Foundation
import Perdure
import PerdureBase
import PerdureMapping
import PerdureModel
import PerdurePredicates

/// The selectors of FUNCTION($manager, …).
enum ManagerFunctions {
    static let fetchRequest = "fetchRequestForSourceEntityNamed:predicateString:"
    static let destinationsByName = "destinationInstancesForEntityMappingNamed:sourceInstances:"
    static let sourcesByName = "sourceInstancesForEntityMappingNamed:destinationInstances:"
    static let destinationsByMapping = "destinationInstancesForEntityMapping:sourceInstances:"
    static let sourcesByMapping = "sourceInstancesForEntityMapping:destinationInstances:"
    static let destinationsByRelationship =
        "destinationInstancesForSourceRelationshipNamed:sourceInstances:"

    /// The objects in an argument or a result: nil, one object, or a collection; nil and NSNull in it are left out.
    ///
    /// A set has no order, so its objects come in the order of their keys.
    ///
    /// - Returns: nil for anything else.
    static func objects(in value: Any?) -> [NSManagedObject]? {
        guard let value, !(value is NSNull) else { return [] }
        if let object = value as? NSManagedObject { return [object] }
        guard let members = KeyPathReader.members(of: value) else { return nil }
        var objects: [NSManagedObject] = []
        for member in members where !(member is NSNull) {
            guard let object = member as? NSManagedObject else { return nil }
            objects.append(object)
        }
        guard value is NSSet || value is Set<AnyHashable> else { return objects }
        return objects.sorted { $0.objectID.key.number < $1.objectID.key.number }
    }
}
