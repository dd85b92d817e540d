// SPDX-License-Identifier: Apache-2.0
// What the checker says of every real store: nothing, or what is really wrong with the file.

import Foundation
import Perdure
import PerdureSQLite
import PerdureTestSupport
import Testing

@Suite("Faults of real stores", .enabled(if: Fixtures.isAvailable, "the fixtures are not beside the project"))
struct StoreFaultTests {
    @Test("STO-65 a real store is sound, or its faults are known", arguments: FixtureStore.all)
    func faults(_ store: FixtureStore) throws {
        let folder = try TemporaryFolder()
        let copy = try folder.copyStore(store.url)
        let model = try store.model(of: copy)
        try model.freeze()
        let problems = try SQLiteStoreChecker.check(path: copy.path, schema: model.schema)
        let expected = Self.faults.first { store.path.hasSuffix($0.key) }?.value ?? []
        #expect(problems.map(\.description).sorted() == expected.sorted())
    }

    /// Every fault of every file; the stores that are not named have none.
    private static let faults = [
        // Photos deleted persons, but not the pairs that name them.
        "Test-15.4.1.photoslibrary/database/Photos.sqlite": [12, 14, 15, 16, 17, 18, 20].map {
            "error: Z_54MERGECANDIDATES: a pair points in REFLEXIVE at row \($0) of ZPERSON, which is not there"
        },
        // The application's own tests wrote these rows by hand.
        "ArtsyPartner_1.3.sqlite": [
            "error: ZARTWORK, row 1: is of entity 3, which has no objects in this table",
            "error: Z_PRIMARYKEY: Z_MAX of Artwork is 0, though the key 1 is in use",
            "error: ZARTWORK, row 1: points in ZARTIST at row 1 of ZARTIST, which is not there",
        ],
        "ArtsyPartner_1.4.sqlite": [
            "error: Z_PRIMARYKEY: Z_MAX of Artist is -1, though the key 4 is in use",
            "error: Z_PRIMARYKEY: Z_MAX of Partner is -1, though the key 1 is in use",
        ],
        "ArtsyPartner_2.0.sqlite": [
            "error: ZARTWORK, row 1: is of entity 1, which has no objects in this table",
            "error: Z_PRIMARYKEY: Z_MAX of Artwork is 0, though the key 1 is in use",
            "error: ZARTWORK, row 1: points in ZARTIST at row 0 of ZARTIST, which is not there",
            "error: ZARTWORK, row 1: points in ZMAINIMAGE at row 0 of ZIMAGE, which is not there",
            "error: ZARTWORK, row 1: points in ZNOTES at row 0 of ZNOTE, which is not there",
            "error: ZARTWORK, row 1: points in ZPARTNER at row 0 of ZPARTNER, which is not there",
        ],
    ]
}
