// SPDX-License-Identifier: Apache-2.0
// Relationships whose default is a new model of a class that leads back.

import SwiftData
import Testing

@Model
final class Tenant {
    var name: String = "new"
    var lease: Lease? = Lease()
    var keys: [HouseKey] = [HouseKey(), HouseKey()]

    init() {}
}

@Model
final class Lease {
    var tenant: Tenant?
    var rent: Int = 100

    init() {}
}

@Model
final class HouseKey {
    var tenant: Tenant?

    init() {}
}

@Suite struct DefaultModelTests {
    @Test("SD-5 SD-31 a relationship's default is for new objects, and its class may lead back")
    func defaults() throws {
        let schema = Schema([Tenant.self])
        #expect(schema.entities.map(\.name).sorted() == ["HouseKey", "Lease", "Tenant"])
        #expect(schema.entity(for: Tenant.self)?.attributesByName["name"]?.defaultValue as? String == "new")
        let container = try ModelContainer(
            for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let tenants = [Tenant(), Tenant()]
        for tenant in tenants { context.insert(tenant) }
        try context.save()
        #expect(tenants[0].lease?.rent == 100 && tenants[0].lease !== tenants[1].lease)
        let second = ModelContext(container)
        let found = try second.fetch(FetchDescriptor<Tenant>())
        #expect(found.map(\.keys.count) == [2, 2])
        #expect(found.allSatisfy { $0.lease?.tenant === $0 })
        #expect(try second.fetchCount(FetchDescriptor<Lease>()) == 2)
    }
}
