// SPDX-License-Identifier: Apache-2.0
// PostgreSQL servers as a store kind (StoreKind.swift). PostgreSQLStoreOpener.swift opens a store, PostgreSQLStoreFiles.swift has what
// can be done to one that is not open.

#if PostgreSQL
import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureModel
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// What Perdure asks for when it makes its table of store types.
@_cdecl("perdure_postgresql_stores")
package func perdurePostgreSQLStores() -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(StoreKindBox(PostgreSQLStores())).toOpaque()
}

/// The type PostgreSQLStoreType.
struct PostgreSQLStores: StoreKind {
    let type = PostgreSQLStoreType
    let ownKeys: Set<String> = []
    var files: (any StoreFiles)? { PostgreSQLStoreFiles(options: nil, source: nil) }

    func files(_ options: [AnyHashable: Any]?, source: [AnyHashable: Any]?) -> (any StoreFiles)? {
        PostgreSQLStoreFiles(options: options, source: source)
    }

    /// The URL in its one form without secrets, by which stores are told apart.
    func resolvedURL(of url: URL?) throws -> URL? {
        guard let url else { return nil }
        guard Self.isServer(url) else {
            throw CoreDataException.invalidArgument(
                "A PostgreSQL store needs a URL that begins with postgresql: or postgres:.")
        }
        do {
            let read = try PostgreSQLURL(url.absoluteString)
            guard let shown = URL(string: read.description) else {
                throw PostgreSQLError.configuration("the URL cannot be written in one form")
            }
            return shown
        } catch let error as PostgreSQLError {
            throw ErrorTranslation.translate(error.storeError("open the store", .opening))
        }
    }

    func shownURL(_ url: URL) -> URL {
        guard Self.isServer(url) else { return url }
        // Nothing of a URL that cannot be read is shown: any part of it may be a password.
        return (try? resolvedURL(of: url)) ?? URL(string: "postgresql:///") ?? url
    }

    private static func isServer(_ url: URL) -> Bool {
        ["postgresql", "postgres"].contains(url.scheme?.lowercased())
    }

    func opening(_ specification: StoreSpecification, for coordinator: NSPersistentStoreCoordinator)
        -> any StoreOpener
    {
        PostgreSQLStoreOpener(specification: specification, coordinator: coordinator)
    }

    func check(_ plan: FetchPlan, for schema: Schema) throws {
        // A server answers what it can, and the client the rest: what memory refuses is refused here.
        _ = try InMemoryEngine(schema: schema).fetch(plan)
    }
}
#endif
