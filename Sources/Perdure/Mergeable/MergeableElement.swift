// SPDX-License-Identifier: Apache-2.0
// The Swift types that a mergeable set may have as elements.

import Foundation
import PerdureStore

/// A type whose values can be elements of a mergeable set: strings, integers, UUIDs and URLs.
///
/// ## Compatibility
/// An addition.
public protocol MergeableElement: Hashable, Sendable {
    /// The stored form.
    var _mergeElement: _MergeElement { get }
    /// Reads the stored form; nil when it is one of another type.
    init?(_mergeElement: _MergeElement)
}

/// The stored form of an element.
public struct _MergeElement: Sendable {
    let element: MergeElement
}

extension String: MergeableElement {
    /// The stored form.
    public var _mergeElement: _MergeElement { _MergeElement(element: .string(self)) }

    /// Reads the stored form.
    public init?(_mergeElement: _MergeElement) {
        guard case .string(let text) = _mergeElement.element else { return nil }
        self = text
    }
}

extension Int: MergeableElement {
    /// The stored form.
    public var _mergeElement: _MergeElement { _MergeElement(element: .integer(Int64(self))) }

    /// Reads the stored form.
    public init?(_mergeElement: _MergeElement) {
        guard case .integer(let number) = _mergeElement.element else { return nil }
        self = Int(number)
    }
}

extension Int64: MergeableElement {
    /// The stored form.
    public var _mergeElement: _MergeElement { _MergeElement(element: .integer(self)) }

    /// Reads the stored form.
    public init?(_mergeElement: _MergeElement) {
        guard case .integer(let number) = _mergeElement.element else { return nil }
        self = number
    }
}

extension UUID: MergeableElement {
    /// The stored form.
    public var _mergeElement: _MergeElement { _MergeElement(element: .uuid(self)) }

    /// Reads the stored form.
    public init?(_mergeElement: _MergeElement) {
        guard case .uuid(let uuid) = _mergeElement.element else { return nil }
        self = uuid
    }
}

extension URL: MergeableElement {
    /// The stored form.
    public var _mergeElement: _MergeElement { _MergeElement(element: .uri(absoluteString)) }

    /// Reads the stored form.
    public init?(_mergeElement: _MergeElement) {
        guard case .uri(let text) = _mergeElement.element, let url = URL(string: text) else { return nil }
        self = url
    }
}
