// SPDX-License-Identifier: Apache-2.0
// SC-46: a transient relationship that a fetch fills.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite struct FetchBackedScenarios {
    private func insertDomain(_ host: String, of client: NSManagedObject, _ context: NSManagedObjectContext) {
        context.insert(
            "Domain", ["host": host, "expires": Date(timeIntervalSinceReferenceDate: 60), "owner": client])
    }

    @Test("SC-46 a cached fetch-backed relationship", arguments: Stack.Kind.allCases)
    func expiringDomains(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Client": Client.self])
        let saved: Client = try scenario.saved("Client", ["name": "c"], as: Client.self)
        for host in ["a.org", "b.org"] { insertDomain(host, of: saved, scenario.a) }
        try scenario.a.save()

        let client = try scenario.twin(saved, in: scenario.b)
        #expect(client.value(forKey: "name") as? String == "c")
        #expect(client.expiringDomains.count == 2)
        #expect(client.expiringDomains.count == 2)
        #expect(client.fetchCount == 1)
        insertDomain("c.org", of: client, scenario.b)
        scenario.b.processPendingChanges()
        #expect(client.expiringDomains.count == 3)
        #expect(client.fetchCount == 2)
        try scenario.b.save()
        #expect(client.expiringDomains.count == 3)
        #expect(client.registrationCount == 1)
    }
}
