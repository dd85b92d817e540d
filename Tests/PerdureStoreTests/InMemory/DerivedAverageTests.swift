// SPDX-License-Identifier: Apache-2.0
// Aggregates of derived attributes in memory, of members some of which have no value.

import PerdurePredicates
import Testing

@testable import PerdureStore

@Suite("In-memory engine: aggregates of members without values") struct DerivedAverageTests {
    private func result(_ aggregate: DerivationForm.Aggregate, _ values: [StoredValue]) -> StoredValue? {
        DerivedAggregate(aggregate: aggregate, source: .integer64).result(of: values)
    }

    @Test("an average, a smallest and a largest leave them out, a count does not")
    func missingValues() {
        let values: [StoredValue] = [.null, .integer(2), .null, .integer(4)]
        #expect(result(.average, values) == .double(3))
        #expect(result(.sum, values) == .integer(6))
        #expect(result(.minimum, values) == .integer(2) && result(.maximum, values) == .integer(4))
        #expect(result(.count, values) == .integer(4))
        #expect(result(.average, [.null]) == .null && result(.sum, []) == .integer(0))
    }
}
