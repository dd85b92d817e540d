// SPDX-License-Identifier: Apache-2.0
// Writes the members that @ManagedObject adds to a class.

import PerdureAccessorText
import SwiftSyntax

/// Writes a class's members.
struct ClassMemberWriter {
    let managed: AnnotatedClass
    /// Whether no other declaration encloses the class.
    let isOutermost: Bool

    /// The lines of each member.
    var members: [[String]] {
        [slots, entityName] + fetchRequest + [classProperties, entityDeclaration] + initialValues
            + managed.properties.flatMap(companions)
    }

    private var name: String { managed.name }
    private var access: AccessLevel { managed.access }

    /// The attribute that makes a constant inlinable in other modules; only fully public code can have it.
    private var inlining: String { access.isPublic && isOutermost ? "@inlinable " : "" }

    /// The lines of `_Slots`; its `end` is the first slot of subclasses.
    private var slots: [String] {
        let count = managed.slots.count
        let end = managed.isRoot ? "\(count)" : "\(managed.superclass)._Slots.end + \(count)"
        return [
            "\(access.ofMember)enum _Slots {",
            "    \(inlining)\(access.ofMember)static var end: Int { \(end) }",
            "}",
        ]
    }

    private var entityName: [String] {
        ["\(access.ofOverride)override class var _entityName: String? { \(managed.entityName) }"]
    }

    /// The lines of `fetchRequest()`, whose results have the class's type; the runtime's method returns results of any type.
    private var fetchRequest: [[String]] {
        guard !managed.declaredNames.contains("fetchRequest()") else { return [] }
        return [
            [
                "\(access.ofMember)class func fetchRequest() -> NSFetchRequest<\(name)> {",
                "    NSFetchRequest<\(name)>(entityName: \(managed.entityName))", "}",
            ]
        ]
    }

    // MARK: _classProperties

    private var classProperties: [String] {
        var arguments = [["\(name).self"], ["slots: \(slotNames)"]]
        if let accessors { arguments.append(accessors) }
        if let dependentKeys { arguments.append(dependentKeys) }
        if let validators { arguments.append(validators) }
        arguments.append(KeyPathTableWriter(name: name, properties: keyPathNames).lines)
        return [
            "\(access.ofOverride)override class var _classProperties: ClassProperties? {",
            "    ClassProperties(",
        ]
            + Self.joined(arguments, indentation: "        ") + ["}"]
    }

    private var slotNames: String {
        let own = "[\(managed.slots.map { "\"\($0.name)\"" }.joined(separator: ", "))]"
        return managed.isRoot ? own : "(\(managed.superclass)._classProperties?.slots ?? []) + \(own)"
    }

    private var keyPathNames: [(identifier: String, name: String)] {
        managed.properties.map { ($0.identifier, $0.name) }
            + managed.computed.map { ($0.identifier, $0.name) }
    }

    /// The hand-written accessors, of properties of the model and of others.
    private var accessors: [String]? {
        let byHand = managed.properties.filter(\.isWrittenByHand).map {
            ComputedProperty(name: $0.name, identifier: $0.identifier, hasSetter: managed.isSettable($0))
        }
        let all = byHand + managed.computed
        guard !all.isEmpty else { return nil }
        return ["accessors: ["] + all.map { "    " + KeyAccessorWriter(class: name, property: $0).text + "," }
            + ["]"]
    }

    private var validators: [String]? {
        guard !managed.validators.isEmpty else { return nil }
        return ["validators: ["]
            + managed.validators.map { "    \"\($0.key)\": KeyValidator(\(name).\($0.method))," } + ["]"]
    }

    private var dependentKeys: [String]? {
        let lists = managed.dependencies.map { dependency in
            (dependency.key, "[\(dependency.paths.map { "\"\($0)\"" }.joined(separator: ", "))]")
        }
        // What stands at the property comes before what a member says of the same key.
        let listed = Set(lists.map(\.0))
        let members = managed.dependencyMembers.filter { !listed.contains($0.key) }.map {
            ($0.key, "\(name).\($0.text)")
        }
        guard !lists.isEmpty || !members.isEmpty else { return nil }
        return ["dependentKeys: ["] + (lists + members).map { "    \"\($0.0)\": \($0.1)," } + ["]"]
    }

    // MARK: _entityDeclaration

    private var entityDeclaration: [String] {
        var arguments = [[managed.entityName], ["of: \(name).self"]]
        if let isAbstract = managed.arguments.text("isAbstract") {
            arguments.append(["isAbstract: \(isAbstract)"])
        }
        let properties = managed.properties.map { "    \(PropertyDeclarationWriter(property: $0).text)," }
        arguments.append(properties.isEmpty ? ["properties: []"] : ["properties: ["] + properties + ["]"])
        for (label, name) in Self.entityLabels {
            if let text = managed.arguments.text(label) { arguments.append(["\(name): \(text)"]) }
        }
        return [
            "\(access.ofOverride)override class var _entityDeclaration: EntityDeclaration? {",
            "    EntityDeclaration(",
        ] + Self.joined(arguments, indentation: "        ") + ["}"]
    }

    /// The labels of @ManagedObject, each with the label of EntityDeclaration.
    private static let entityLabels = [
        ("unique", "uniquenessConstraints"), ("indexes", "indexes"), ("originalName", "originalName"),
        ("hashModifier", "versionHashModifier"), ("userInfo", "userInfo"),
        ("configurations", "configurations"),
    ]

    // MARK: Members of single properties

    /// The lines that set a new object's initial values, besides the model's default values.
    private var initialValues: [[String]] {
        let statements = managed.properties.filter { !$0.isWrittenByHand }.compactMap {
            AccessorWriter(property: $0, slot: managed.slot(of: $0)).initialization
        }
        guard !statements.isEmpty else { return [] }
        return [
            ["\(access.ofOverride)override func _setInitialValues() {", "    super._setInitialValues()"]
                + statements.map { "    \($0)" } + ["}"]
        ]
    }

    private func companions(_ property: ManagedProperty) -> [[String]] {
        let slot = property.kind.hasSlot ? managed.slot(of: property) : ""
        var result: [[String]] = []
        if property.kind.hasSlot, !managed.declaredNames.contains("primitive\(property.capitalized)") {
            result.append(AccessorWriter(property: property, slot: slot).primitive)
        }
        if let handle = PropertyHandleWriter(property: property, slot: slot) { result.append(handle.lines) }
        return result
            + property.kind.methods(
                of: property, at: SlotText(slot), declaredNames: managed.declaredNames)
    }

    /// The lines of arguments, with the closing parenthesis.
    static func joined(_ arguments: [[String]], indentation: String) -> [String] {
        var lines: [String] = []
        for (index, argument) in arguments.enumerated() {
            var own = argument.map { indentation + $0 }
            own[own.count - 1] += index == arguments.count - 1 ? ")" : ","
            lines += own
        }
        return lines
    }
}
