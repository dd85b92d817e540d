// SPDX-License-Identifier: Apache-2.0
// What is bound to a placeholder of a statement. Translators and writers make them; a connection
// (SQLConnection.swift) binds them.

import Foundation

/// A value on its way into a statement, in one of the storage classes that every SQL database has.
package enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
}
