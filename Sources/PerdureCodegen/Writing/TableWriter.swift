// SPDX-License-Identifier: Apache-2.0
// Writes the table that tells the runtime about the properties of a class: the names behind slots and key paths, and the
// hand-written members.

/// Writes the `ClassProperties` of a class.
struct TableWriter {
    private let code: ClassTable

    init(_ table: ClassTable) { code = table }

    init(_ code: ClassCode) {
        self.code = ClassTable(
            spelledName: code.spelledName, slots: code.slots, propertyNames: Set(code.properties.map(\.name)),
            handWritten: code.handWritten, types: code.types)
    }

    /// Writes the table as an override, for a generated class.
    func writeOverride(_ text: inout SwiftText) {
        text.gap()
        text.block("override public class var _classProperties: \(type)?", writeTable)
    }

    /// Writes the table as a nested type, for a hand-written class; the runtime finds the type by its name.
    func writeNested(_ text: inout SwiftText) {
        text.gap()
        text.block("final class _ClassProperties: \(code.types.coreData("_ClassPropertiesProvider"))") {
            text in
            text.block("static var properties: \(type)", writeTable)
        }
    }

    private var type: String { code.types.coreData("ClassProperties") }

    /// The names of the properties with a key path.
    private var names: [String] {
        code.propertyNames.filter(code.handWritten.hasKeyPath).union(code.handWritten.accessors).sorted()
    }

    private func writeTable(_ text: inout SwiftText) {
        text.enclosed("\(type)(", ")") { text in
            text.line("\(code.spelledName).self,")
            list("slots", code.slots.map(SwiftName.literal), &text)
            list("accessors", code.handWritten.accessors.sorted().map(accessor), &text)
            list(
                "dependentKeys", code.handWritten.dependentKeys.sorted { $0.key < $1.key }.map(dependency),
                &text)
            list("validators", code.handWritten.validators.sorted { $0.key < $1.key }.map(validator), &text)
            writeKeyPaths(&text)
        }
    }

    private func list(_ label: String, _ items: [String], _ text: inout SwiftText) {
        guard !items.isEmpty else { return }
        text.enclosed("\(label): [", "],") { text in
            for item in items { text.line(item + ",") }
        }
    }

    private func accessor(_ name: String) -> String {
        let path = "\\\(code.spelledName).\(SwiftName.spelled(name))"
        return "\(SwiftName.literal(name)): \(code.types.coreData("KeyAccessor"))(\(path))"
    }

    private func dependency(_ key: String, _ member: String) -> String {
        "\(SwiftName.literal(key)): \(code.spelledName).\(member)"
    }

    private func validator(_ key: String, _ method: String) -> String {
        "\(SwiftName.literal(key)): \(code.types.coreData("KeyValidator"))(\(code.spelledName).\(method))"
    }

    /// Writes a local generic function, because the key paths of a subclass are not equal to those of the class.
    private func writeKeyPaths(_ text: inout SwiftText) {
        guard !names.isEmpty else { return text.line("keyPaths: { _ in [:] }") }
        let root = code.types.coreData("_KeyPathRoot")
        let result = "[AnyKeyPath: \(code.types.swift("String"))]"
        text.enclosed("keyPaths: { root in", "}") { text in
            text.block("func names<_Root: \(code.spelledName)>(_: _Root.Type) -> \(result)") { text in
                text.enclosed("[", "]") { text in
                    for name in names {
                        text.line("\\_Root.\(SwiftName.spelled(name)): \(SwiftName.literal(name)),")
                    }
                }
            }
            text.line(
                "guard let root = root as? any (\(code.spelledName) & \(root)).Type else { return [:] }")
            text.line("return names(root)")
        }
    }
}

/// The contents of a class's table.
struct ClassTable {
    /// The class as code names it.
    var spelledName: String
    /// The property names in the order of slot numbers, those of ancestors first.
    var slots: [String]
    /// The properties of the model.
    var propertyNames: Set<String>
    var handWritten: HandWrittenMembers
    var types: TypeNames
}
