// SPDX-License-Identifier: Apache-2.0
// The two versions of a schema whose stores Apple's SwiftData wrote (App-1_0_0.sqlite and App-2_0_0.sqlite).

import SwiftData

enum UserV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [User.self] }

    @Model
    final class User {
        var name: String?
        var createdAt: Date?

        init(name: String?) { self.name = name }
    }
}

enum UserV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [User.self] }

    @Model
    final class User {
        var name: String?
        var createdAt: Date?
        var email: String?

        init(name: String?) { self.name = name }
    }
}
