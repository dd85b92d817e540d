// SPDX-License-Identifier: Apache-2.0
// Asks the rows what only they can tell (RowCheck.swift), in a migration that is carried out in memory. Part of RowMigration.swift.

extension RowMigration {
    /// How many rows an error names.
    private static let most = 10

    /// Refuses rows of entities that have become abstract.
    func requireNoRows() throws {
        for case .noRows(let entity) in steps.rowChecks {
            try refuse(.abstractEntity, entity, nil) { _ in true }
        }
    }

    /// Checks the rows in their new form; numbers that do not fit were refused before.
    func check() throws {
        for check in steps.rowChecks {
            switch check {
            case .value(let entity, let path, let composite):
                guard let slot = path.first,
                    let attribute = steps.destination[entity].properties[slot].attribute
                else { continue }
                try refuse(.missingValue, entity, path) { values in
                    attribute.isMissing(values[slot], at: path.dropFirst())
                        && composite.map { !attribute.isMissing(values[slot], at: $0.dropFirst()) } ?? true
                }
            case .member(let entity, let slot):
                try refuse(.missingMember, entity, [slot]) { $0[slot].isNull }
            case .unique(let constraint): try requireUnique(constraint)
            case .noRows, .range: break
            }
        }
    }

    /// Refuses rows of exactly one entity whose values satisfy a condition.
    private func refuse(
        _ reason: MigrationFailure.Reason, _ entity: Int32, _ path: [Int]?,
        where condition: (ContiguousArray<StoredValue>) -> Bool
    ) throws {
        let found = kept.filter { old, step in
            step.destination == entity && condition(values[newKey(old, step)] ?? [])
        }
        try refuse(reason, entity, path, found.prefix(Self.most).map(\.old))
    }

    private func refuse(_ reason: MigrationFailure.Reason, _ entity: Int32, _ path: [Int]?, _ rows: [Row])
        throws
    {
        guard !rows.isEmpty else { return }
        let layout = steps.destination[entity]
        throw MigrationFailure(
            reason, entity: layout.name, property: path.flatMap(layout.name),
            rows: rows.map { MigrationFailure.Row(entity: $0.key.entity, key: $0.key.number) })
    }

    private func requireUnique(_ check: ConstraintCheck) throws {
        let layout = steps.destination[check.entity]
        let names = check.paths.map { layout.name(at: $0) ?? "" }
        let constraint = UniqueConstraint.all(for: layout, in: steps.destination)
            .first { $0.entity == check.entity && Set($0.attributes) == Set(names) }
        guard let constraint else { return }
        var rows: [UniqueValues: [Row]] = [:]
        for (old, step) in kept where layout.contains(entity: step.destination ?? 0) {
            let key = newKey(old, step)
            let row = Row(key: key, version: 1, values: values[key] ?? [])
            if let values = constraint.values(of: row) { rows[values, default: []].append(old) }
        }
        let equal = rows.values.filter { $0.count > 1 }.joined().sorted { $0.key.number < $1.key.number }
        try refuse(.duplicates(names), check.entity, nil, Array(equal.prefix(Self.most)))
    }
}

extension AttributeDefinition {
    /// Whether a value, or that of an element at places, is missing; a composite's is where all of its leaves are.
    fileprivate func isMissing(_ value: StoredValue, at places: ArraySlice<Int>) -> Bool {
        guard !value.isNull, !places.isEmpty else { return value.isNull }
        var (attribute, leaves) = (self, 0..<leafCount)
        for place in places {
            guard let element = attribute.element(at: place) else { return true }
            let first = leaves.lowerBound + element.leaves.lowerBound
            (attribute, leaves) = (element.attribute, first..<(first + element.leaves.count))
        }
        return leaves.allSatisfy { value.leaf($0).isNull }
    }
}
