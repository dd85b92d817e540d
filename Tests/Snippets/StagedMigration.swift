// SPDX-License-Identifier: Apache-2.0
// The versions of Documentation/StagedMigration.md: names are divided between the second and the third one.

import CoreData
import PerdureMacros

enum V1: DeclaredModelVersion {
    static var entityClasses: [NSManagedObject.Type] { [Reader.self] }

    @ManagedObject final class Reader: NSManagedObject {
        var name: String = ""
    }
}

enum V2: DeclaredModelVersion {
    static var entityClasses: [NSManagedObject.Type] { [Reader.self] }

    @ManagedObject final class Reader: NSManagedObject {
        var name: String = ""
        var given: String?
        var family: String?
    }
}

enum V3: DeclaredModelVersion {
    static var entityClasses: [NSManagedObject.Type] { [Reader.self] }

    @ManagedObject final class Reader: NSManagedObject {
        var given: String?
        var family: String?
    }
}
