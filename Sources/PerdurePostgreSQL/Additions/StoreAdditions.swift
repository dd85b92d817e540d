// SPDX-License-Identifier: Apache-2.0
// What a store has on the server because an opening asked for it, and no model: columns of dates that people can read (PG-36), triggers
// that notice what other programs write (PG-58). The store's own list says what is there, so it stays with whoever opens it next.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL

/// What somebody has asked for beside the tables of a model.
package struct StoreAdditions: Sendable, Equatable {
    /// Whether dates have a second column, a `timestamptz` (PG-36).
    package var hasReadableDates = false
    /// Whether triggers notice what other programs write (PG-58).
    package var noticesOthers = false

    package init() {}

    /// Reads what a store has.
    init(_ session: any MigrationSession, _ place: ServerPlace) throws {
        try self.init(session.run(Self.question(place)))
    }

    /// Reads the answer to the question.
    init(_ result: ServerResult) throws {
        hasReadableDates = try result.value(0, 0) == .bool(true)
        noticesOthers = try result.value(0, 1) == .bool(true)
    }

    /// Asks the store's list.
    static func question(_ place: ServerPlace) -> ServerRequest {
        let objects = place.table("perdure_objects")
        return ServerRequest(
            "SELECT EXISTS (SELECT FROM \(objects) WHERE kind = 'column'), "
                + "EXISTS (SELECT FROM \(objects) WHERE kind = 'function' AND name = $1)",
            [.text(OtherWriterFunctions.commit)])
    }

    /// What is there or asked for.
    func union(_ other: StoreAdditions) -> StoreAdditions {
        var all = self
        all.hasReadableDates = hasReadableDates || other.hasReadableDates
        all.noticesOthers = noticesOthers || other.noticesOthers
        return all
    }

    /// The statements that make them, in the order in which to run them.
    func definitions(_ mapping: StoreMapping, _ namespace: String) -> [ServerDefinition] {
        (hasReadableDates ? ReadableDates(mapping: mapping, place: ServerPlace(namespace)).definitions() : [])
            + (noticesOthers ? OtherWriterDefinitions(mapping, namespace: namespace).all() : [])
    }
}
#endif
