// SPDX-License-Identifier: Apache-2.0
// Writes the handle of an attribute that merges. In a generated class the handle is `$likes`. Plain code cannot declare
// such a name, so the property has a wrapper of size zero; a nested type holds the wrapper's accessors. An extension can
// have no wrappers, because it can have no stored properties; there the handle is `likesCounter`.

import PerdureAccessorText

/// Writes the handle of a property.
struct HandleWriter {
    private let property: PropertyCode
    private let handle: HandleText
    private let code: ClassCode

    /// Makes the writer; nil for a property without a handle.
    init?(_ property: PropertyCode, _ code: ClassCode) {
        guard let handle = property.handle else { return nil }
        self.property = property
        self.handle = handle
        self.code = code
    }

    /// Whether the handle comes from a wrapper of the property.
    var isWrapper: Bool {
        code.kind == .definition && !property.isReadOnly && !code.handWritten.declaresProperty(property.name)
            && !code.takenNames.contains(accessName)
    }

    private var accessName: String { "_Merging_\(property.name)" }
    private var object: String { code.types.coreData("NSManagedObject") }
    private var spelledName: String { SwiftName.spelled(property.name) }

    /// The property with its wrapper.
    func writeProperty(_ text: inout SwiftText) {
        let wrapper = code.types.coreData("_MergeableProperty")
        text.gap()
        text.line("@\(wrapper)<\(accessName)> public var \(spelledName): \(property.accessor.type)")
    }

    /// Writes the wrapper's accessors, or the handle as a property of its own.
    func write(_ text: inout SwiftText) {
        text.gap()
        if isWrapper { writeAccess(&text) } else { writeHandle(&text) }
    }

    private func writeAccess(_ text: inout SwiftText) {
        let accessor = property.accessor
        text.block("nonisolated public enum \(accessName): \(code.types.coreData("_MergeableAccess"))") {
            text in
            text.block("public static func get(_ object: \(code.spelledName)) -> \(accessor.type)") {
                $0.line(Self.call(accessor.text.get))
            }
            text.block(
                "public static func set(_ newValue: \(accessor.type), _ object: \(code.spelledName))"
            ) { $0.line(Self.call(accessor.text.set ?? "")) }
            text.block("public static func handle(_ object: \(code.spelledName)) -> \(handle.type)") {
                $0.line(handle.expression(of: "object", property: spelledName))
            }
        }
    }

    /// An entry point as a method of the object.
    private static func call(_ entry: String) -> String { "object.\(entry)" }

    private func writeHandle(_ text: inout SwiftText) {
        let name = property.name + handle.suffix
        guard !code.takenNames.contains(name), !code.handWritten.declaresProperty(name) else { return }
        let expression = handle.expression(of: "self", property: spelledName)
        text.block("public var \(SwiftName.spelled(name)): \(handle.type)") { $0.line(expression) }
    }
}
