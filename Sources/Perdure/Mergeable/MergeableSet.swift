// SPDX-License-Identifier: Apache-2.0
// The handle of a mergeable set: `post.$tags`. The elements are in MergeableElement.swift.

import Foundation
import PerdureStore

/// A set of one object: what is inserted and removed here and by others counts element by element.
///
/// ```swift
/// post.$tags.insert("new")
/// post.$tags.remove("draft")
/// post.tags = ["a", "b"]             // inserts and removes what differs from what is to be seen now
/// for tag in post.$tags { print(tag) }
/// ```
///
/// The handle holds its object and nothing else. Each access may fire the object's fault, which costs one access to the
/// store at most; nothing else here does. If one writer inserts an element and another removes it, the later save decides.
///
/// ## Compatibility
/// An addition.
public struct MergeableSet<Element: MergeableElement>: Sequence {
    private let slot: MergeableSlot

    /// The set behind a slot number in generated code.
    public init(_ object: NSManagedObject, at slot: Int) {
        self.slot = MergeableSlot(object, accessor: slot, .set, element: Element._elementType)
    }

    init(_ slot: MergeableSlot) { self.slot = slot }

    /// The elements to be seen: the stored ones and what was changed since.
    ///
    /// - Complexity: O(n).
    public var value: Set<Element> { Self.elements(visible) }

    /// The elements that the store holds, as far as the context knows.
    public var storedValue: Set<Element> {
        guard case .set(let elements) = slot.state?.base else { return [] }
        return Self.elements(elements)
    }

    /// What the next save inserts.
    public var pendingInsertions: Set<Element> { Self.elements(delta.inserted) }
    /// What the next save removes.
    public var pendingRemovals: Set<Element> { Self.elements(delta.removed) }

    /// How many elements there are, those included that the type does not have.
    public var count: Int { visible.count }
    /// Whether there is none.
    public var isEmpty: Bool { visible.isEmpty }

    /// Whether an element is to be seen.
    public func contains(_ element: Element) -> Bool {
        let element = element._mergeElement.element
        guard let state = slot.state, case .set(let stored) = state.base, case .set(let delta) = state.delta
        else { return false }
        return (stored.contains(element) || delta.inserted.contains(element))
            && !delta.removed.contains(element)
    }

    /// Goes through the elements as they are now.
    public func makeIterator() -> Set<Element>.Iterator { value.makeIterator() }

    /// Inserts an element.
    ///
    /// - Parameter element: what to insert.
    /// - Returns: whether it was not there.
    @discardableResult public func insert(_ element: Element) -> Bool {
        let isNew = !contains(element)
        change(inserting: [element._mergeElement.element])
        return isNew
    }

    /// Removes an element.
    ///
    /// One that is not to be seen cannot be removed: others may have inserted it, and keep it.
    ///
    /// - Parameter element: what to remove.
    /// - Returns: whether it was there.
    @discardableResult public func remove(_ element: Element) -> Bool {
        let isThere = contains(element)
        if isThere { change(removing: [element._mergeElement.element]) }
        return isThere
    }

    /// Removes all elements that are to be seen; what others insert meanwhile stays.
    public func removeAll() { change(removing: visible) }

    /// Inserts elements.
    ///
    /// - Parameter elements: what to insert.
    public func formUnion(_ elements: some Sequence<Element>) {
        change(inserting: Set(elements.map(\._mergeElement.element)))
    }

    /// Removes elements.
    ///
    /// - Parameter elements: what to remove, as far as it is to be seen.
    public func subtract(_ elements: some Sequence<Element>) {
        change(removing: visible.intersection(elements.map(\._mergeElement.element)))
    }

    /// Makes the set look as given: inserts what is missing and removes what is too much.
    ///
    /// - Parameter elements: what shall be seen.
    public func assign(_ elements: Set<Element>) {
        let (new, old) = (Set(elements.map(\._mergeElement.element)), Set(value.map(\._mergeElement.element)))
        change(inserting: new.subtracting(old), removing: old.subtracting(new))
    }

    private var visible: Set<MergeElement> {
        if case .set(let elements) = slot.visible { elements } else { [] }
    }

    private var delta: SetDelta {
        if case .set(let delta) = slot.state?.delta { delta } else { .identity }
    }

    private static func elements(_ stored: Set<MergeElement>) -> Set<Element> {
        Set(stored.compactMap { Element(_mergeElement: _MergeElement(element: $0)) })
    }

    private func change(inserting inserted: Set<MergeElement> = [], removing removed: Set<MergeElement> = [])
    {
        slot.change(by: .set(SetDelta(inserted: inserted, removed: removed)))
    }
}
