// SPDX-License-Identifier: Apache-2.0
// An object that stands for "set to nil" in a transient attribute whose nil means "not changed".

import Foundation
import Perdure

/// The value of a transient attribute that says "set to nil", where nil itself says "not changed".
///
/// A class that keeps a snapshot in an instance variable and the change in a transient attribute needs both:
///
/// ```swift
/// var color: Color? {
///     get {
///         willAccessValue(forKey: "color")
///         defer { didAccessValue(forKey: "color") }
///         guard let change = primitiveValue(forKey: "color") else { return colorSnapshot }
///         return change is ExplicitNil ? nil : change as? Color
///     }
///     set {
///         willChangeValue(forKey: "color")
///         setPrimitiveValue(newValue ?? ExplicitNil.value, forKey: "color")
///         didChangeValue(forKey: "color")
///     }
/// }
/// ```
///
/// There is one object of this class, and it equals only itself. An attribute keeps it through `refresh(_:mergeChanges:
/// true)` and undo. It costs no store access.
///
/// ## Compatibility
/// An addition. `NSNull` does not work: refreshing turns a transient that holds it into nil. A constant string does not
/// work either: equal strings may be one object.
public final class ExplicitNil: NSObject, Sendable {
    /// The only object of the class.
    public static let value = ExplicitNil()

    private override init() {}

    public override func isEqual(_ object: Any?) -> Bool { object as AnyObject? === self }
    public override var hash: Int { ObjectIdentifier(self).hashValue }
    public override var description: String { "ExplicitNil" }
}
