// SPDX-License-Identifier: Apache-2.0
// The names of functions that triggers in Core Data's files call. AppleFunctions.swift registers them.

import PerdurePredicates
import PerdureSQL

/// Functions that triggers in Core Data's files call.
///
/// They must be registered before any write.
package enum TriggerFunction {
    /// (no argument) → seconds since 2001.
    ///
    /// `now()` in a predicate becomes this function too.
    package static let now = SQLDialect.sqlite.now
    /// Reports a changed derived value: table, entity number, primary key, attribute, value.
    package static let updated = "NSCoreDataDATriggerUpdatedAffectedObjectValue"
    /// Reports a derived value of a row that was just inserted.
    package static let inserted = "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"

    /// The function for a text function of a derivation: text → text, NULL for NULL.
    package static func name(of function: DerivationForm.TextFunction) -> String {
        switch function {
        case .uppercase: "NSCoreDataToUpper"
        case .lowercase: "NSCoreDataToLower"
        case .canonical: "NSCoreDataCanonical"
        }
    }
}
