// SPDX-License-Identifier: Apache-2.0
// The errors of validation: codes 1550 to 1690, collected as 1560.

import Foundation
import PerdureFoundationGaps

/// Makes validation errors.
enum ValidationErrors {
    static func error(
        _ code: Int, of object: NSManagedObject, key: String, value: Any?, text: String,
        predicate: NSPredicate? = nil
    ) -> NSError {
        var info: [String: Any] = [
            NSLocalizedDescriptionKey: text,
            NSDebugDescriptionErrorKey: "\(object.entity.name ?? "").\(key): \(text)",
            NSValidationObjectErrorKey: object,
            NSValidationKeyErrorKey: key,
        ]
        if let value { info[NSValidationValueErrorKey] = value }
        if let predicate { info[NSValidationPredicateErrorKey] = predicate }
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }

    /// Combines errors: nil for none, a single error unchanged, else one error with all of them; flattens collections.
    static func combined(_ errors: [any Error], of object: NSManagedObject? = nil) -> (any Error)? {
        let flat = errors.flatMap(single)
        guard flat.count > 1 else { return flat.first }
        let details = flat.map(detail)
        var info: [String: Any] = [
            NSLocalizedDescriptionKey: "Multiple validation errors occurred.",
            NSDebugDescriptionErrorKey: summary(of: details), NSDetailedErrorsKey: details,
        ]
        if let object { info[NSValidationObjectErrorKey] = object }
        return NSError(domain: NSCocoaErrorDomain, code: NSValidationMultipleErrorsError, userInfo: info)
    }

    static func throwAll(_ errors: [any Error], of object: NSManagedObject) throws {
        if let error = combined(errors, of: object) { throw error }
    }

    /// The errors in a combined error; any other error alone.
    private static func single(_ error: any Error) -> [any Error] {
        let bridged = error as NSError
        guard bridged.code == NSValidationMultipleErrorsError, bridged.domain == NSCocoaErrorDomain,
            let details = bridged.userInfo[NSDetailedErrorsKey] as? [any Error], !details.isEmpty
        else { return [error] }
        return details.flatMap(single)
    }

    /// An error as an NSError; a program's own type goes under the underlying error, because Linux loses it otherwise.
    private static func detail(_ error: any Error) -> NSError {
        let bridged = error as NSError
        if type(of: error) is NSError.Type || error is CocoaError { return bridged }
        var info = bridged.userInfo
        info[NSUnderlyingErrorKey] = error
        if info[NSLocalizedDescriptionKey] == nil { info[NSLocalizedDescriptionKey] = "\(error)" }
        return NSError(domain: bridged.domain, code: bridged.code, userInfo: info)
    }

    /// The text for debugging: one line for each of the first 20 errors.
    private static func summary(of details: [NSError]) -> String {
        let lines = details.prefix(20).map {
            $0.userInfo[NSDebugDescriptionErrorKey] as? String ?? $0.localizedDescription
        }
        let rest = details.count - lines.count
        return (lines + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n")
    }

    /// The text for a predicate of the model file that gives only an error number.
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
