// SPDX-License-Identifier: Apache-2.0
// The values of one composite attribute in another version of it, as an inferred migration makes them. AttributeInference.swift
// pairs the elements, RowMigration+Values.swift converts the leaves.

/// How values of a composite attribute become values of another one.
package final class CompositeConversion: Sendable {
    private let source: AttributeDefinition
    private let destination: AttributeDefinition
    private let origin: AttributeOrigin

    /// - Returns: nil where one of both is no composite, and where nothing can be inferred.
    package init?(from old: PropertyLayout, to new: PropertyLayout) {
        guard let former = AttributeForm(old), let form = AttributeForm(new), former.attribute.hasLeaves,
            form.attribute.hasLeaves
        else { return nil }
        var inference = AttributeInference()
        origin = inference.origin(of: form, from: former, at: old.slot, path: new.name)
        guard inference.findings.isEmpty else { return nil }
        source = former.attribute
        destination = form.attribute
    }

    /// Converts a value.
    ///
    /// - Parameter value: A composite; no value stays none, unless an element that is new has a default value.
    /// - Returns: The value; nil for one with a number that does not fit.
    package func converted(_ value: StoredValue) -> StoredValue? {
        try? origin.value(value, source, destination)
    }
}
