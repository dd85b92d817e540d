// SPDX-License-Identifier: Apache-2.0
// How large a value may be that lies in a file beside the store.

import Foundation

extension NSPersistentStoreDescription {
    static let largestExternalDataKey = "PerdureLargestExternalData"

    /// The most bytes that one external value of an SQLite store may have; 1 GiB unless set.
    ///
    /// What is read stands in memory, and a store of a stranger may name files of any size. Reading a larger value, or
    /// saving one, is an error that names the file and the attribute.
    ///
    /// ## Compatibility
    /// An addition.
    public final var largestExternalData: Int {
        get { (options[Self.largestExternalDataKey] as? NSNumber)?.intValue ?? 1 << 30 }
        set { setOption(NSNumber(value: newValue), forKey: Self.largestExternalDataKey) }
    }
}

extension StorePlace {
    /// The most bytes that a file beside the store may have; nil where nobody has said so.
    var largestFile: Int? {
        guard let limit = number(NSPersistentStoreDescription.largestExternalDataKey), limit >= 0 else {
            return nil
        }
        return Int(min(limit, 1e15))
    }
}
