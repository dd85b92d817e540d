// SPDX-License-Identifier: Apache-2.0
// The error 134190 of models between which no migration can be inferred. MigrationRefusal.swift has the wording.

import Foundation
import PerdureFoundationGaps
import PerdureStore

extension MigrationRefused {
    /// The error of the first refusal, with all of them under `NSDetailedErrorsKey` where there are several.
    package func error() -> NSError {
        let errors = refusals.map { $0.error(details: nil) }
        guard errors.count > 1, let first = refusals.first else { return errors[0] }
        return first.error(details: errors)
    }
}

extension MigrationRefusal {
    /// Programs compare the "reason"; the description says what to do.
    fileprivate func error(details: [NSError]?) -> NSError {
        let more = details.map { " There are \($0.count) refusals; NSDetailedErrorsKey lists all." } ?? ""
        var facts: [String: Any] = [
            NSLocalizedDescriptionKey: text + more, ErrorKeys.reason: reason, ErrorKeys.entity: entity,
        ]
        facts[ErrorKeys.property] = property
        facts[NSDetailedErrorsKey] = details
        return NSError(domain: NSCocoaErrorDomain, code: NSInferredMappingModelError, userInfo: facts)
    }
}
