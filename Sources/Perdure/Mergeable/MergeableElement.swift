// SPDX-License-Identifier: Apache-2.0
// The Swift types that a mergeable set may have as elements.

import Foundation
import PerdureStore

/// A type whose values can be elements of a mergeable set: strings, integers, UUIDs, URLs, and enumerations of them.
///
/// ```swift
/// enum Badge: String, MergeableElement { case new, hot }
/// ```
///
/// Reading the set leaves out raw values that an enumeration lacks; they stay in the store.
///
/// ## Compatibility
/// An addition.
public protocol MergeableElement: Hashable, Sendable {
    /// The elements' type in the model.
    static var _elementType: MergeElementType { get }
    /// The stored form.
    var _mergeElement: _MergeElement { get }
    /// Reads the stored form; nil for a value that the type cannot hold.
    init?(_mergeElement: _MergeElement)
}

/// The stored form of an element.
public struct _MergeElement: Sendable {
    let element: MergeElement
}

extension MergeableElement where Self: RawRepresentable, RawValue: MergeableElement {
    /// The type of the raw values.
    public static var _elementType: MergeElementType { RawValue._elementType }
    /// The stored form of the raw value.
    public var _mergeElement: _MergeElement { rawValue._mergeElement }

    /// The case with a raw value.
    public init?(_mergeElement: _MergeElement) {
        guard let raw = RawValue(_mergeElement: _mergeElement) else { return nil }
        self.init(rawValue: raw)
    }
}

extension String: MergeableElement {
    /// The type in the model.
    public static var _elementType: MergeElementType { .string }
    /// The stored form.
    public var _mergeElement: _MergeElement { _MergeElement(element: .string(self)) }

    /// Reads the stored form.
    public init?(_mergeElement: _MergeElement) {
        guard case .string(let text) = _mergeElement.element else { return nil }
        self = text
    }
}

extension MergeableElement where Self: FixedWidthInteger {
    /// The type in the model.
    public static var _elementType: MergeElementType { .integer }
    /// The stored form.
    public var _mergeElement: _MergeElement { _MergeElement(element: .integer(Int64(self))) }

    /// Reads the stored form; nil for a number that the type cannot hold.
    public init?(_mergeElement: _MergeElement) {
        guard case .integer(let number) = _mergeElement.element else { return nil }
        self.init(exactly: number)
    }
}

extension Int: MergeableElement {}
extension Int16: MergeableElement {}
extension Int32: MergeableElement {}
extension Int64: MergeableElement {}

extension UUID: MergeableElement {
    /// The type in the model.
    public static var _elementType: MergeElementType { .uuid }
    /// The stored form.
    public var _mergeElement: _MergeElement { _MergeElement(element: .uuid(self)) }

    /// Reads the stored form.
    public init?(_mergeElement: _MergeElement) {
        guard case .uuid(let uuid) = _mergeElement.element else { return nil }
        self = uuid
    }
}

extension URL: MergeableElement {
    /// The type in the model.
    public static var _elementType: MergeElementType { .uri }
    /// The stored form.
    public var _mergeElement: _MergeElement { _MergeElement(element: .uri(absoluteString)) }

    /// Reads the stored form.
    public init?(_mergeElement: _MergeElement) {
        guard case .uri(let text) = _mergeElement.element, let url = URL(string: text) else { return nil }
        self = url
    }
}
