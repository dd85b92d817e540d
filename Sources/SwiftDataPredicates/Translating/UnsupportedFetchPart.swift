// SPDX-License-Identifier: Apache-2.0
// Why a predicate, an order or a key path cannot stand in a fetch. SwiftData's errors are made of it; Translating/FetchTerms.swift
// throws it.

import Foundation
import PerdureBase
import PerdurePredicates

/// A part of a fetch that cannot be translated.
package struct UnsupportedFetchPart: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the part stands in, which decides the error of SwiftData.
    package enum Place: String, Sendable, Hashable {
        case predicate, expression
        case sortDescriptor = "sort descriptor"
        case keyPath = "key path"
    }

    package let place: Place
    /// The entity or class that is fetched.
    package let type: String
    /// The operator, function or key path.
    package let part: String
    /// Why it has no form, and what to write instead.
    package let advice: String

    package init(_ place: Place, of type: Any.Type, _ part: String, _ advice: String) {
        self.place = place
        self.type = "\(type)"
        self.part = part
        self.advice = advice
    }

    package var description: String {
        "The \(place.rawValue) for \(type) cannot be fetched by: \(part) has no form in a store; \(advice)."
    }
}

extension UnsupportedFetchPart {
    /// The result of a translation, with what it throws as this error.
    static func refusing<Result>(_ place: Place, of type: Any.Type, _ body: () throws -> Result) throws
        -> Result
    {
        do {
            return try body()
        } catch let refusal as PredicateRefusal {
            throw UnsupportedFetchPart(place, of: type, refusal.form, refusal.reason)
        } catch let exception as CoreDataException {
            throw UnsupportedFetchPart(place, of: type, "a part of it", exception.reason)
        }
    }
}
