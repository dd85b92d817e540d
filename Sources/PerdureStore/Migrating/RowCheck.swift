// SPDX-License-Identifier: Apache-2.0
// What only the rows can tell: where an inferred migration may still fail.

/// A condition on the rows of a store, of entities of the destination.
package enum RowCheck: Sendable, Hashable {
    /// No row is of exactly this entity.
    case noRows(entity: Int32)
    /// All rows have a value at a path of slot and elements; of a composite's element, all rows with a value of the composite.
    case value(entity: Int32, path: [Int], composite: [Int]? = nil)
    /// All numbers fit the new type.
    case range(entity: Int32, path: [Int])
    /// All rows have a destination.
    case member(entity: Int32, slot: Int)
    /// No two rows have equal values.
    case unique(ConstraintCheck)
}

extension EntityStep {
    /// The conditions on the rows of the entity; an abstract entity has none.
    func rowChecks(in destination: Schema) -> [RowCheck] {
        guard let number = self.destination else { return [] }
        var checks: [RowCheck] = mustBeEmpty ? [.noRows(entity: number)] : []
        if !destination[number].isAbstract {
            for (slot, origin) in origins.enumerated() { origin.add(to: &checks, entity: number, slot: slot) }
        }
        return checks + constraints.map { .unique($0) }
    }
}

extension PropertyOrigin {
    fileprivate func add(to checks: inout [RowCheck], entity: Int32, slot: Int) {
        switch self {
        case .attribute(let origin): origin.add(to: &checks, entity: entity, path: [slot])
        case .relationship(let origin):
            if origin.isChecked { checks.append(.member(entity: entity, slot: slot)) }
        case .transient: break
        }
    }
}

extension AttributeOrigin {
    /// Adds the conditions of an attribute; rows without a value of a composite around it need none.
    fileprivate func add(
        to checks: inout [RowCheck], entity: Int32, path: [Int], composite: [Int]? = nil
    ) {
        if nulls == .checked {
            checks.append(.value(entity: entity, path: path, composite: composite))
        }
        if conversion?.mayNotFit == true { checks.append(.range(entity: entity, path: path)) }
        for (place, element) in elements.enumerated() {
            element.add(
                to: &checks, entity: entity, path: path + [place],
                composite: elementsOfNone == nil ? composite : path)
        }
    }
}
