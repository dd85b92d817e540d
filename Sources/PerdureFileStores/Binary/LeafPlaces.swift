// SPDX-License-Identifier: Apache-2.0
// The leaves of a composite in a file whose model had the elements in another order: hashes of versions do not tell orders apart.

import PerdurePropertyList

/// Where the values of a file have the leaves of the model.
struct LeafPlaces {
    /// For each leaf of the model its place in the file; nil where the order is the same.
    private var places: [Int]?

    /// The same order in file and model.
    init() {}

    /// Compares the form of a column in a file with the model's; nil for forms that differ in more than the order of leaves.
    init?(of found: String, in form: String) {
        if found == form { return }
        let (old, new) = (found.split(separator: " "), form.split(separator: " "))
        guard old.first == "composite", new.first == "composite", old.sorted() == new.sorted() else {
            return nil
        }
        places = new.dropFirst().compactMap { old.dropFirst().firstIndex(of: $0) }.map { $0 - 1 }
    }

    /// A value of the file with its leaves in the order of the model.
    func arranged(_ value: PropertyListValue) -> PropertyListValue {
        guard let places, case .array(let parts) = value else { return value }
        // A value of another length is none of the composite, and is refused as such.
        return .array(parts.count == places.count ? places.map { parts[$0] } : [])
    }
}
