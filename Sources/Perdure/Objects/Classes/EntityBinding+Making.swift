// SPDX-License-Identifier: Apache-2.0
// Finds or makes the binding of an entity. ObjectClassTable.swift finds its class.

import PerdureBase

extension EntityBinding {
    /// The binding of an entity; puts its model to use.
    package static func of(_ entity: NSEntityDescription) -> EntityBinding {
        if entity.compiledForm == nil {
            do { try entity.managedObjectModel.freeze() } catch {
                ObjectErrors.unusableModel(entity, error).stop()
            }
        }
        let compiled = entity.compiled
        return compiled.objectBinding.withLock { stored in
            // Only this function stores an object in the lock.
            if let stored { return unsafeDowncast(stored, to: EntityBinding.self) }
            let made = make(entity, compiled)
            stored = made
            return made
        }
    }

    private static func make(_ entity: NSEntityDescription, _ compiled: CompiledEntity) -> EntityBinding {
        // Checked here, because no object is made before its binding.
        if let problem = MemoryAssumptions.problem { CoreDataException.internalInconsistency(problem).stop() }
        let objectClass = ObjectClassTable.shared.objectClass(of: entity)
        return EntityBinding(entity, compiled, objectClass, ClassTables.of(objectClass))
    }
}
