// SPDX-License-Identifier: Apache-2.0
// The hand-written members of one class, in the form that CodeGenerator.swift needs. Scanning/ finds them.

/// The hand-written members of a class.
package struct HandWrittenMembers: Sendable, Equatable {
    /// Names of properties (`title`) and full names of methods (`addToItems(_:)`) that generated code leaves out.
    package var names: Set<String>
    /// Properties that key-value coding calls instead of reading the object's slot.
    package var accessors: Set<String>
    /// For a key, the class member that returns the key's dependencies: `keyPathsForValuesAffectingName()`.
    var dependentKeys: [String: String]
    /// For a key, the full name of the method that validates it: `validateName(_:)`.
    var validators: [String: String]

    package init(
        names: Set<String> = [], accessors: Set<String> = [], dependentKeys: [String: String] = [:],
        validators: [String: String] = [:]
    ) {
        self.names = names
        self.accessors = accessors
        self.dependentKeys = dependentKeys
        self.validators = validators
    }

    /// Makes members from their names alone; all properties count as accessors.
    init(_ names: [String]) {
        self.init(names: Set(names), accessors: Set(names.filter { !$0.contains("(") }))
    }

    /// Makes members from a class and its extensions, as the scanner found them.
    package init(_ type: ManagedClass) {
        let reachable = (type.computedProperties + type.storedProperties).filter(Self.isCallable)
        self.init(
            names: type.handWrittenNames.union(type.handWrittenFunctions)
                .union(type.functions.filter(\.traits.isStatic).map(\.fullName)),
            accessors: Set(reachable.map(\.name)), dependentKeys: type.dependentKeys,
            validators: type.validators)
    }

    /// Whether generated code may call a property in every place where key-value coding needs its value.
    private static func isCallable(_ property: SourceProperty) -> Bool {
        let attributes = Set(property.traits.attributes)
        return property.traits.condition == nil && attributes.isDisjoint(with: ["available", "MainActor"])
    }

    func declares(_ name: String) -> Bool {
        names.contains(name) || names.contains { $0.hasPrefix(name + "(") }
    }
}
