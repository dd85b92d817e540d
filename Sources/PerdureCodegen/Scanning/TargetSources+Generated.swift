// SPDX-License-Identifier: Apache-2.0
// Finds the extensions that a target's sources have for generated classes, which no source declares. Part of
// TargetSources.swift.

extension TargetSources {
    /// A generated class, with the members that the target's extensions add.
    package func extensions(ofGenerated name: String) -> ManagedClass {
        let parts = files.flatMap(\.extensions).filter { $0.extended == name }
        let location = parts.first?.traits.location ?? SourceLocation(file: "", line: 0)
        let type = SourceType(
            kind: .class, path: name.split(separator: ".").map(String.init), inheritance: ["NSManagedObject"],
            traits: DeclarationTraits(location: location))
        return ManagedClass(type, extensions: parts)
    }
}
