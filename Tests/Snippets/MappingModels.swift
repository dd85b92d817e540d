// SPDX-License-Identifier: Apache-2.0
// The versions that Documentation/MappingModels.md takes from Documentation/ChangingYourModel.md.

import CoreData
import PerdureMacros

enum V1: DeclaredModelVersion {
    static var entityClasses: [NSManagedObject.Type] { [Reader.self] }

    @ManagedObject final class Reader: NSManagedObject {
        var name: String = ""
    }
}

enum V2: DeclaredModelVersion {
    static var entityClasses: [NSManagedObject.Type] { [Member.self] }

    @ManagedObject(originalName: "Reader") final class Member: NSManagedObject {
        var given: String?
        var family: String?
    }
}
