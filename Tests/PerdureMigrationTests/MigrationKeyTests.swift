// SPDX-License-Identifier: Apache-2.0
// The names that mapping models use in their expressions.

import CoreData
import Testing

@Suite struct MigrationKeyTests {
    @Test("MIG-80 the variables of expressions have Apple's names")
    func names() {
        #expect(NSMigrationManagerKey == "manager")
        #expect(NSMigrationSourceObjectKey == "source")
        #expect(NSMigrationDestinationObjectKey == "destination")
        #expect(NSMigrationEntityMappingKey == "entityMapping")
        #expect(NSMigrationPropertyMappingKey == "propertyMapping")
        #expect(NSMigrationEntityPolicyKey == "entityPolicy")
    }
}
