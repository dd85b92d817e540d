// SPDX-License-Identifier: Apache-2.0
// Rules of names that are not Core Data's, and a store that has none yet. For the tests of this folder.

import PerdureSQLite
import PerdureStore

@testable import PerdureSQL

/// Names as they stand in the model, in lower case.
struct PlainNames: TableNaming {
    let system: SystemColumns
    let numberType = SQLColumnType.integer

    /// - Parameter entity: The column with the row's entity; nil for tables of one entity each.
    init(entity: String?) { system = SystemColumns(key: "id", entity: entity, version: "version") }

    func word(_ name: String, of what: @autoclosure () -> String) throws -> String { name.lowercased() }
    func table(_ word: String) -> String { word }
    func column(_ word: String) -> String { word }
    func memberKey(_ word: String, owner: Int32) -> String { "\(word)_\(owner)" }
    func pairs(_ word: String, owner: Int32) -> String { "\(word)_\(owner)_pairs" }
    func orderColumn(for key: String) -> String { "\(key)_place" }
    func entityColumn(for key: String, destination: Int32) -> String { "\(key)_kind" }
    func type(of type: StoredAttributeType) -> SQLColumnType? { type == .string ? .varchar : .integer }
    func rank(of role: ColumnRole) -> Int { 0 }
}

/// A store that is about to be made.
struct NewStore: StoredNames {
    let isExisting = false

    func hasTable(_ name: String) -> Bool { true }
    func numbers(of included: [Int32], in schema: Schema) throws -> [Int32] { included }
    func table(_ predicted: String, or former: String?, entity: String) throws -> String { predicted }
    func column(_ predicted: String, in table: String, entity: String, property: String) throws -> String {
        predicted
    }
    func optionalColumn(_ predicted: String, in table: String) -> String? { predicted }
    func entityColumn(_ predicted: String, key: String, in table: String) -> String? { predicted }
    func hasColumns(_ names: Set<String>, in table: String) -> Bool { false }
    func isAddable(_ property: String, of entity: String) -> Bool { false }
    func joinTable(_ predicted: String, or alternatives: [String], entity: String, property: String) throws
        -> String
    { predicted }
    func joinColumn(
        _ predicted: String, base: String, numbers: [Int32], in table: String, entity: String,
        property: String
    ) throws -> String { predicted }
    func reflexiveColumns(_ predicted: String, in table: String, entity: String, property: String) throws -> (
        own: String, member: String
    ) { (predicted, "reflexive") }
}
