// SPDX-License-Identifier: Apache-2.0
// What a fetch request can give, and in which form.

import Foundation

/// A type that a fetch request can have as its result: managed objects, object IDs, dictionaries, numbers.
///
/// ## Compatibility
/// It is a marker protocol, because `NSFetchRequest<NSFetchRequestResult>` does not type-check on Linux otherwise:
/// `as?` and `is` to it are compile errors, casts from it are fine.
@_marker public protocol NSFetchRequestResult: AnyObject {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// In which form a fetch request gives its results.
public struct NSFetchRequestResultType: OptionSet, Sendable {
    /// The number that files and Apple's API use.
    public let rawValue: UInt

    /// Makes a result type from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Managed objects.
    public static var managedObjectResultType: NSFetchRequestResultType { .init(rawValue: 0) }
    /// Object IDs.
    public static var managedObjectIDResultType: NSFetchRequestResultType { .init(rawValue: 1) }
    /// Dictionaries of properties and expressions, read from the store alone.
    public static var dictionaryResultType: NSFetchRequestResultType { .init(rawValue: 2) }
    /// One number: how many objects match.
    public static var countResultType: NSFetchRequestResultType { .init(rawValue: 4) }
}
