// SPDX-License-Identifier: Apache-2.0
// All kinds of attributes when a model is shown. PropertyText.swift and ModelJSON.swift walk the list and know no kind by name.

/// The kinds of attributes.
enum AttributeKindTexts {
    /// The kinds in the order of their notes.
    static let inNotes: [any AttributeKindText.Type] = [
        MergingText.self, DefaultText.self, DerivedText.self, TransformedText.self, ExternalText.self,
        CompositeText.self,
    ]

    /// The kinds in the order of their fields.
    static let inFields: [any AttributeKindText.Type] = [
        DefaultText.self, TransformedText.self, DerivedText.self, ExternalText.self, CompositeText.self,
    ]
}
