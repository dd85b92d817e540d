// SPDX-License-Identifier: Apache-2.0
// `$likes`: the handle of an attribute that merges. Only expansions may declare names with a dollar sign.

/// Writes a property's handle.
struct HandleWriter {
    let property: ManagedProperty
    let merging: PropertyMerging
    let slot: String

    /// Nil for a property that does not merge.
    init?(property: ManagedProperty, slot: String) {
        guard let merging = property.merging else { return nil }
        self.property = property
        self.merging = merging
        self.slot = slot
    }

    var lines: [String] {
        let name = "$\(property.name)"
        guard merging.kind == .value else {
            return ["\(property.access)var \(name): \(type) { \(type)(self, at: \(slot)) }"]
        }
        let accessor = "self.\(property.identifier)"
        return [
            "\(property.access)var \(name): \(type) {",
            "    \(type)(self, at: \(slot), get: { \(accessor) }, set: { \(accessor) = $0 })", "}",
        ]
    }

    private var type: String {
        switch merging.kind {
        case .counter: "MergeableCounter<\(valueType)>"
        case .set: "MergeableSet<\(property.type.element)>"
        case .dictionary: "MergeableDictionary"
        case .value: "MergeableValue<\(valueType)>"
        }
    }

    private var valueType: String {
        property.type.isOptional ? property.type.optionalText : property.type.text
    }
}
