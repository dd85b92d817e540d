// SPDX-License-Identifier: Apache-2.0
// Results of expressions for decimal attributes. A database computes with numbers that no decimal holds; nobody could read them
// again. Part of BatchUpdateWork.swift.

import PerdureStore

extension BatchUpdateWork {
    /// A decimal column with computed values.
    struct DecimalResult {
        let slot: Int
        let column: String
    }

    /// Decimals have a lower magnitude; the greatest one is 3.40282 times 10 to the power of 165.
    private static let limit = 3.402_82e165

    /// Looks for results beyond the decimals, before any is written.
    ///
    /// - Throws: `StoreError.invalidValue`.
    func checkBefore(_ result: DecimalResult, _ list: KeyList, _ connection: any SQLConnection) throws {
        guard let value = columns.first(where: { $0.column == result.column })?.value else { return }
        var select = SQLSelect([row.column(system.key)], from: .table(row.name, alias: row.alias))
        let isInside = SQLExpression.and([
            .binary(value, .less, .value(.real(Self.limit))),
            .binary(value, .greater, .value(.real(-Self.limit))),
        ])
        select.filter = .and([list.contains(row.column(system.key)), .isNotNull(value), .not(isInside)])
        let query = try SQLPrinter.adapted(select, engine.mapping, engine.translator.dialect)
        guard let key = try connection.all(query, { $0.integer(0) }).first else { return }
        throw invalid(result.slot, "the result for the object \(key) is beyond the decimals")
    }
}
