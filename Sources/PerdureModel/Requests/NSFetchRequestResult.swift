// SPDX-License-Identifier: Apache-2.0
// The types and forms of the results of a fetch request.

import Foundation

/// A type of result that a fetch request can have: managed objects, object IDs, dictionaries, numbers.
///
/// ## Compatibility
/// The protocol is a marker protocol, because `NSFetchRequest<NSFetchRequestResult>` does not type-check on Linux otherwise.
/// `as?` and `is` to a marker protocol are compile errors. Casts from it work.
@_marker public protocol NSFetchRequestResult: AnyObject {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// The form in which a fetch request returns its results.
public struct NSFetchRequestResultType: OptionSet, Sendable {
    /// The number that files and Apple's API use.
    public let rawValue: UInt

    /// Makes a result type from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Managed objects.
    public static var managedObjectResultType: NSFetchRequestResultType { .init(rawValue: 0) }
    /// Object IDs.
    public static var managedObjectIDResultType: NSFetchRequestResultType { .init(rawValue: 1) }
    /// Dictionaries of properties and expressions, read from the store only.
    public static var dictionaryResultType: NSFetchRequestResultType { .init(rawValue: 2) }
    /// One number: how many objects match.
    public static var countResultType: NSFetchRequestResultType { .init(rawValue: 4) }
}
