// SPDX-License-Identifier: Apache-2.0
// Descriptions of stores on PostgreSQL servers.

#if PostgreSQL
import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureModel
import PerdurePostgreSQLClient

extension NSPersistentStoreDescription {
    /// Makes the description of a store on a PostgreSQL server.
    ///
    /// The text has libpq's form, `postgresql://user@host/database?schema=name`, with several hosts and ports too, which
    /// Foundation's `URL` cannot read.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameter text: the URL of the store.
    /// - Throws: 134080 that says what is wrong with the text, and repeats no value of it.
    public convenience init(postgreSQL text: String) throws {
        do {
            let read = try PostgreSQLURL(text)
            guard let url = URL(string: read.completeText) else {
                throw PostgreSQLError.configuration("the URL cannot be written in one form")
            }
            self.init(url: url)
            type = PostgreSQLStoreType
        } catch let error as PostgreSQLError {
            throw ErrorTranslation.translate(error.storeError("open the store", .opening))
        }
    }

    /// The options of a store on a PostgreSQL server; values that are nil leave the defaults.
    ///
    /// ## Compatibility
    /// An addition.
    public var postgreSQL: PostgreSQLStoreOptions {
        get { PostgreSQLStoreOptions(options) }
        set {
            let values = newValue.values
            for key in PostgreSQLStoreOptions.keys { setOption(values[key], forKey: key) }
        }
    }
}
#endif
