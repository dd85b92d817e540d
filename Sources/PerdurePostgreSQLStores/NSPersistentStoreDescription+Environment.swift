// SPDX-License-Identifier: Apache-2.0
// Descriptions from the environment, by which hosts of programs say where the database is.

#if PostgreSQL
import Foundation
import Perdure
import PerdureFoundationGaps
import PerdureModel
import PerdurePostgreSQLClient

extension NSPersistentStoreDescription {
    /// Makes the description of a store on a PostgreSQL server from an environment variable.
    ///
    /// The variable has the text that `init(postgreSQL:)` takes. What is missing in it comes from libpq's own variables, such as
    /// `PGPASSWORD` and `PGSERVICEFILE`, when the store is opened.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameters:
    ///   - variable: the variable's name.
    ///   - environment: where it is looked up: the process's environment unless given.
    /// - Throws: 134080 when the variable is missing or empty, and when its text is no URL of a server; the text is not repeated.
    public convenience init(
        postgreSQLVariable variable: String = "DATABASE_URL",
        in environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        guard let text = environment[variable], !text.isEmpty else {
            let error = PostgreSQLError.configuration(
                "the environment variable \(variable) is not set; give it a URL such as "
                    + "postgresql://user@host/database?schema=name")
            throw ErrorTranslation.translate(error.storeError("open the store", .opening))
        }
        try self.init(postgreSQL: text)
    }
}
#endif
