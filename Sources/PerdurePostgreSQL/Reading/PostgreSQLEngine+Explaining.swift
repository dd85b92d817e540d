// SPDX-License-Identifier: Apache-2.0
// How the server runs a fetch.

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension PostgreSQLEngine: ExplainingEngine {
    package func explanation(of plan: FetchPlan) throws -> FetchExplanation {
        try engine.explanation(of: plan, word: "EXPLAIN") { $0.text(0) }
    }
}
#endif
