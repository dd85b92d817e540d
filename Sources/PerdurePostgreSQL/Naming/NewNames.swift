// SPDX-License-Identifier: Apache-2.0
// The names of a store that does not exist yet: those of the rules (PostgreSQLNaming.swift).

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// Accepts every predicted name, unless the model has chosen another one.
struct NewNames: StoredNames {
    var chosen = ChosenNames()
    /// Numbers that entities have already, by name.
    var given: [String: Int32] = [:]
    let isExisting = false
    func hasTable(_ name: String) -> Bool { false }
    func numbers(of included: [Int32], in schema: Schema) -> [Int32] {
        var numbers = [Int32](repeating: 0, count: schema.entities.count)
        for (index, entity) in included.enumerated() {
            numbers[Int(entity) - 1] = given[schema[entity].name] ?? Int32(index + 1)
        }
        return numbers
    }
    func table(_ predicted: String, or former: String?, entity: String) -> String {
        chosen.tables[entity] ?? predicted
    }
    func column(_ predicted: String, in table: String, entity: String, property: String) -> String {
        chosen.columns[entity]?[property] ?? predicted
    }
    func optionalColumn(_ predicted: String, in table: String) -> String? { predicted }
    func entityColumn(_ predicted: String, key: String, in table: String) -> String? { predicted }
    func hasColumns(_ names: Set<String>, in table: String) -> Bool { true }
    func isAddable(_ property: String, of entity: String) -> Bool { false }
    func joinTable(_ predicted: String, or alternatives: [String], entity: String, property: String) -> String
    {
        predicted
    }
    func joinColumn(
        _ predicted: String, base: String, numbers: [Int32], in table: String, entity: String,
        property: String
    ) -> String { predicted }
    func reflexiveColumns(_ predicted: String, in table: String, entity: String, property: String) -> (
        own: String, member: String
    ) {
        let own = "\(ServerWord.snakeCase(entity))_id"
        let member = "\(ServerWord.snakeCase(property))_id"
        return (ServerWord.fitting(own), ServerWord.fitting(member == own ? "other_\(member)" : member))
    }
}
#endif
