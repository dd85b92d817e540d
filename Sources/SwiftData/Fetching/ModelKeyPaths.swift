// SPDX-License-Identifier: Apache-2.0
// The names of models' key paths, for the translation of predicates.

import Foundation
import PerdureBase
import PerdurePredicates

/// Key paths of models as names.
enum ModelKeyPaths {
    /// Lets predicates ask here; done once.
    private static let prepared: Void = {
        ForeignKeyPaths.add { root, keyPath in
            guard let type = root as? any PersistentModel.Type else { return nil }
            if let name = ModelFacts.of(type).name(of: keyPath) { return name }
            return isIdentity(keyPath, of: type) ? "self" : nil
        }
    }()

    static func prepare() { prepared }

    /// Whether a key path leads to the model's identifier.
    private static func isIdentity(_ keyPath: AnyKeyPath, of type: any PersistentModel.Type) -> Bool {
        func open<T: PersistentModel>(_: T.Type) -> Bool { keyPath == \T.persistentModelID }
        return open(type)
    }
}
