// SPDX-License-Identifier: Apache-2.0
// The order of names in model files and in what is hashed. One function sorts them all: the compiler makes a copy of the
// sorting algorithm for each closure that is given to it.

extension Sequence {
    /// The elements in the order of their names' bytes; those of one name keep their order.
    func inByteOrder(of name: (Element) -> String) -> [Element] {
        let elements = Array(self)
        return String.positionsInByteOrder(elements.map(name)).map { elements[$0] }
    }
}

extension String {
    /// The plain order of the UTF-8 bytes, which is how Apple's tools sort names.
    private func precedesInBytes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

    @inline(never)
    fileprivate static func positionsInByteOrder(_ names: [String]) -> [Int] {
        names.indices.sorted { left, right in
            if names[left].precedesInBytes(names[right]) { return true }
            return left < right && !names[right].precedesInBytes(names[left])
        }
    }
}
