// SPDX-License-Identifier: Apache-2.0
// The models that were put to use. Classes find their entities in them.

import PerdureBase

/// All models in use.
package enum ModelsInUse {
    // Weak, because programs own models.
    private struct WeakModel {
        weak var model: NSManagedObjectModel?
    }

    private static let known = Lock<[WeakModel]>([])

    /// Adds a model that was closed to changes.
    package static func add(_ model: NSManagedObjectModel) {
        known.withLock { known in
            known.removeAll { $0.model == nil }
            known.append(WeakModel(model: model))
        }
    }

    /// The models, in the order in which they were put to use.
    package static var all: [NSManagedObjectModel] { known.withLock { $0.compactMap(\.model) } }
}
