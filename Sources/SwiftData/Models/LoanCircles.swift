// SPDX-License-Identifier: Apache-2.0
// Whether the members of a relationship can lead back to its owner by relationships to many. Such members are not kept over saves:
// owner and members would keep each other alive.

import Foundation
import Perdure
import PerdureBase

/// Relationships to many that may lead back.
enum LoanCircles {
    private struct Place: Hashable {
        let entity: ObjectIdentifier
        let relationship: String
    }

    private static let known = Lock<[Place: Bool]>([:])

    /// Whether a relationship may lead back to its entity; models of schemas live as long as the process.
    static func contain(_ entity: NSEntityDescription, relationship: String) -> Bool {
        let place = Place(entity: ObjectIdentifier(entity), relationship: relationship)
        if let answer = known.withLock({ $0[place] }) { return answer }
        let found = leadsBack(entity, entity.relationshipsByName[relationship]?.destinationEntity)
        known.withLock { $0[place] = found }
        return found
    }

    private static func leadsBack(_ entity: NSEntityDescription, _ destination: NSEntityDescription?) -> Bool
    {
        let home = top(entity)
        var seen: Set<ObjectIdentifier> = []
        var queue = [destination].compactMap(\.self)
        while let next = queue.popLast() {
            if top(next) === home { return true }
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            queue += next.subentities
            queue += next.relationshipsByName.values.filter(\.isToMany).compactMap(\.destinationEntity)
        }
        return false
    }

    private static func top(_ entity: NSEntityDescription) -> NSEntityDescription {
        var top = entity
        while let above = top.superentity { top = above }
        return top
    }
}
