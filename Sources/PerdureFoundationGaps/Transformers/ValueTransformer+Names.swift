// SPDX-License-Identifier: Apache-2.0
// The value transformers of the process by name. Part of ValueTransformer.swift.

import Foundation

extension ValueTransformer {
    /// Registers a transformer by a name, or removes the registration.
    ///
    /// - Parameters:
    ///   - transformer: The transformer; nil removes the name.
    ///   - name: The name that attributes use.
    public class func setValueTransformer(
        _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
        TransformerTable.shared.set(transformer, name.rawValue)
    }

    /// The registered names, Apple's included.
    public class func valueTransformerNames() -> [NSValueTransformerName] {
        TransformerTable.shared.names.map { NSValueTransformerName($0) }
    }

    /// The transformer for an attribute; the default one for nil.
    package static func named(_ name: String?) -> ValueTransformer? {
        guard let name, !name.isEmpty else { return StandardTransformers.shared.archiving }
        return TransformerTable.shared.transformer(name)
    }
}

/// Declares the initializer that finds a transformer; only ValueTransformer conforms.
public protocol _ValueTransformerFinding {}

extension ValueTransformer: _ValueTransformerFinding {}

extension _ValueTransformerFinding where Self: ValueTransformer {
    /// The transformer with a name; nil for an unknown name.
    ///
    /// The search covers the registered names, then Apple's names, then the program's transformer classes.
    ///
    /// - Parameter name: A name given to `setValueTransformer(_:forName:)`, one of Apple's names, or the name of a transformer
    ///   class, with or without its module.
    public init?(forName name: NSValueTransformerName) {
        guard let found = TransformerTable.shared.transformer(name.rawValue) as? Self else { return nil }
        self = found
    }
}

/// The registered transformers.
private final class TransformerTable: @unchecked Sendable {
    // Sendable because the lock guards the dictionary, and transformers are called without changing them.

    static let shared = TransformerTable()
    private let lock = NSLock()
    private var registered: [String: ValueTransformer] = [:]
    /// One transformer of each class that was requested by its name.
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
        // The transformer is made without the lock, because that runs code of the class. When two threads make one, the first
        // stays.
        let made = ValueTransformer.make(type)
        return lock.withLock {
            let one = ofClasses[name] ?? made
            ofClasses[name] = one
            return one
        }
    }
}
