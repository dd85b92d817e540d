// SPDX-License-Identifier: Apache-2.0
// The faults of composites: in types of model files, and in attributes made in code.

extension ModelFault {
    /// A composite that contains itself, directly or through others; a composite made in code has no type.
    package static func compositeCycle(_ entity: String?, _ path: String?, type: String? = nil) -> ModelFault
    {
        let subject: FaultText = type.map { "the composite type \(name: $0)" } ?? "the composite"
        return ModelFault(
            .openElements, entity, path, subject + " contains itself; take the element out that leads back")
    }

    package static func deepComposite(_ entity: String?, _ path: String, limit: Int) -> ModelFault {
        ModelFault(
            .shallowElements, entity, path,
            "composite attributes stand more than \(limit) deep inside each other; take an element out")
    }

    package static func ambiguousElement(_ entity: String?, _ path: String) -> ModelFault {
        ModelFault(
            .differentElements, entity, path, "the element has no name, or the name of another one; rename it"
        )
    }

    package static func unstoredElement(_ entity: String?, _ path: String) -> ModelFault {
        ModelFault(
            .storedElements, entity, path,
            "the element is transient or derived, which elements cannot be; make it a plain persistent attribute"
        )
    }
}
