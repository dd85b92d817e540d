// SPDX-License-Identifier: Apache-2.0
// The hand-written members of one class, in the form that CodeGenerator.swift needs. Scanning/ finds them.

/// The hand-written members of a class.
package struct HandWrittenMembers: Sendable, Equatable {
    /// Names of properties (`title`) and full names of methods (`addToItems(_:)`) that objects have.
    private let names: Set<String>
    /// Names of properties and full names of methods that the class itself has.
    private let classNames: Set<String>
    /// Properties that key-value coding calls instead of reading the object's slot.
    let accessors: Set<String>
    /// Properties of which generated code cannot form key paths.
    private let hidden: Set<String>
    /// For a key, the class member that returns the key's dependencies: `keyPathsForValuesAffectingName()`.
    let dependentKeys: [String: String]
    /// For a key, the full name of the method that validates it: `validateName(_:)`.
    let validators: [String: String]

    /// Makes the members of a class without hand-written code.
    init() {
        (names, classNames, accessors, hidden) = ([], [], [], [])
        (dependentKeys, validators) = ([:], [:])
    }

    /// Makes members from a class and its extensions, as the scanner found them.
    package init(_ type: ManagedClass) {
        names = type.handWrittenNames.union(type.handWrittenFunctions)
        classNames = Set(type.properties.filter(\.traits.isStatic).map(\.name))
            .union(type.functions.filter(\.traits.isStatic).map(\.fullName))
        accessors = Set(
            (type.computedProperties + type.storedProperties).filter(\.isCallable).map(\.name))
        hidden = Set(type.properties.filter { !$0.traits.isStatic && !$0.hasKeyPath }.map(\.name))
        dependentKeys = type.dependentKeys
        validators = type.validators
    }

    /// Whether a property of a name would be declared twice; only a method without arguments counts as one.
    func declaresProperty(_ name: String) -> Bool { names.contains(name) || names.contains(name + "()") }

    /// Whether a method is written by hand; the name has its labels: `addToItems(_:)`.
    func declaresMethod(_ fullName: String) -> Bool { names.contains(fullName) }

    /// Whether a class method without arguments would be declared twice.
    func declaresClassMethod(_ name: String) -> Bool {
        classNames.contains(name) || classNames.contains(name + "()")
    }

    /// Whether generated code can form the key path of a property of the model.
    func hasKeyPath(to name: String) -> Bool {
        names.contains(name) ? !hidden.contains(name) : !names.contains(name + "()")
    }
}
