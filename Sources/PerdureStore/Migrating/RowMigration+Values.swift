// SPDX-License-Identifier: Apache-2.0
// The values of attributes in a migration that is carried out in memory. Part of RowMigration.swift.

extension RowMigration {
    /// The values of a row afterwards; relationships have none yet.
    ///
    /// - Throws: `MigrationFailure` for a number that does not fit.
    func newValues(of old: Row, _ step: EntityStep) throws -> ContiguousArray<StoredValue> {
        // Rows without a destination were left out.
        let layout = steps.destination[step.destination ?? old.key.entity]
        let former = steps.source[old.key.entity]
        var values = ContiguousArray<StoredValue>(repeating: .null, count: layout.properties.count)
        for (property, origin) in zip(layout.properties, step.origins) {
            guard case .attribute(let origin) = origin, let attribute = property.attribute else { continue }
            let source = origin.source.flatMap { former.properties[$0].attribute }
            let value = origin.source.map { old[$0] } ?? .null
            do { values[property.slot] = try origin.value(value, source, attribute) } catch {
                throw MigrationFailure(
                    .outOfRange, entity: layout.name, property: layout.name(at: [property.slot] + error.path),
                    rows: [MigrationFailure.Row(entity: old.key.entity, key: old.key.number)])
            }
        }
        return values
    }
}

/// A number that does not fit, at the places of elements.
struct Misfit: Error {
    var path: [Int] = []
}

extension AttributeOrigin {
    /// The new value.
    ///
    /// - Parameters:
    ///   - old: The old value; none for an added attribute.
    ///   - source: The old attribute; nil for an added one.
    ///   - attribute: The new attribute.
    /// - Returns: The value.
    /// - Throws: A number that does not fit.
    func value(
        _ old: StoredValue, _ source: AttributeDefinition?, _ attribute: AttributeDefinition
    ) throws(Misfit) -> StoredValue {
        attribute.whole(try leaves(source?.leaves(of: old) ?? [], source, attribute))
    }

    /// The leaves of the new value.
    ///
    /// - Parameters:
    ///   - old: The leaves of the old value; none for an added attribute.
    ///   - source: The old attribute.
    ///   - attribute: The new attribute.
    /// - Returns: One value for an attribute that is no composite.
    /// - Throws: A number that does not fit.
    fileprivate func leaves(
        _ old: [StoredValue], _ source: AttributeDefinition?, _ attribute: AttributeDefinition
    ) throws(Misfit) -> [StoredValue] {
        guard attribute.hasLeaves else { return [try leaf(old.first ?? .null, attribute.type)] }
        let origins = old.allSatisfy(\.isNull) ? elementsOfNone ?? elements : elements
        var result: [StoredValue] = []
        for (place, (origin, element)) in zip(origins, attribute.elements).enumerated() {
            guard case .attribute(let new) = element.kind else { continue }
            let former = origin.source.flatMap { source?.element(at: $0) }
            do throws(Misfit) {
                result += try origin.leaves(
                    former.map { Array(old[$0.leaves]) } ?? [], former?.attribute, new)
            } catch {
                throw Misfit(path: [place] + error.path)
            }
        }
        return result
    }

    private func leaf(_ old: StoredValue, _ type: StoredAttributeType) throws(Misfit) -> StoredValue {
        if isComputedAnew { return .null }
        var value = old
        if let conversion, !value.isNull {
            guard let converted = conversion.converted(value) else { throw Misfit() }
            value = converted
        }
        if value.isNull, case .filled(let constant) = nulls {
            return StoredValue(entry: constant).number(as: type)
        }
        return value
    }
}

extension AttributeDefinition {
    /// The leaves of a value; a composite without a value has leaves without one.
    fileprivate func leaves(of value: StoredValue) -> [StoredValue] {
        guard hasLeaves else { return [value] }
        if case .composite(let leaves) = value { return leaves }
        return [StoredValue](repeating: .null, count: leafCount)
    }

    /// The value of leaves; a composite whose leaves all have none has no value.
    fileprivate func whole(_ leaves: [StoredValue]) -> StoredValue {
        guard hasLeaves else { return leaves.first ?? .null }
        return leaves.allSatisfy(\.isNull) ? .null : .composite(leaves)
    }

    /// An element, and where its leaves stand among those of the composite.
    func element(at place: Int) -> (attribute: AttributeDefinition, leaves: Range<Int>)? {
        guard elements.indices.contains(place), case .attribute(let element) = elements[place].kind else {
            return nil
        }
        let before = elements[..<place].reduce(0) { sum, element in
            guard case .attribute(let attribute) = element.kind else { return sum }
            return sum + attribute.leafCount
        }
        return (element, before..<(before + element.leafCount))
    }
}
