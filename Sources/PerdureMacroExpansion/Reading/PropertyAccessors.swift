// SPDX-License-Identifier: Apache-2.0
// The accessors written in a property's declaration.

import SwiftSyntax

/// The accessors in a property's braces.
struct PropertyAccessors {
    /// Whether the property has a getter of its own.
    private(set) var isComputed = false
    private(set) var isSettable = false
    /// Whether the getter is `async` or `throws`.
    private(set) var hasEffects = false
    /// The keyword of a setter.
    private(set) var setter: AccessorDeclSyntax?
    /// The keyword of the first observer.
    private(set) var observer: TokenSyntax?

    init(_ binding: PatternBindingSyntax) {
        guard let block = binding.accessorBlock else { return }
        if case .accessors(let accessors) = block.accessors {
            for accessor in accessors { read(accessor) }
        } else {
            isComputed = true
        }
    }

    private mutating func read(_ accessor: AccessorDeclSyntax) {
        switch accessor.accessorSpecifier.text {
        case "willSet", "didSet": observer = observer ?? accessor.accessorSpecifier
        case "set", "_modify", "modify":
            isSettable = true
            setter = setter ?? accessor
        default:
            isComputed = true
            if accessor.effectSpecifiers != nil { hasEffects = true }
        }
    }
}
