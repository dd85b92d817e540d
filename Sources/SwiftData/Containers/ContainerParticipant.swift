// SPDX-License-Identifier: Apache-2.0
// Stores of a program's own, as far as containers, contexts and identifiers know of them. Stores/ has what they are.

import Foundation
import Perdure

/// The context behind a request.
public struct EditingState: Identifiable, Sendable {
    /// The identities of contexts.
    public typealias ID = UUID
    /// The context's own identity.
    public let id: UUID
    /// The author of the context's saves.
    public var author: String?
}

/// What hears of a container's contexts.
protocol ContainerParticipant: AnyObject {
    /// A context begins.
    func begin(_ state: EditingState)
    /// A context has ended.
    func end(_ state: EditingState)
}

/// A store in a coordinator whose contents and keys are a program's.
protocol ProgramKeyedStore: NSPersistentStore {
    /// The program's name for the store.
    var programIdentifier: String { get }
    /// The program's key of an object.
    func primaryKey(of id: NSManagedObjectID) -> String
    /// Deletes all contents.
    func eraseContents() throws
}
