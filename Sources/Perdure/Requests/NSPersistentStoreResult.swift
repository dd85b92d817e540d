// SPDX-License-Identifier: Apache-2.0
// The base of the results that requests other than fetches and saves give.

import Foundation

/// The result of a request that a store executed.
open class NSPersistentStoreResult: NSObject {}
