// SPDX-License-Identifier: Apache-2.0
// The size limit for values in external files beside the store.

import Foundation

extension NSPersistentStoreDescription {
    static let largestExternalDataKey = "PerdureLargestExternalData"

    /// The largest size in bytes of one external value in an SQLite store; 1 GiB unless set.
    ///
    /// A value is read into memory as a whole, and an untrusted store may name files of any size. Reading or saving a larger
    /// value is an error that names the file and the attribute.
    ///
    /// ## Compatibility
    /// An addition.
    public final var largestExternalData: Int {
        get { (options[Self.largestExternalDataKey] as? NSNumber)?.intValue ?? 1 << 30 }
        set { setOption(NSNumber(value: newValue), forKey: Self.largestExternalDataKey) }
    }
}

extension StoreSpecification {
    /// The largest size in bytes of an external file; nil when the options set no limit.
    package var largestFile: Int? {
        guard let limit = number(NSPersistentStoreDescription.largestExternalDataKey), limit >= 0 else {
            return nil
        }
        return Int(min(limit, 1e15))
    }
}
