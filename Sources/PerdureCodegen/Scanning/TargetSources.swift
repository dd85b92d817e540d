// SPDX-License-Identifier: Apache-2.0
// The sources of one target together. This file finds the target's managed classes, with the members of each class and of
// its extensions. Generation reads the result as ManagedClass.swift.

/// All Swift files of a target.
package struct TargetSources: Sendable {
    package let files: [SourceFile]
    /// The types by their name with the names of enclosing types: "Item", "Shop.Item".
    package let types: [String: SourceType]

    /// Puts files together; if two build conditions declare a type twice, the first declaration counts.
    package init(_ files: [SourceFile]) {
        self.files = files
        types = Dictionary(files.flatMap(\.types).map { ($0.name, $0) }) { first, _ in first }
    }

    /// Every managed class of the target, superclasses before subclasses, then by name.
    ///
    /// A class is managed if it has an @NSManaged member or a model names it. It is also managed if its superclass is managed,
    /// is named by a model (a generated class is in no source) or is called NSManagedObject.
    ///
    /// - Parameter modelClasses: the class names in the target's models, without modules.
    /// - Returns: the classes with their members.
    package func managedClasses(modelClasses: Set<String> = []) -> [ManagedClass] {
        let extensions = Dictionary(grouping: files.flatMap(\.extensions)) { Self.baseName($0.extended) }
        var known: [String: Bool] = [:]
        let classes = types.values.filter { type in
            type.kind == .class
                && isManaged(type, extensions, modelClasses: modelClasses, known: &known)
        }
        return classes.map { ManagedClass($0, extensions: extensions[$0.name] ?? []) }.sorted {
            let (left, right) = (superclasses(of: $0.type).count, superclasses(of: $1.type).count)
            return left == right ? $0.name < $1.name : left < right
        }
    }

    /// The extended type's name without generic arguments.
    private static func baseName(_ text: String) -> String {
        String(text.prefix { $0 != "<" && $0 != " " })
    }

    private func isManaged(
        _ type: SourceType, _ extensions: [String: [SourceExtension]], modelClasses: Set<String>,
        known: inout [String: Bool]
    ) -> Bool {
        if let answer = known[type.name] { return answer }
        // This assumption, while the superclass is examined, ends a circle of superclasses.
        known[type.name] = false
        let members = [type.members] + (extensions[type.name] ?? []).map(\.members)
        let answer =
            members.contains(where: \.hasManagedMember) || modelClasses.contains(type.path.last ?? "")
            || type.inheritance.first == "NSManagedObject"
            || type.inheritance.first.map(modelClasses.contains) == true
            || type.inheritance.first?.hasSuffix(".NSManagedObject") == true
            || superclass(of: type).map {
                isManaged($0, extensions, modelClasses: modelClasses, known: &known)
            } == true
        known[type.name] = answer
        return answer
    }

    /// The superclass of a class when the target declares it.
    func superclass(of type: SourceType) -> SourceType? {
        guard let name = type.inheritance.first else { return nil }
        return find(name, from: Array(type.path.dropLast())).flatMap { $0.kind == .class ? $0 : nil }
    }

    /// The superclasses that the target declares, nearest first.
    func superclasses(of type: SourceType) -> [SourceType] {
        var result: [SourceType] = []
        var current = type
        while let next = superclass(of: current), next.name != type.name,
            !result.contains(where: { $0.name == next.name })
        {
            result.append(next)
            current = next
        }
        return result
    }

    /// The type of the target that a name means inside of the types of a scope.
    package func find(_ name: String, from scope: [String]) -> SourceType? {
        for length in stride(from: scope.count, through: 0, by: -1) {
            let path = (scope.prefix(length) + [Self.baseName(name)]).joined(separator: ".")
            if let type = types[path] { return type }
        }
        return nil
    }
}

extension SourceMembers {
    /// Whether an @NSManaged property or function is among the members.
    var hasManagedMember: Bool {
        properties.contains(where: \.traits.isManaged) || functions.contains(where: \.traits.isManaged)
    }
}
