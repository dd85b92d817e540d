// SPDX-License-Identifier: Apache-2.0
// Writes attributes that merge in the way of a save: one delta per row, applied to the stored value within the model's
// bounds. Values and expressions become deltas that replace the stored value. Part of BatchUpdateWork.swift.

import Foundation
import PerdureStore

extension BatchUpdateWork {
    /// An assignment to one attribute that merges.
    struct Merge {
        let slot: Int
        let rule: MergeRule
        let value: Value

        enum Value {
            case delta(AttributeDelta)
            case constant(StoredValue)
            case expression(SQLExpression, StoredAttributeType)
        }

        init(slot: Int, rule: MergeRule, _ value: Value) {
            self.slot = slot
            self.rule = rule
            self.value = value
        }
    }

    /// How many rows are in memory at once.
    private static let portion = 1_000

    /// The results of the expressions for each row, computed before the first write.
    func computedMerges(_ list: KeyList, _ connection: any SQLConnection) throws -> [Int64: [Int:
        StoredValue]]
    {
        var select = SQLSelect([row.column(system.key)], from: .table(row.name, alias: row.alias))
        var computed: [(slot: Int, type: StoredAttributeType)] = []
        for merge in merges {
            guard case .expression(let expression, let type) = merge.value else { continue }
            select.columns.append(expression)
            computed.append((merge.slot, type))
        }
        guard !computed.isEmpty else { return [:] }
        select.filter = list.contains(row.column(system.key))
        let query = try SQLPrinter.adapted(select, engine.mapping, engine.translator.dialect)
        let rows = try connection.all(query) { statement in
            let values = computed.enumerated().map { place, column in
                (column.slot, StoredValue(statement.value(place + 1), as: column.type))
            }
            return (statement.integer(0), Dictionary(values, uniquingKeysWith: { $1 }))
        }
        return Dictionary(rows, uniquingKeysWith: { $1 })
    }

    /// Applies the deltas.
    ///
    /// - Throws: `StoreError.merge` for a result that does not fit, `StoreError.violatedConstraint`.
    func merge(
        _ computed: [Int64: [Int: StoredValue]], _ list: KeyList, _ connection: any SQLConnection,
        _ support: any WriteSupport
    ) throws {
        guard !merges.isEmpty else { return }
        let reader = engine.reader(connection)
        for start in stride(from: 0, to: list.keys.count, by: Self.portion) {
            let keys = Array(list.keys[start..<min(start + Self.portion, list.keys.count)])
            var changes = ChangeSet()
            changes.updates = try reader.rows(for: keys).map { row in
                RowUpdate(
                    row, slots: [], expectedVersion: nil,
                    deltas: try merges.map { try change($0, row, computed[row.key.number]) },
                    movesVersion: false)
            }
            if case .refused(let conflicts) = try engine.execute(changes, on: connection, support) {
                throw refusal(conflicts)
            }
        }
    }

    private func change(_ merge: Merge, _ row: Row, _ computed: [Int: StoredValue]?) throws -> SlotDelta {
        do {
            let delta =
                switch merge.value {
                case .delta(let delta): delta
                case .constant(let value): try merge.rule.replacement(of: row[merge.slot], by: value)
                case .expression:
                    try merge.rule.replacement(of: row[merge.slot], by: computed?[merge.slot] ?? .null)
                }
            return SlotDelta(slot: merge.slot, delta: delta)
        } catch let error as MergeError {
            throw StoreError.merge(MergeFailure(key: row.key, slot: merge.slot, reason: error.reason))
        }
    }

    private func refusal(_ conflicts: [PendingConflict]) -> StoreError {
        for conflict in conflicts {
            switch conflict {
            case .constraint(_, let attributes, _, _), .taken(_, let attributes, _):
                return .violatedConstraint(entity: engine.schema[entity.entity].name, attributes: attributes)
            case .version, .danglingMember: break
            }
        }
        return .unsupported("a batch update met a row that is gone")
    }
}

extension MergeRule {
    /// The delta that gives an attribute a value, whatever its stored value is.
    ///
    /// - Throws: `MergeError` for a value of another kind.
    fileprivate func replacement(of stored: StoredValue, by value: StoredValue) throws -> AttributeDelta {
        switch try content(of: value) {
        case .integer(let number): .integer(.assign(number))
        case .real(let number): .real(.assign(number))
        case .decimal(let number): .decimal(.assign(number))
        case .value(let value): .value(ValueDelta(value))
        case let content: try difference(from: self.content(of: stored), to: content)
        }
    }
}

extension StoredValue {
    /// The form of a computed value in an attribute.
    ///
    /// A whole-number attribute cuts off fractions.
    fileprivate init(_ value: SQLBinding, as type: StoredAttributeType) {
        switch (value, type) {
        case (.null, _): self = .null
        case (.integer(let number), .decimal): self = .decimal(DecimalBox(Decimal(number)))
        case (.real(let number), .decimal): self = .decimal(DecimalBox(Decimal(shortest: number) ?? .nan))
        case (.integer(let number), .double), (.integer(let number), .float): self = .double(Double(number))
        case (.integer(let number), .date): self = .date(Double(number))
        case (.real(let number), .date): self = .date(number)
        case (.integer(let number), _): self = .integer(number)
        case (.real(let number), .integer16), (.real(let number), .integer32),
            (.real(let number), .integer64):
            // A number beyond all integers stays a double; a later check refuses it if it does not fit.
            self = Int64(exactly: number.rounded(.towardZero)).map { .integer($0) } ?? .double(number)
        case (.real(let number), _): self = .double(number)
        case (.text(let text), _): self = .string(text)
        case (.blob(let data), .uuid): self = Self.uuid(data)
        case (.blob(let data), _): self = .data(data)
        case (.decimal(let number), _): self = .decimal(DecimalBox(number))
        case (.uuid(let value), _): self = .uuid(value)
        case (.boolean(let flag), _): self = .integer(flag ? 1 : 0)
        case (.list, _), (.answer, _): self = .null
        }
    }

    private static func uuid(_ data: Data) -> StoredValue {
        guard data.count == 16 else { return .null }
        return .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    }
}
