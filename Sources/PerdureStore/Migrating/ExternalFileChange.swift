// SPDX-License-Identifier: Apache-2.0
// Whether large values of an attribute may lie in external files, before and after a migration.

extension AttributeOrigin {
    /// Where large values lie afterwards.
    package enum FileChange: Sendable, Hashable {
        case kept, allowed, readBack

        /// What two versions of an attribute say.
        init(to new: AttributeDefinition, from old: AttributeDefinition) {
            switch (old.allowsExternalStorage, new.allowsExternalStorage) {
            case (false, true): self = .allowed
            case (true, false): self = .readBack
            default: self = .kept
            }
        }
    }
}
