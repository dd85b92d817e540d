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

    // The compiler asks on one thread, tests on many. No mutex: the thread sanitizer does not see that of Synchronization wait
    // on Linux, and the plugin loads no Foundation.
    private static let isInUse = Atomic(false)
    nonisolated(unsafe) private static var last = Answers()

    /// The attributes of a class's properties; properties outside the model and hand-written properties have none.
    static func of(_ type: ClassDeclSyntax, _ node: AttributeSyntax) -> [String: String] {
        // Whoever comes while another one looks makes answers of its own.
        guard !isInUse.exchange(true, ordering: .acquiring) else { return make(type, node) }
        defer { isInUse.store(false, ordering: .releasing) }
        let source = node.description + type.description
        if last.source != source { last = Answers(source: source, byName: make(type, node)) }
        return last.byName
    }

    private static func make(_ type: ClassDeclSyntax, _ node: AttributeSyntax) -> [String: String] {
        guard ClassCheck.obstacle(type) == nil, let managed = AnnotatedClass(type, node) else { return [:] }
        let own = managed.properties.filter { !$0.isWrittenByHand }
        return Dictionary(
            own.map { ($0.name, ManagedPropertyMacro.attribute(for: $0, of: managed)) },
            uniquingKeysWith: { $1 })
    }
}
