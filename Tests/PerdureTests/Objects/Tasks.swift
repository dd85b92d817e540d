// SPDX-License-Identifier: Apache-2.0
// Classes with hooks and validation of their own; for ValidationAtSaveTests.

import Foundation
import Perdure

/// Takes a step in each validation until it is at its limit.
class ClimbingTask: NSManagedObject {
    var log: [String] = []

    override func willSave() {
        super.willSave()
        log.append("willSave")
    }

    override func validateForInsert() throws {
        try super.validateForInsert()
        log.append("validate")
        let steps = value(forKey: "steps") as? Int ?? 0
        if let limit = value(forKey: "limit") as? Int, steps < limit { setValue(steps + 1, forKey: "steps") }
    }
}

/// Counts its saves by primitive writes.
class StampedTask: NSManagedObject {
    override func willSave() {
        super.willSave()
        setPrimitiveValue((primitiveValue(forKey: "steps") as? Int ?? 0) + 1, forKey: "steps")
    }
}

/// Has a rule between two of its properties, combined as Apple's guide does it.
class PlannedTask: NSManagedObject {
    override func validateForInsert() throws { try validate { try super.validateForInsert() } }

    override func validateForUpdate() throws { try validate { try super.validateForUpdate() } }

    private func validate(_ properties: () throws -> Void) throws {
        var errors: [NSError] = []
        do { try properties() } catch let error as NSError { errors.append(error) }
        if let steps = value(forKey: "steps") as? Int, let limit = value(forKey: "limit") as? Int,
            steps > limit
        {
            errors.append(
                NSError(
                    domain: NSCocoaErrorDomain, code: NSManagedObjectValidationError,
                    userInfo: [NSLocalizedDescriptionKey: "more steps than the limit"]))
        }
        if errors.count == 1 { throw errors[0] }
        if errors.isEmpty { return }
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSValidationMultipleErrorsError,
            userInfo: [NSDetailedErrorsKey: errors])
    }
}

/// Says that there are errors, but not which.
class VagueTask: NSManagedObject {
    override func validateForInsert() throws {
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSValidationMultipleErrorsError,
            userInfo: [NSDetailedErrorsKey: [NSError]()])
    }
}
