// SPDX-License-Identifier: Apache-2.0
// The results of a fetch, made when they are asked for.

/// The results of a fetch, read by batches.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
    /// The positions of the collection.
    public typealias Index = Int

    private let size: Int
    private let element: (Int) -> Element

    init(count: Int, element: @escaping (Int) -> Element) {
        size = count
        self.element = element
    }

    /// The first position.
    public var startIndex: Int { 0 }
    /// The position after the last one.
    public var endIndex: Int { size }
    /// The result at a position.
    public subscript(position: Int) -> Element {
        guard (0..<size).contains(position) else {
            fatalError("the position \(position) is outside of the \(size) results")
        }
        return element(position)
    }
}
