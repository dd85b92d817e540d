// SPDX-License-Identifier: Apache-2.0
// The step of an opening that judges the store's triggers, and has them judged again after commits of other processes.
// TriggerReview.swift judges.

/// Judges the triggers of a store that is opened for writing.
enum TriggerReviewing: StoreOpeningStep {
    static func run(_ store: MappedStore) throws {
        if try !store.review.run(store.writer) { try store.forgetTriggers() }
        store.writer.schemaReview = store.review
    }
}
