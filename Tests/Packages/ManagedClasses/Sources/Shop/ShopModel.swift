// SPDX-License-Identifier: Apache-2.0
// The model that the plugin compiled into the target's bundle.

import CoreData
import Foundation

/// Finds the model.
public enum ShopModel {
    /// Loads the model.
    ///
    /// - Returns: The model of `Shop.momd`.
    /// - Throws: `CocoaError` when it is not in the bundle.
    public static func load() throws -> NSManagedObjectModel {
        guard let url = Bundle.module.url(forResource: "Shop", withExtension: "momd"),
            let model = NSManagedObjectModel(contentsOf: url)
        else { throw CocoaError(.fileReadNoSuchFile) }
        return model
    }
}
