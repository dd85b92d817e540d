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

    /// The names that are known, Apple's included.
    public class func valueTransformerNames() -> [NSValueTransformerName] {
        TransformerTable.shared.names.map { NSValueTransformerName($0) }
    }

    /// The transformer for an attribute; the default one for nil.
    static func named(_ name: String?) -> ValueTransformer? {
        guard let name, !name.isEmpty else { return StandardTransformers.shared.archiving }
        return TransformerTable.shared.transformer(name)
    }
}

/// Carries the initializer that finds a transformer; only ValueTransformer conforms.
public protocol _ValueTransformerFinding {}

extension ValueTransformer: _ValueTransformerFinding {}

extension _ValueTransformerFinding where Self: ValueTransformer {
    /// The transformer that is known by a name; nil for an unknown one.
    ///
    /// Looked for among the registered names, Apple's, then the program's transformer classes.
    ///
    /// - Parameter name: As given to `setValueTransformer(_:forName:)`, one of Apple's, or the name of a transformer
    ///   class, with or without its module.
    public init?(forName name: NSValueTransformerName) {
        guard let found = TransformerTable.shared.transformer(name.rawValue) as? Self else { return nil }
        self = found
    }
}

/// The known transformers.
private final class TransformerTable: @unchecked Sendable {
    // Sendable because the lock guards the dictionary, and transformers are called without changing them.

    static let shared = TransformerTable()
    private let lock = NSLock()
    private var registered: [String: ValueTransformer] = [:]
    /// One of each class that was asked for by its name.
    private var ofClasses: [String: ValueTransformer] = [:]

    func set(_ transformer: ValueTransformer?, _ name: String) {
        lock.withLock { registered[name] = transformer }
    }

    var names: [String] {
        Set(StandardTransformers.shared.byName.keys).union(lock.withLock { registered.keys }).sorted()
    }

    func transformer(_ name: String) -> ValueTransformer? {
        if let known = lock.withLock({ registered[name] ?? ofClasses[name] }) { return known }
        if let standard = StandardTransformers.shared.byName[name] { return standard }
        guard let type = ProgramModules.type(named: name) as? ValueTransformer.Type else { return nil }
        // Made without the lock, because it runs code of the class; of two made at a time the first one stays.
        let made = ValueTransformer.make(type)
        return lock.withLock {
            let one = ofClasses[name] ?? made
            ofClasses[name] = one
            return one
        }
    }
}
