// SPDX-License-Identifier: Apache-2.0
// The names of the functions that triggers in Core Data's files call. AppleFunctions.swift registers them.

import PerdurePredicates
import PerdureSQL

/// Functions that triggers in Core Data's files call.
///
/// They must be registered before any write.
package enum TriggerFunction {
    /// No argument → seconds since 2001.
    ///
    /// Also what `now()` in a predicate becomes.
    package static let now = SQLDialect.sqlite.now
    /// Told of a derived value that changed: table, entity number, primary key, attribute, value.
    package static let updated = "NSCoreDataDATriggerUpdatedAffectedObjectValue"
    /// The same for a row that was just inserted.
    package static let inserted = "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"

    /// What does to a text what a derivation asks for: text → text, NULL for NULL.
    package static func name(of function: DerivationForm.TextFunction) -> String {
        switch function {
        case .uppercase: "NSCoreDataToUpper"
        case .lowercase: "NSCoreDataToLower"
        case .canonical: "NSCoreDataCanonical"
        }
    }
}
