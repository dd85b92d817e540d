// SPDX-License-Identifier: Apache-2.0
// The error of a change that does not fit the stored value. Stores know numbers only; who knows the object adds its names.

import Foundation
import PerdureFoundationGaps
import PerdureStore

extension MergeFailure {
    /// The error 1610, 1620, 1570 or 1550.
    ///
    /// - Parameters:
    ///   - entity: the name of the object's entity; nil when the caller does not know it.
    ///   - key: the attribute's name; nil when the caller does not know it.
    ///   - value: the value that the attribute would get, as programs see it.
    ///   - object: the object; nil when the caller does not know it.
    /// - Returns: the error.
    package func error(
        entity: String? = nil, key: String? = nil, value: Any? = nil, object: AnyObject? = nil
    ) -> NSError {
        let key = key ?? "slot \(slot)"
        var facts: [String: Any] = [NSValidationKeyErrorKey: key]
        facts[NSValidationObjectErrorKey] = object
        facts[NSValidationValueErrorKey] = value
        let result = value.map { " (\($0))" } ?? ""
        facts[NSLocalizedDescriptionKey] =
            "The change of \"\(entity ?? "row \(self.key.number)").\(key)\" cannot be applied to what is stored by now: "
            + "\(reason.words)\(result). Nothing was saved; take the change back or refresh the object."
        return NSError(domain: NSCocoaErrorDomain, code: reason.code, userInfo: facts)
    }
}

extension MergeFailure.Reason {
    fileprivate var code: Int {
        switch self {
        case .tooLarge: NSValidationNumberTooLargeError
        case .tooSmall: NSValidationNumberTooSmallError
        case .missing: NSValidationMissingMandatoryPropertyError
        case .invalid: NSManagedObjectValidationError
        }
    }

    /// The reason as a text.
    package var words: String {
        switch self {
        case .tooLarge: "it would be too large"
        case .tooSmall: "it would be too small"
        case .missing: "it would be nil, and it is mandatory"
        case .invalid(let reason): reason
        }
    }
}
