// SPDX-License-Identifier: Apache-2.0
// Gives new objects their keys before their rows are written (PG-61): by the values of attributes and references, else by the
// server's default, else a new UUID. A key that a row has stays as it is.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The keys of one change set.
struct NewKeys {
    let mapping: StoreMapping
    let sources: [Int32: KeyColumnSources]
    let statements: KeyedStatements?
    let session: ServerSession

    /// Gives all new objects their keys, those first that others' keys refer to.
    ///
    /// - Throws: `StoreError.invalidValue` for a key without a value, and for a change of a key.
    func bind(_ changes: ChangeSet) throws {
        for update in changes.updates { try requireKept(update) }
        var left = changes.insertions.map(\.row)
        while !left.isEmpty {
            let new = Set(left.map(\.key))
            let next = left.filter { !waits($0, for: new) }
            // A circle of keys has no first one: the error of the first row names it.
            for row in next.isEmpty ? left : next {
                try bind(row, isInDoubt: changes.inDoubtSave?.hasInserted(row.key) ?? false)
            }
            left = next.isEmpty ? [] : left.filter { waits($0, for: new) }
        }
    }

    /// Whether a row's key holds the key of another row that has none yet.
    private func waits(_ row: Row, for new: Set<ObjectKey>) -> Bool {
        guard let sources = sources[row.key.entity] else { return false }
        return sources.sources.joined().contains { source in
            guard case .reference(let slot, _) = source, case .reference(let key) = row[slot] else {
                return false
            }
            return new.contains { $0.root == key.root && $0.number == key.number }
        }
    }

    private func bind(_ row: Row, isInDoubt: Bool) throws {
        guard let own = sources[row.key.entity] else { return }
        guard case .shape(let shape) = own.key else { return try requireUnset(row, own) }
        // An earlier try may have stored the row under its key: with another one it would be there twice.
        let earlier = isInDoubt ? storedValues(row.key, own) : nil
        let values = try own.sources.indices.map { place in
            let column = shape.columns[place]
            guard let value = try value(own.sources[place], of: row, shape.types[place], earlier?[place])
            else {
                throw error(
                    row, own.sources[place], column,
                    "the key of \(own.table) has no value in its column \(column); set it before saving")
            }
            return value
        }
        session.keys?.bind(row.key.number, to: shape.text(of: values))
    }

    // MARK: Values

    /// The value of a column; what no slot gives stays what an earlier try has chosen.
    private func value(
        _ sources: [KeyColumnSources.Source], of row: Row, _ type: String, _ earlier: String?
    ) throws -> String? {
        for source in sources {
            if source.slot == nil, let earlier { return earlier }
            if let value = try value(source, of: row, type) { return value }
        }
        return nil
    }

    private func value(_ source: KeyColumnSources.Source, of row: Row, _ type: String) throws -> String? {
        switch source {
        case .attribute(let slot):
            guard let text = row[slot].keyText else { return try timeText(row[slot], type) }
            // The server does not count blanks at the end.
            return type == "bpchar" ? text.trimmingTrailingBlanks : text
        case .reference(let slot, let place): return destination(row[slot], place)
        case .random: return UUID().uuidString.lowercased()
        case .server(let text):
            let result = try session.run(ServerRequest("SELECT (\(text))::\(type)::text", isPrepared: false))
            if case .text(let value)? = try result.value(0, 0) { return value }
            return nil
        case .nothing: return nil
        }
    }

    /// A date in the type of its column.
    private func timeText(_ value: StoredValue, _ type: String) throws -> String? {
        guard case .date(let seconds) = value else { return nil }
        let time = "to_timestamp($1 + 978307200)"
        let own = type.hasSuffix("with time zone") ? time : "(\(time) AT TIME ZONE 'UTC')::\(type)"
        let result = try session.run(ServerRequest("SELECT (\(own))::text", [.float8(seconds)]))
        if case .text(let text)? = try result.value(0, 0) { return text }
        return nil
    }

    private func destination(_ value: StoredValue, _ place: Int?) -> String? {
        guard case .reference(let key) = value else { return nil }
        guard let place else { return "\(key.number)" }
        guard let other = sources[key.root], case .shape(let shape) = other.key,
            let text = statements?.directory.text(of: key.number)
        else { return nil }
        return shape.values(of: KeyShape.bare(text))?[place]
    }

    // MARK: Refusals

    /// A row's key is what other rows refer to by.
    private func requireKept(_ update: RowUpdate) throws {
        guard let own = sources[update.row.key.entity] else { return }
        for slot in update.slots where own.slots.contains(slot) {
            for (place, sources) in own.sources.enumerated() {
                guard try sources.contains(where: { try $0.changes(slot, update.row, place, self, own) })
                else {
                    continue
                }
                throw error(
                    update.row, sources, own.key.columns[place],
                    "it is part of the key of \(own.table), and a row keeps its key; insert a new object instead"
                )
            }
        }
    }

    /// Keys that are numbers come from the server.
    private func requireUnset(_ row: Row, _ own: KeyColumnSources) throws {
        for case .attribute(let slot) in own.sources.joined() {
            guard case .integer(let number) = row[slot], number != row.key.number, number != 0 else {
                continue
            }
            throw error(
                row, own.sources[0], own.key.columns[0],
                "keys of \(own.table) come from its sequence; leave it unset in a new object")
        }
    }

    /// The values of a stored row's key.
    func storedValues(_ key: ObjectKey, _ own: KeyColumnSources) -> [String]? {
        guard case .shape(let shape) = own.key else { return ["\(key.number)"] }
        return statements?.directory.text(of: key.number).flatMap { shape.values(of: KeyShape.bare($0)) }
    }

    fileprivate func newValue(_ source: KeyColumnSources.Source, _ row: Row, _ type: String) throws -> String?
    {
        try value(source, of: row, type)
    }

    private func error(
        _ row: Row, _ sources: [KeyColumnSources.Source], _ column: String, _ reason: String
    ) -> StoreError {
        let layout = mapping.schema[row.key.entity]
        let slot = sources.lazy.compactMap(\.slot).first
        return .invalidValue(
            entity: layout.name, property: slot.map { layout.properties[$0].name } ?? column, reason: reason)
    }
}

extension KeyColumnSources.Source {
    var slot: Int? {
        switch self {
        case .attribute(let slot), .reference(let slot, _): slot
        default: nil
        }
    }

    /// Whether a written slot would give a column of the key another value.
    fileprivate func changes(_ slot: Int, _ row: Row, _ place: Int, _ keys: NewKeys, _ own: KeyColumnSources)
        throws -> Bool
    {
        guard self.slot == slot else { return false }
        let type = if case .shape(let shape) = own.key { shape.types[place] } else { "bigint" }
        return try keys.newValue(self, row, type) != keys.storedValues(row.key, own)?[place]
    }
}

extension String {
    fileprivate var trimmingTrailingBlanks: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
#endif
