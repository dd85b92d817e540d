// SPDX-License-Identifier: Apache-2.0
// The handle of a mergeable set: `post.$tags`. The elements are in MergeableElement.swift.

import Foundation
import PerdureStore

/// A set of one object: changes of this and of other contexts merge element by element.
///
/// ```swift
/// post.$tags.insert("new")
/// post.$tags.remove("draft")
/// post.tags = ["a", "b"]             // inserts and removes what differs from the present set
/// for tag in post.$tags { print(tag) }
/// ```
///
/// The handle only holds its object. Each access may fire the object's fault, which costs at most one store access;
/// nothing else here costs one. If one writer inserts an element and another removes it, the later save decides.
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

    /// The present elements: the stored ones with the unsaved changes.
    ///
    /// - Complexity: O(n).
    public var value: Set<Element> { Self.elements(visible) }

    /// The elements that the store holds, as far as the context knows.
    public var storedValue: Set<Element> {
        guard case .set(let elements) = slot.state?.base else { return [] }
        return Self.elements(elements)
    }

    /// The elements that the next save inserts.
    public var pendingInsertions: Set<Element> { Self.elements(delta.inserted) }
    /// The elements that the next save removes.
    public var pendingRemovals: Set<Element> { Self.elements(delta.removed) }

    /// The number of elements, with elements that the type cannot hold.
    public var count: Int { visible.count }
    /// Whether there are no elements.
    public var isEmpty: Bool { visible.isEmpty }

    /// Whether an element is present.
    public func contains(_ element: Element) -> Bool {
        let element = element._mergeElement.element
        guard let state = slot.state, case .set(let stored) = state.base, case .set(let delta) = state.delta
        else { return false }
        return (stored.contains(element) || delta.inserted.contains(element))
            && !delta.removed.contains(element)
    }

    /// Iterates over the present elements.
    public func makeIterator() -> Set<Element>.Iterator { value.makeIterator() }

    /// Inserts an element.
    ///
    /// - Parameter element: the element.
    /// - Returns: whether the element is new.
    @discardableResult public func insert(_ element: Element) -> Bool {
        let isNew = !contains(element)
        change(inserting: [element._mergeElement.element])
        return isNew
    }

    /// Removes an element.
    ///
    /// An element that is not present cannot be removed: another context may have inserted it, and it stays.
    ///
    /// - Parameter element: the element.
    /// - Returns: whether the element was present.
    @discardableResult public func remove(_ element: Element) -> Bool {
        let isThere = contains(element)
        if isThere { change(removing: [element._mergeElement.element]) }
        return isThere
    }

    /// Removes all present elements; elements that other contexts insert meanwhile stay.
    public func removeAll() { change(removing: visible) }

    /// Inserts elements.
    ///
    /// - Parameter elements: the elements.
    public func formUnion(_ elements: some Sequence<Element>) {
        change(inserting: Set(elements.map(\._mergeElement.element)))
    }

    /// Removes elements.
    ///
    /// - Parameter elements: the elements; absent ones are ignored.
    public func subtract(_ elements: some Sequence<Element>) {
        change(removing: visible.intersection(elements.map(\._mergeElement.element)))
    }

    /// Makes the set equal to the given one: inserts missing elements and removes surplus ones.
    ///
    /// - Parameter elements: the wanted elements.
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
