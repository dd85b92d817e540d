// SPDX-License-Identifier: Apache-2.0
// Reads and changes the rows of a stack's store without our own engine: those of a file, or those on a server.

import Foundation

extension Stack {
    /// The name of the namespace on a server; nil for other stores.
    public var namespaceName: String? {
        guard let place, !place.isFileURL else { return nil }
        return URLComponents(url: place, resolvingAgainstBaseURL: false)?
            .queryItems?.first { $0.name == "schema" }?.value
    }

    /// The versions of all rows of an entity without a superentity, whose name is one word.
    ///
    /// - Parameters:
    ///   - entity: the entity's name.
    ///   - key: the attribute that orders them; nil for the order of their numbers.
    /// - Returns: the versions.
    /// - Throws: the error of the query.
    public func versions(of entity: String, by key: String? = nil) throws -> [Int] {
        try column(
            file: "SELECT Z_OPT FROM Z\(entity.uppercased()) ORDER BY "
                + (key.map { "Z\($0.uppercased())" } ?? "Z_PK"),
            server: "SELECT version::text FROM \"\(entity.lowercased())\" ORDER BY \"\(key ?? "id")\""
        ).compactMap { Int($0) }
    }

    /// The sum of the versions of all rows of some entities, which raises with each update.
    ///
    /// - Parameter entities: root entities, whose names are one word.
    /// - Returns: the sum; 0 for a store in memory.
    /// - Throws: the error of the query.
    public func versionSum(of entities: String...) throws -> Int {
        try entities.reduce(0) { $0 + (try versions(of: $1)).reduce(0, +) }
    }

    /// The first column of a query.
    ///
    /// - Parameters:
    ///   - file: the query for a file.
    ///   - server: the query for a server, which gives texts.
    /// - Returns: the values; none for a store in memory.
    /// - Throws: the error of the query.
    public func column(file: String, server: String) throws -> [String] {
        if let url { return try RawDatabase(url).rows(file).map { $0[0] } }
        return try run(server)
    }

    /// Changes rows as another program would.
    ///
    /// - Parameters:
    ///   - file: the statement for a file.
    ///   - server: the statement for a server.
    /// - Throws: the error of the statement.
    public func change(file: String, server: String) throws {
        if let url { try RawDatabase(url, isReadOnly: false).rows(file) } else { _ = try run(server) }
    }

    /// Runs a statement in the store's namespace.
    private func run(_ statement: String) throws -> [String] {
        #if PostgreSQL
        guard let namespaceName else { return [] }
        return try SharedServer.run("SET search_path TO \(namespaceName)", statement)
        #else
        return []
        #endif
    }
}
