// SPDX-License-Identifier: Apache-2.0
// What a target's sources say about classes that they do not declare, because they are generated. Part of
// TargetSources.swift.

extension TargetSources {
    /// What the target's extensions add to a class that is generated.
    package func extensions(ofGenerated name: String) -> ManagedClass {
        let parts = files.flatMap(\.extensions).filter { $0.extended == name }
        let location = parts.first?.traits.location ?? SourceLocation(file: "", line: 0)
        let type = SourceType(
            kind: .class, path: name.split(separator: ".").map(String.init), inheritance: ["NSManagedObject"],
            traits: DeclarationTraits(location: location))
        return ManagedClass(type, extensions: parts)
    }
}
