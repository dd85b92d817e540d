// SPDX-License-Identifier: Apache-2.0
// The table perdure_former: the URIs that objects had in stores of which this one is a copy. It is empty in all
// other stores.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The statements about former names in a namespace.
struct FormerNames {
    static let table = "perdure_former"
    private let place: String
    private let namespace: String

    init(_ namespace: String) {
        self.namespace = namespace
        place = "\(ServerName.quoted(namespace)).\(Self.table)"
    }

    /// Makes the table where it is missing.
    var definition: ServerRequest {
        ServerRequest(
            "CREATE TABLE IF NOT EXISTS \(place) (uri text COLLATE \"C\" PRIMARY KEY, entity text NOT NULL, "
                + "id bigint NOT NULL)", isPrepared: false)
    }

    /// Whether the table is there and has rows.
    func isThere(_ session: ServerSession) throws -> Bool {
        let table = try session.run(ServerRequest("SELECT to_regclass($1) IS NOT NULL", [.text(place)]))
        guard try table.value(0, 0) == .bool(true) else { return false }
        let rows = try session.run(ServerRequest("SELECT EXISTS (SELECT FROM \(place))"))
        return try rows.value(0, 0) == .bool(true)
    }

    /// Notes the names that an entity's own objects had in another store under the same numbers.
    func notation(of entity: EntityMapping, _ mapping: StoreMapping, store: String) -> ServerRequest {
        let name = mapping.schema[entity.entity].name
        let key = "t.\(ServerName.quoted(mapping.system.key))"
        var text =
            "INSERT INTO \(place) (uri, entity, id) SELECT $1::text || \(key)::text, $2::text, \(key) "
            + "FROM \(ServerPlace(namespace).table(mapping.tables[entity.table].name)) t"
        var values: [ServerValue] = [.text(FormerName.prefix(store: store, entity: name)), .text(name)]
        if let column = mapping.system.entity {
            text += " WHERE t.\(ServerName.quoted(column)) = $3"
            values.append(.int4(entity.fileNumber))
        }
        return ServerRequest(text + " ON CONFLICT DO NOTHING", values)
    }

    func insertion(of names: [FormerName]) -> ServerRequest {
        ServerRequest(
            "INSERT INTO \(place) (uri, entity, id) SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) "
                + "ON CONFLICT DO NOTHING",
            [
                .array(.text, names.map { .text($0.uri) }), .array(.text, names.map { .text($0.entity) }),
                .int8s(names.map(\.number)),
            ])
    }

    func query(of uri: String) -> ServerRequest {
        ServerRequest("SELECT uri, entity, id FROM \(place) WHERE uri = $1", [.text(uri)])
    }

    func page(after uri: String, limit: Int) -> ServerRequest {
        ServerRequest(
            "SELECT uri, entity, id FROM \(place) WHERE uri > $1 ORDER BY uri LIMIT $2",
            [.text(uri), .int8(Int64(limit))])
    }

    static func all(_ result: ServerResult) throws -> [FormerName] {
        try (0..<result.rowCount).compactMap { row in
            guard case .text(let uri)? = try result.value(row, 0),
                case .text(let entity)? = try result.value(row, 1),
                let number = try result.value(row, 2)?.integer
            else { return nil }
            return FormerName(uri: uri, entity: entity, number: number)
        }
    }
}
#endif
