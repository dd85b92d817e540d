// SPDX-License-Identifier: Apache-2.0
// The naming rules of the PostgreSQL store (PG-40 to PG-46). PerdureSQL's MappingBuilder applies them.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// The names of tables and columns of a new store.
struct PostgreSQLNaming: TableNaming {
    var system = SystemColumns(key: "id", entity: "entity", version: "version")
    /// The entities' words by their numbers in the store.
    private let entityWords: [Int32: String]
    /// The names of the keys and sequences that the entities' tables bring along.
    var companions: Set<String> = []

    /// - Parameter words: The words of the entities, by their numbers in the store.
    init(_ words: [Int32: String]) { entityWords = words }

    func word(_ name: String, of what: @autoclosure () -> String) throws -> String {
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw StoreError.invalidSchema("the name of \(what()) is empty or contains a null character")
        }
        return ServerWord.snakeCase(name)
    }

    func table(_ word: String) -> String { freeTable(word) }
    func column(_ word: String) -> String {
        Self.serverColumns.contains(word) ? numbered(word, 1) : Self.free(word)
    }
    func keyColumn(_ word: String) -> String { Self.free("\(word)_id") }
    func memberKey(_ word: String, owner: Int32) -> String { Self.free("\(entity(owner))_\(word)_id") }
    func pairs(_ word: String, owner: Int32) -> String { freeTable("\(entity(owner))_\(word)") }

    func joinKeys(_ owner: JoinEndName, _ member: JoinEndName) -> (owner: String, member: String)? {
        let own = "\(entity(owner.entity))_id"
        let other = owner.entity == member.entity ? "\(owner.word)_id" : "\(entity(member.entity))_id"
        return (Self.free(own), Self.free(other == own ? "\(owner.word)_\(other)" : other))
    }

    func orderColumn(for key: String) -> String { Self.beside(key, "order") }
    func entityColumn(for key: String, destination: Int32) -> String { Self.beside(key, "entity") }

    func numbered(_ name: String, _ number: Int) -> String { ServerWord.fitting("\(name)_\(number + 1)") }

    let namesElementsByPath = true
    let keepsDecimals = true
    let numberType = SQLColumnType.bigint

    func type(of type: StoredAttributeType) -> SQLColumnType? { SQLColumnType(type) }
    func columnType(of attribute: AttributeDefinition) -> SQLColumnType? { SQLColumnType(attribute) }

    /// All columns stand in the order of the properties.
    func rank(of role: ColumnRole) -> Int { 0 }

    /// The name of a column that belongs to a key.
    static func beside(_ key: String, _ what: String) -> String {
        ServerWord.fitting(key.hasSuffix("_id") ? "\(key.dropLast(2))\(what)" : "\(key)_\(what)")
    }

    private func entity(_ number: Int32) -> String { entityWords[number] ?? "entity_\(number)" }

    /// The columns that the server gives to every table.
    private static let serverColumns: Set<String> = ["xmin", "xmax", "cmin", "cmax", "ctid", "tableoid"]

    /// A name that is neither Perdure's own nor that of a key or a sequence.
    private func freeTable(_ word: String) -> String {
        let name = Self.free(word)
        return companions.contains(name) ? numbered(name, 1) : name
    }

    /// A name that is none of Perdure's own.
    private static func free(_ word: String) -> String {
        ServerWord.fitting(word.hasPrefix("perdure_") ? "_\(word)" : word)
    }
}

extension PostgreSQLNaming {
    /// The rules for a schema whose entities have these numbers in the store.
    init(_ schema: Schema, numbers: [Int32]) {
        self.init(
            Dictionary(
                zip(numbers, schema.entities.map { ServerWord.snakeCase($0.name) }).filter { $0.0 != 0 },
                uniquingKeysWith: { first, _ in first }))
        let tables = schema.entities.filter { $0.superentity == nil }.map {
            Self.free(ServerWord.snakeCase($0.name))
        }
        companions = Set(tables.flatMap(ServerWord.companions))
    }
}
#endif
