// SPDX-License-Identifier: Apache-2.0
// The program's name for a generation. Stores/Generations/StoreGeneration.swift is the generation itself;
// NSManagedObjectContext+Generations.swift pins contexts.

import Foundation
import PerdureFoundationGaps

/// The name of one state of a coordinator's stores.
///
/// The state stays readable while a token or a pinned context refers to it. Meanwhile the store's WAL cannot restart
/// from its beginning, and its `-wal` file grows: release tokens that you no longer need. Tokens may be used on any
/// thread.
///
/// ## Compatibility
/// A token can be archived, but a state does not outlive the process: `setQueryGenerationFrom(_:)` refuses an
/// unarchived token, except `current`.
open class NSQueryGenerationToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Sendable because nothing changes after init; the pin guards its own state.

    private enum Meaning {
        case current
        case pinned(GenerationPin)
        /// From an archive.
        case lost
    }

    private let meaning: Meaning

    private init(_ meaning: Meaning) { self.meaning = meaning }

    /// Makes the token of a pin.
    convenience init(_ pin: GenerationPin) { self.init(.pinned(pin)) }

    private static let currentToken = NSQueryGenerationToken(.current)

    /// The newest state at the time of the next read.
    open class var current: NSQueryGenerationToken { currentToken }

    /// The pin of a token for contexts of a coordinator.
    ///
    /// - Throws: 134070 when the token's state cannot be read there.
    final func pin(for coordinator: NSPersistentStoreCoordinator) throws -> GenerationPin {
        switch meaning {
        case .current: return GenerationPin(coordinator)
        case .lost: throw GenerationErrors.unarchived
        case .pinned(let pin):
            guard pin.belongs(to: coordinator) else { throw GenerationErrors.foreign }
            guard pin.known?.isComplete(in: coordinator.engineStores) ?? true else {
                throw GenerationErrors.removedStore
            }
            return pin
        }
    }

    // MARK: Equality

    /// Whether both tokens name the same state.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSQueryGenerationToken else { return false }
        switch (meaning, other.meaning) {
        case (.current, .current): return true
        case (.pinned(let pin), .pinned(let otherPin)): return pin === otherPin
        default: return self === other
        }
    }

    /// Equal for equal tokens.
    open override var hash: Int {
        switch meaning {
        case .current: 1
        case .pinned(let pin): ObjectIdentifier(pin).hashValue
        case .lost: ObjectIdentifier(self).hashValue
        }
    }

    /// The token's meaning, for people who debug.
    open override var description: String {
        switch meaning {
        case .current: "<NSQueryGenerationToken: the newest generation>"
        case .pinned(let pin): "<NSQueryGenerationToken: \(ObjectIdentifier(pin))>"
        case .lost: "<NSQueryGenerationToken: of an archive>"
        }
    }

    // MARK: Copies and archives

    /// A token never changes: returns the receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true.
    open class var supportsSecureCoding: Bool { true }

    private static let currentKey = "current"

    /// Writes whether the token is `current`; the state of any other token cannot be archived.
    open func encode(with coder: NSCoder) {
        if case .current = meaning { coder.encode(true, forKey: Self.currentKey) }
    }

    /// Reads a token; it names no state unless it is `current`.
    public required init?(coder: NSCoder) {
        meaning = coder.decodeBool(forKey: Self.currentKey) ? .current : .lost
        super.init()
    }
}

extension NSQueryGenerationToken: CustomReflectable {
    /// The description in place of the fields, which lead to rows and models.
    public var customMirror: Mirror { Mirror(summaryOf: self, description) }
}

/// Why a context cannot be pinned.
enum GenerationErrors {
    static var unarchived: NSError {
        error(
            "The query generation token comes from an archive. The state that it named ended with its process. "
                + "Use NSQueryGenerationToken.current.")
    }

    static var foreign: NSError {
        error(
            "The query generation token belongs to another persistent store coordinator. Use a token of a context "
                + "of the same coordinator.")
    }

    static var removedStore: NSError {
        error(
            "A store whose state the query generation token names was removed from the coordinator. "
                + "Use NSQueryGenerationToken.current.")
    }

    private static func error(_ text: String) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreOperationError,
            userInfo: [NSLocalizedDescriptionKey: text])
    }
}
