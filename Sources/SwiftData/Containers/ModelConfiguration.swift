// SPDX-License-Identifier: Apache-2.0
// Where a container keeps models of some classes.

import Foundation
import Perdure

/// A store of a container: its place, its entities, and whether it may be written.
public struct ModelConfiguration: Identifiable, Hashable, Sendable, CustomDebugStringConvertible {
    /// Where groups of applications keep files; on Linux a folder of the user.
    public struct GroupContainer: Sendable, Hashable {
        let name: String?
        /// The data folder.
        public static var automatic: GroupContainer { GroupContainer(name: nil) }
        /// The data folder.
        public static var none: GroupContainer { GroupContainer(name: nil) }
        /// A folder with the group's name.
        public static func identifier(_ groupName: String) -> GroupContainer {
            GroupContainer(name: groupName)
        }
    }

    /// A database of CloudKit; kept, and without effect on Linux.
    public struct CloudKitDatabase: Sendable, Hashable {
        let name: String?
        /// No database.
        public static var automatic: CloudKitDatabase { CloudKitDatabase(name: nil) }
        /// No database.
        public static var none: CloudKitDatabase { CloudKitDatabase(name: nil) }
        /// A database by its name.
        public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
            CloudKitDatabase(name: privateDBName)
        }
    }

    /// The name; "default" for a configuration without one.
    public let name: String
    /// The place of the file; `/dev/null` for a store in memory.
    public let url: URL
    /// The classes of the store; nil for all of the container.
    public var schema: Schema?
    /// Whether the store may be written.
    public let allowsSave: Bool
    /// Whether nothing is written.
    public let isStoredInMemoryOnly: Bool
    /// The group.
    public let groupContainer: GroupContainer
    /// The database of CloudKit.
    public let cloudKitDatabase: CloudKitDatabase

    /// Whether saves leave a history: for files yes, for a server no, unless it is asked for.
    ///
    /// On a server saves with a history come one after the other.
    ///
    /// ## Compatibility
    /// An addition.
    public var keepsHistory: Bool

    /// The place.
    public var id: URL { url }
    /// The group's name.
    public var groupAppContainerIdentifier: String? { groupContainer.name }
    /// Nil: there is no CloudKit on Linux.
    public var cloudKitContainerIdentifier: String? { nil }

    /// A configuration for all classes in the default place.
    public init(isStoredInMemoryOnly: Bool = false) {
        self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// A configuration for some classes in the default place.
    public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// A configuration in the place that its name gives.
    public init(
        _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
        allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.name = name ?? "default"
        self.schema = schema
        self.isStoredInMemoryOnly = isStoredInMemoryOnly
        self.allowsSave = allowsSave
        self.groupContainer = groupContainer
        self.cloudKitDatabase = cloudKitDatabase
        keepsHistory = true
        url =
            isStoredInMemoryOnly
            ? Self.nowhere : Self.folder(groupContainer).appendingPathComponent("\(self.name).store")
    }

    /// A configuration in a place of the program's own: a file, or with the package trait PostgreSQL the URL of a server.
    public init(
        _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.name = name ?? "default"
        self.schema = schema
        self.url = url
        keepsHistory = !Self.isServer(url)
        self.allowsSave = allowsSave
        self.cloudKitDatabase = cloudKitDatabase
        groupContainer = .none
        isStoredInMemoryOnly = !Self.isServer(url) && url.path == Self.nowhere.path
    }

    /// Whether a database of CloudKit is asked for by its name.
    var namesCloudDatabase: Bool { cloudKitDatabase.name != nil }

    private static let nowhere = URL(fileURLWithPath: "/dev/null")

    private static func folder(_ group: GroupContainer) -> URL {
        let base = NSPersistentContainer.defaultDirectoryURL()
        return group.name.map { base.deletingLastPathComponent().appendingPathComponent($0) } ?? base
    }

    /// Checks the name of the file.
    ///
    /// - Throws: `SwiftDataError` where the name is no file's name.
    public func validate() throws {
        if name.contains("/") || name.contains("\0") {
            throw SwiftDataError(
                .configurationFileNameContainsInvalidCharacters, "\"\(name)\" is no file's name.")
        }
        if !isOnServer, url.lastPathComponent.utf8.count > 255 {
            throw SwiftDataError(
                .configurationFileNameTooLong, "\"\(name)\" has more than 255 bytes with its suffix.")
        }
    }

    /// Whether both have one name and one place.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.name == rhs.name && lhs.url == rhs.url && lhs.allowsSave == rhs.allowsSave
            && lhs.schema == rhs.schema
    }

    /// Hashes name and place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(url)
    }

    /// Name and place, for people who debug.
    public var debugDescription: String { "ModelConfiguration(name: \(name), url: \(shownURL))" }

    /// The place without what may be secret.
    var shownURL: String {
        guard isOnServer, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            return url.absoluteString
        }
        (parts.password, parts.query) = (nil, nil)
        return parts.string ?? name
    }
}
