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
        return known(compiled)
            ?? compiled.bindingLock.withLock { known(compiled) ?? make(entity, compiled) }
    }

    private static func known(_ compiled: CompiledEntity) -> EntityBinding? {
        // Only this type stores an object there.
        compiled.objectBinding.load(as: EntityBinding.self)
    }

    private static func make(_ entity: NSEntityDescription, _ compiled: CompiledEntity) -> EntityBinding {
        // Checked here, because no object is made before its binding.
        if let problem = MemoryAssumptions.problem { CoreDataException.internalInconsistency(problem).stop() }
        let objectClass = ObjectClassTable.shared.objectClass(of: entity)
        let made = EntityBinding(entity, compiled, objectClass, ClassTables.of(objectClass))
        _ = compiled.objectBinding.storeIfNil(made)
        return made
    }
}
