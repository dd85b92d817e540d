// SPDX-License-Identifier: Apache-2.0
// Adapts generated sources to the declarations in a module's own sources. Scanning/ reads the module's own sources.

import PerdureModelFormat

extension CodeGenerator.Options {
    /// Takes over the declarations of a module's sources: types at file level, and the members of the model's classes.
    ///
    /// - Parameters:
    ///   - sources: the module's sources without generated ones.
    ///   - model: the model that code is generated for.
    /// - Throws: `ModelFormatError` for a class name that is no name in Swift.
    package mutating func read(_ sources: TargetSources, for model: ModelDocument) throws {
        declaredTypes.formUnion(sources.types.keys.filter { !$0.contains(".") })
        let extensions = Dictionary(grouping: sources.files.flatMap(\.extensions), by: \.extended)
        for entity in model.entities {
            guard let reference = try ClassReference(entity, module: module), reference.module == nil else {
                continue
            }
            let parts = extensions[reference.name] ?? []
            guard let type = sources.types[reference.name] ?? parts.first.map({ Self.outline(reference, $0) })
            else { continue }
            handWritten[reference.name] = HandWrittenMembers(ManagedClass(type, extensions: parts))
        }
    }

    /// The class of an extension; a generated class has no declaration in the sources, only extensions.
    private static func outline(_ reference: ClassReference, _ part: SourceExtension) -> SourceType {
        let path = reference.name.split(separator: ".").map(String.init)
        return SourceType(kind: .class, path: path, traits: DeclarationTraits(location: part.traits.location))
    }
}
