// SPDX-License-Identifier: Apache-2.0
// A managed class with all its hand-written members, from the class and its extensions. The generator of classes leaves
// these names out. The table of key-value coding and the accessor symbols are made of them.

/// A managed class of the target.
package struct ManagedClass: Sendable {
    package let type: SourceType
    /// The properties of the class and its extensions.
    package let properties: [SourceProperty]
    /// The functions of the class and its extensions.
    package let functions: [SourceFunction]

    private static let dependentKeysPrefix = "keyPathsForValuesAffecting"
    private static let validatorPrefix = "validate"

    init(_ type: SourceType, extensions: [SourceExtension]) {
        self.type = type
        // The members of an extension inherit its access level and what restricts their use.
        properties =
            type.members.properties
            + extensions.flatMap { part in part.members.properties.map { $0.inherited(from: part.traits) } }
        functions =
            type.members.functions
            + extensions.flatMap { part in part.members.functions.map { $0.inherited(from: part.traits) } }
    }

    /// The name with the names of the enclosing types.
    package var name: String { type.name }

    /// The names of all hand-written instance properties; generated code must not repeat them.
    package var handWrittenNames: Set<String> {
        Set(properties.filter { !$0.traits.isStatic }.map(\.name))
    }

    /// The full names of all hand-written instance functions: `addToItems(_:)`.
    package var handWrittenFunctions: Set<String> {
        Set(functions.filter { !$0.traits.isStatic }.map(\.fullName))
    }

    /// The @NSManaged properties.
    package var managedProperties: [SourceProperty] {
        properties.filter { $0.traits.isManaged && !$0.traits.isStatic }
    }

    /// The @NSManaged functions.
    package var managedFunctions: [SourceFunction] {
        functions.filter { $0.traits.isManaged && !$0.traits.isStatic }
    }

    /// Computed properties that an extension in another file can reach; key-value coding calls them.
    package var computedProperties: [SourceProperty] {
        properties.filter { $0.isComputed && !$0.traits.isManaged && !$0.traits.isStatic && $0.isReachable }
    }

    /// Stored properties that an extension in another file can reach, such as plain Swift variables.
    package var storedProperties: [SourceProperty] {
        properties.filter { !$0.isComputed && !$0.traits.isManaged && !$0.traits.isStatic && $0.isReachable }
    }

    /// For a key, the expression that calls the class member with the key's dependencies:
    /// `keyPathsForValuesAffectingFullName()`.
    package var dependentKeys: [String: String] {
        var result: [String: String] = [:]
        for function in functions
        where function.traits.isStatic && function.parameters.isEmpty && function.traits.isReachable
            && !function.traits.isIsolated
        {
            if let key = Self.key(of: function.name) { result[key] = function.name + "()" }
        }
        for property in properties
        where property.traits.isStatic && property.isReachable && !property.traits.isIsolated {
            if let key = Self.key(of: property.name) { result[key] = property.name }
        }
        return result
    }

    /// For a key, the full name of the method that validates it: `validateFullName(_:)`.
    ///
    /// These are the methods that validation can call from another file: `validateAge(_ value: inout Int16?) throws`, and the
    /// form with a pointer that Apple's systems look for.
    package var validators: [String: String] {
        var result: [String: String] = [:]
        for function in functions where function.isValidator {
            if let key = Self.key(of: function.name, after: Self.validatorPrefix) {
                result[key] = function.fullName
            }
        }
        return result
    }

    private static func key(of name: String, after prefix: String = dependentKeysPrefix) -> String? {
        guard name.hasPrefix(prefix) else { return nil }
        let key = name.dropFirst(prefix.count)
        return key.isEmpty ? nil : key.prefix(1).lowercased() + key.dropFirst()
    }
}

extension DeclarationTraits {
    /// Whether another file of the module can name the declaration.
    var isReachable: Bool { access != .private && access != .fileprivate }

    /// Whether only the main actor can use the declaration.
    var isIsolated: Bool { attributes.contains("MainActor") }

    /// Whether code elsewhere can use the declaration on any actor, under any build condition and on any system.
    var isCallable: Bool { condition == nil && !isIsolated && !attributes.contains("available") }

    /// The traits of a member, with the access level of its extension, and with the attributes that restrict its use.
    func inherited(from outer: DeclarationTraits) -> DeclarationTraits {
        var traits = self
        if traits.access == nil { traits.access = outer.access }
        let isFree = modifiers.contains("nonisolated")
        traits.attributes += outer.attributes.filter { $0 == "available" || $0 == "MainActor" && !isFree }
        return traits
    }
}

extension SourceProperty {
    /// Whether another file of the module can read the property.
    var isReachable: Bool { traits.isReachable }

    /// Whether generated code may call the property in every place where key-value coding needs its value.
    var isCallable: Bool { traits.isCallable && !hasEffects }

    /// Whether another file of the module can form the property's key path, on any actor.
    var hasKeyPath: Bool { isReachable && !traits.isIsolated && !hasEffects }

    /// Whether another file of the module can set the property.
    package var isSettable: Bool {
        hasSetter && traits.setterAccess != .private && traits.setterAccess != .fileprivate
    }

    func inherited(from outer: DeclarationTraits) -> SourceProperty {
        var property = self
        property.traits = traits.inherited(from: outer)
        return property
    }
}

extension SourceFunction {
    /// Whether generated code can call the function with a value that the function may replace.
    var isValidator: Bool {
        guard canThrow, !isAsync, !isGeneric, result == nil, !traits.isStatic, traits.isReachable,
            traits.isCallable, parameters.count == 1, parameters[0].label == nil
        else { return false }
        let type = parameters[0].type
        return type.hasPrefix("inout ")
            || type.filter { $0 != " " }.hasSuffix("UnsafeMutablePointer<AnyObject?>")
    }

    func inherited(from outer: DeclarationTraits) -> SourceFunction {
        var function = self
        function.traits = traits.inherited(from: outer)
        return function
    }
}
