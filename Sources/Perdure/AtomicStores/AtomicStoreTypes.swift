// SPDX-License-Identifier: Apache-2.0
// The classes that programs registered for store types of their own. StoreTypes.swift has the built-in types.

import PerdureBase

/// The store types of programs.
enum AtomicStoreTypes {
    private static let classes = Lock<[String: any ProgramStoreClass.Type]>([:])

    /// The class of a type, or nil.
    static func custom(_ type: String) -> (any ProgramStoreClass.Type)? { classes.withLock { $0[type] } }

    /// Registers a class for a type; nil removes the registration.
    static func register(_ storeClass: (any ProgramStoreClass.Type)?, type: String) {
        classes.withLock { $0[type] = storeClass }
    }

    /// The types that programs registered, with their classes.
    static var registered: [String: AnyClass] { classes.withLock { $0.mapValues { $0 as AnyClass } } }
}
