// SPDX-License-Identifier: Apache-2.0
// Three versions of one schema, for tests of migration plans.

import SwiftData

enum NoteV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model
    final class Note {
        var text: String

        init(text: String) { self.text = text }
    }
}

enum NoteV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model
    final class Note {
        @Attribute(originalName: "text") var body: String
        var length: Int = 0

        init(body: String) { self.body = body }
    }
}

enum NoteV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }

    @Model
    final class Note {
        var body: String
        var length: Int = 0
        var folder: Folder?

        init(body: String) { self.body = body }
    }

    @Model
    final class Folder {
        var name: String
        var notes: [Note] = []

        init(name: String) { self.name = name }
    }
}

/// The first version with an attribute that has become unique.
enum NoteUnique: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 5, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model
    final class Note {
        @Attribute(.unique) var text: String

        init(text: String) { self.text = text }
    }
}

/// Classes of two stores, of which one has a class that is gone in the next version.
enum SplitV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Member.self, Draft.self, Entry.self] }

    @Model
    final class Member {
        var name: String

        init(name: String) { self.name = name }
    }

    @Model
    final class Draft {
        var text: String = "d"

        init() {}
    }

    @Model
    final class Entry {
        var text: String

        init(text: String) { self.text = text }
    }
}

enum SplitV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Member.self, Entry.self] }

    @Model
    final class Member {
        var name: String
        var age: Int = 0

        init(name: String) { self.name = name }
    }

    @Model
    final class Entry {
        var text: String
        var length: Int = 0

        init(text: String) { self.text = text }
    }
}
