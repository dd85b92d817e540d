// SPDX-License-Identifier: Apache-2.0
// One derived attribute of a store: its route through the tables, and the names that its statements use. DerivedExpression.swift
// has its value, DerivedChange.swift what changes it.

#if PostgreSQL
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// A derived attribute with its names.
struct DerivedColumn: Sendable {
    let route: DerivationRoute
    let derivation: Derivation
    /// The name of the declaring entity.
    let entity: String
    let place: ServerPlace
    /// The columns that every table has.
    let system: SystemColumns

    /// The derived attributes of a store.
    static func all(in mapping: StoreMapping, _ place: ServerPlace) -> [DerivedColumn] {
        mapping.schema.derivations.compactMap { derivation in
            DerivationRoute(mapping, derivation).map {
                DerivedColumn(
                    route: $0, derivation: derivation, entity: mapping.schema[derivation.entity].name,
                    place: place,
                    system: mapping.system)
            }
        }
    }

    /// The column's name in quotes.
    var column: String { ServerName.quoted(route.column.name) }
    /// The home table.
    var home: String { place.table(route.home) }
    /// The key column in quotes.
    var key: String { ServerName.quoted(system.key) }
    /// The entity column in quotes.
    var entityColumn: String { ServerName.quoted(system.entity ?? system.key) }

    /// The function that the value goes through; nil for none.
    var function: DerivationForm.TextFunction? {
        if case .value(_, let function) = route.form { return function }
        return nil
    }

    /// Whether the value is a sum of whole numbers in a column of whole numbers: it may not fit.
    var addsIntegers: Bool {
        guard case .aggregate(.sum, _) = route.form, let source = route.source else { return false }
        return source.columnType.isWhole && route.column.columnType == .bigint
    }

    /// Whether the client must finish some of the values.
    var asksClient: Bool { addsIntegers || function != nil }

    /// The condition that a row is of an entity with the attribute, behind AND; empty where all rows are.
    func entityCondition(_ row: String) -> String {
        guard let numbers = route.entities, system.entity != nil else { return "" }
        return " AND \(row).\(entityColumn) IN (\(numbers.map(String.init).joined(separator: ", ")))"
    }
}

/// The names of one namespace.
struct ServerPlace: Sendable {
    /// The namespace in quotes.
    let namespace: String

    init(_ namespace: String) { self.namespace = ServerName.quoted(namespace) }

    /// A table, a function or a sequence.
    func table(_ name: String) -> String { "\(namespace).\(ServerName.quoted(name))" }
}

extension DerivationRoute.Links {
    /// The owners' column in quotes, whatever its name is.
    var ownColumn: String { Self.quoted(own) }
    /// The members' column in quotes, whatever its name is.
    var memberColumn: String { Self.quoted(member) }

    private static func quoted(_ name: String) -> String { name.utf8.first == 34 ? name : "\"\(name)\"" }
}

extension SQLColumnType {
    /// Whether the column holds whole numbers.
    var isWhole: Bool { self == .smallint || self == .integer || self == .bigint }
}

extension ServerName {
    /// A text in a definition, which cannot have parameters.
    static func literal(_ text: String) -> String {
        var scalars = String.UnicodeScalarView("E'".unicodeScalars)
        for scalar in text.unicodeScalars {
            if scalar == "'" || scalar == "\\" { scalars.append(scalar) }
            scalars.append(scalar)
        }
        scalars.append("'")
        return String(scalars)
    }
}
#endif
