// SPDX-License-Identifier: Apache-2.0
// A store with a context that writes, and readers that see only what was saved: through a coordinator of their
// own where there is a file.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A store to write in and to read from.
final class Desk {
    let stack: Stack
    let context: NSManagedObjectContext
    /// Kept, because objects do not keep their contexts alive.
    private var readers: [NSManagedObjectContext] = []
    private var reopened: [Stack] = []

    init(_ kind: Stack.Kind, _ model: NSManagedObjectModel, _ policy: NSMergePolicy = .error) throws {
        stack = try Stack(kind, model)
        context = stack.context(policy)
    }

    /// A context of the same coordinator.
    func neighbour(_ policy: NSMergePolicy = .error) -> NSManagedObjectContext {
        readers.append(stack.context(policy))
        return readers[readers.count - 1]
    }

    /// A context that knows nothing but the store; on a file, of a coordinator of its own.
    func reader() throws -> NSManagedObjectContext {
        guard let url = stack.url else { return neighbour() }
        let model = try #require(stack.coordinator.managedObjectModel.copy() as? NSManagedObjectModel)
        let other = try Stack(at: url, model)
        reopened.append(other)
        readers.append(other.context())
        return readers[readers.count - 1]
    }

    /// The one object of an entity, as a reader finds it.
    func saved(_ entity: String, _ format: String? = nil) throws -> NSManagedObject {
        let found = try reader().all(entity, format)
        try #require(found.count == 1)
        return found[0]
    }

    /// The error of a save; nil when it succeeds.
    func saveError() -> NSError? {
        do { try context.save() } catch { return error as NSError }
        return nil
    }

    /// A value of the file, read past our own engine; nil for a store in memory.
    func raw(_ sql: String) throws -> String? { try stack.url.flatMap { try RawDatabase($0).value(sql) } }
}

/// The reason of the exception that a body throws; "" when it throws none.
func exceptionReason(_ body: () throws -> Void) -> String {
    do { try body() } catch { return (error as? CoreDataException)?.reason ?? "no exception: \(error)" }
    return ""
}
