// SPDX-License-Identifier: Apache-2.0
// Finds the class of a policy by the name that a mapping model gives.

import Foundation
import PerdureFoundationGaps
import PerdureMapping

/// The classes of policies.
enum PolicyClasses {
    /// The class of a mapping's policy: as written, then by the bare name, in the named module first.
    ///
    /// - Throws: 134110 for a name that no policy class has.
    static func type(of mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy.Type {
        guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else {
            return NSEntityMigrationPolicy.self
        }
        if let type = NSClassFromString(name) as? NSEntityMigrationPolicy.Type { return type }
        let words = name.split(separator: ".").map(String.init)
        let found = CompiledClasses.named(words.last ?? name).compactMap { found in
            (found.type as? NSEntityMigrationPolicy.Type).map { (type: $0, module: found.module) }
        }
        let own = words.count > 1 ? found.first { $0.module == words[0] } : nil
        guard let type = (own ?? found.first)?.type else {
            throw MigrationErrors.unknownPolicy(name, mapping)
        }
        return type
    }
}
