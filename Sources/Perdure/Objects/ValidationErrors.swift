// SPDX-License-Identifier: Apache-2.0
// The errors of validation: codes 1550 to 1690, collected as 1560.

import Foundation

/// Makes validation errors.
enum ValidationErrors {
    static func error(
        _ code: Int, of object: NSManagedObject, key: String, value: Any?, text: String,
        predicate: NSPredicate? = nil
    ) -> NSError {
        var info: [String: Any] = [
            NSLocalizedDescriptionKey: text,
            NSValidationObjectErrorKey: object,
            NSValidationKeyErrorKey: key,
        ]
        if let value { info[NSValidationValueErrorKey] = value }
        if let predicate { info[NSValidationPredicateErrorKey] = predicate }
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }

    /// Nothing, the one error, or all of them in one: nested collections are flattened.
    static func combined(_ errors: [NSError]) -> NSError? {
        let flat = errors.flatMap { error -> [NSError] in
            guard error.code == NSValidationMultipleErrorsError, error.domain == NSCocoaErrorDomain else {
                return [error]
            }
            return error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
        }
        guard flat.count > 1 else { return flat.first }
        return NSError(
            domain: NSCocoaErrorDomain, code: NSValidationMultipleErrorsError,
            userInfo: [
                NSLocalizedDescriptionKey: "Multiple validation errors occurred.", NSDetailedErrorsKey: flat,
            ])
    }

    static func throwAll(_ errors: [NSError], of object: NSManagedObject) throws {
        guard let error = combined(errors) else { return }
        guard error.code == NSValidationMultipleErrorsError else { throw error }
        var info = error.userInfo
        info[NSValidationObjectErrorKey] = object
        throw NSError(domain: error.domain, code: error.code, userInfo: info)
    }

    /// What a predicate of the model file says when it gives a number only.
    static func text(_ code: Int, _ key: String) -> String {
        switch code {
        case NSValidationNumberTooLargeError: "\(key) is too large."
        case NSValidationNumberTooSmallError: "\(key) is too small."
        case NSValidationDateTooLateError: "\(key) is too late."
        case NSValidationDateTooSoonError: "\(key) is too soon."
        case NSValidationStringTooLongError: "\(key) is too long."
        case NSValidationStringTooShortError: "\(key) is too short."
        case NSValidationStringPatternMatchingError: "\(key) does not match its pattern."
        default: "\(key) is not valid."
        }
    }
}
