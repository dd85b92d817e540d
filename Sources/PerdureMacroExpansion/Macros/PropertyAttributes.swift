// SPDX-License-Identifier: Apache-2.0
// The attributes that @ManagedObject gives to a class's properties. The compiler asks for each property and passes the
// whole class each time. The answers for the last class are cached; without the cache large classes would take long.

import SwiftSyntax
import Synchronization

/// Attributes by the names of properties.
enum PropertyAttributes {
    private struct Answers: Sendable {
        var source = ""
        var byName: [String: String] = [:]
    }

    private static let last = Mutex(Answers())

    /// The attributes of a class's properties; properties outside the model and hand-written properties have none.
    static func of(_ type: ClassDeclSyntax, _ node: AttributeSyntax) -> [String: String] {
        let source = node.description + type.description
        let known = last.withLock { $0.source == source ? $0.byName : nil }
        if let known { return known }
        let made = make(type, node)
        last.withLock { $0 = Answers(source: source, byName: made) }
        return made
    }

    private static func make(_ type: ClassDeclSyntax, _ node: AttributeSyntax) -> [String: String] {
        guard ClassCheck.obstacle(type) == nil, let managed = AnnotatedClass(type, node) else { return [:] }
        let own = managed.properties.filter { !$0.isWrittenByHand }
        return Dictionary(
            own.map { ($0.name, ManagedPropertyMacro.attribute(for: $0, of: managed)) },
            uniquingKeysWith: { $1 })
    }
}
