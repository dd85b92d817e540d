// SPDX-License-Identifier: Apache-2.0
// The value transformers of the process by name. Part of ValueTransformer.swift.

import Foundation

extension ValueTransformer {
    /// Makes a transformer known by a name, or takes it away.
    ///
    /// - Parameters:
    ///   - transformer: The transformer; nil removes the name.
    ///   - name: What attributes call it.
    public class func setValueTransformer(
        _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
        TransformerTable.shared.set(transformer, name.rawValue)
    }

    /// The names that are known, those of the default transformer included.
    public class func valueTransformerNames() -> [NSValueTransformerName] {
        TransformerTable.shared.names.map { NSValueTransformerName($0) }
    }

    /// The transformer for an attribute; the default one for nil.
    static func named(_ name: String?) -> ValueTransformer? {
        guard let name, !name.isEmpty else { return TransformerTable.shared.standard }
        return TransformerTable.shared.transformer(name)
    }
}

/// Carries the initializer that finds a transformer; only ValueTransformer conforms.
public protocol _ValueTransformerFinding {}

extension ValueTransformer: _ValueTransformerFinding {}

extension _ValueTransformerFinding where Self: ValueTransformer {
    /// The transformer that is known by a name; nil for an unknown one.
    ///
    /// ## Compatibility
    /// A class that has the name is not looked for: register an instance of it.
    ///
    /// - Parameter name: As given to `setValueTransformer(_:forName:)`, or one of the default transformer's names.
    public init?(forName name: NSValueTransformerName) {
        guard let found = TransformerTable.shared.transformer(name.rawValue) as? Self else { return nil }
        self = found
    }
}

/// The known transformers.
private final class TransformerTable: @unchecked Sendable {
    // Sendable because the lock guards the dictionary, and transformers are called without changing them.

    static let shared = TransformerTable()
    let standard: ValueTransformer = NSSecureUnarchiveFromDataTransformer()
    /// The names under which Apple's default transformer appears in models.
    private static let standardNames: Set = [
        "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
        "NSSecureUnarchiveFromDataTransformerName", "NSKeyedUnarchiveFromData",
        "NSKeyedUnarchiveFromDataTransformerName",
    ]

    private let lock = NSLock()
    private var registered: [String: ValueTransformer] = [:]

    func set(_ transformer: ValueTransformer?, _ name: String) {
        lock.withLock { registered[name] = transformer }
    }

    var names: [String] { Self.standardNames.union(lock.withLock { registered.keys }).sorted() }

    func transformer(_ name: String) -> ValueTransformer? {
        if let known = lock.withLock({ registered[name] }) { return known }
        if Self.standardNames.contains(name) { return standard }
        return nil
    }
}
