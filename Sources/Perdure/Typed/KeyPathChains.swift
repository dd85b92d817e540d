// SPDX-License-Identifier: Apache-2.0
// Names of Swift key paths through to-one relationships. A key path cannot be taken apart on Linux, so paths are put
// together from the tables of the classes on the way until one is equal.

import Foundation
import PerdurePredicates
import Synchronization

/// Finds the names of key paths with several steps.
enum KeyPathChains {
    /// How many steps a path may have; each multiplies the search.
    private static let longest = 4

    private static let known = Mutex<[Found: String?]>([:])

    private struct Found: Hashable, @unchecked Sendable {
        // Sendable because the key paths that programs write are constants.
        let keyPath: AnyKeyPath
    }

    /// The names of a path, with points between them; nil if no path of the tables is equal to it.
    static func name(of keyPath: AnyKeyPath, in tables: ClassTables) -> String? {
        let key = Found(keyPath: keyPath)
        if let name = known.withLock({ $0[key] }) { return name }
        let name = search(keyPath, tables)
        known.withLock { $0[key] = .some(name) }
        return name
    }

    private static func search(_ keyPath: AnyKeyPath, _ tables: ClassTables) -> String? {
        let value = type(of: keyPath).valueType
        var ends = relationships(tables, from: nil)
        for _ in 1..<longest {
            for end in ends {
                if end.path == keyPath { return end.name }
                // The types are compared first: putting paths together costs an object each.
                for (next, name) in end.tables.keyPathNames.table
                where type(of: next).valueType == value && end.path.appending(path: next) == keyPath {
                    return "\(end.name).\(name)"
                }
            }
            ends = ends.flatMap { relationships($0.tables, from: $0) }
        }
        return nil
    }

    /// A path to an object.
    private struct End {
        let path: AnyKeyPath
        let name: String
        let tables: ClassTables
    }

    private static func relationships(_ tables: ClassTables, from start: End?) -> [End] {
        tables.keyPathNames.table.compactMap { step, name in
            guard let step = objectPath(step), let type = type(of: step).valueType as? NSManagedObject.Type,
                let path = start.map({ $0.path.appending(path: step) }) ?? step
            else { return nil }
            return End(path: path, name: start.map { "\($0.name).\(name)" } ?? name, tables: .of(type))
        }
    }

    /// A path to an object, with `!` behind an optional one; nil for a path to anything else.
    private static func objectPath(_ path: AnyKeyPath) -> AnyKeyPath? {
        let type = type(of: path).valueType
        if type is NSManagedObject.Type { return path }
        return (type as? any ObjectOptional.Type).flatMap { path.appending(path: $0.unwrapping) }
    }
}

/// An optional, whose type can be taken apart.
private protocol ObjectOptional {
    static var unwrapping: AnyKeyPath { get }
}

extension Optional: ObjectOptional where Wrapped: NSManagedObject {
    fileprivate static var unwrapping: AnyKeyPath { \Wrapped?.! }
}
