// SPDX-License-Identifier: Apache-2.0
// Writes the handle of an attribute that merges: `$likes`. Only expansions may declare names with a dollar sign.

import PerdureAccessorText

/// Writes a property's handle.
struct PropertyHandleWriter {
    let property: ManagedProperty
    let handle: HandleText

    /// Makes the writer; nil for a property that does not merge.
    init?(property: ManagedProperty, slot: String) {
        guard let merging = property.merging else { return nil }
        self.property = property
        let value = property.type.fullText
        handle = HandleText(
            merging.kind, of: merging.kind == .set ? property.type.element : value, at: slot)
    }

    var lines: [String] {
        let head = "\(property.access)var $\(property.name): \(handle.type) {"
        let expression = handle.expression(of: "self", property: property.identifier)
        return handle.kind == .value ? [head, "    \(expression)", "}"] : ["\(head) \(expression) }"]
    }
}
