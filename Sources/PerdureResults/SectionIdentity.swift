// SPDX-License-Identifier: Apache-2.0
// What tells the names of sections apart. Unicode calls some texts of different bytes equal.

/// A section's name, as lists compare it.
struct SectionIdentity: Hashable {
    let name: String
    /// Whether names are equal only with the same bytes: the order of the list puts other bytes elsewhere.
    let isByBytes: Bool

    static func == (left: SectionIdentity, right: SectionIdentity) -> Bool {
        left.isByBytes ? left.name.utf8.elementsEqual(right.name.utf8) : left.name == right.name
    }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
