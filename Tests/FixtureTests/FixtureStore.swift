// SPDX-License-Identifier: Apache-2.0
// The real stores of the fixtures and how each finds its model. OpenedStore.swift opens a copy of one.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// One store that Apple's tools wrote.
struct FixtureStore: Sendable, CustomTestStringConvertible {
    /// Relative to the fixtures' folder.
    let path: String

    var testDescription: String { path }
    var url: URL { Fixtures.url(path) }

    static let all = Fixtures.files(in: "stores", where: Fixtures.isStore).map(FixtureStore.init)

    /// The first store whose path contains a text.
    static func containing(_ text: String) throws -> FixtureStore {
        guard let store = all.first(where: { $0.path.contains(text) }) else {
            throw FixtureProblem("no store's path contains \(text)")
        }
        return store
    }

    /// The model: the store's own cache, else the source that pairs.tsv names, else one made in code.
    func model(of copy: URL) throws -> NSManagedObjectModel {
        if let cached = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: copy, options: nil)
        {
            return cached
        }
        if let source = try sourceOfModel() {
            return try NSManagedObjectModel.load(contentsOf: Fixtures.url(source))
        }
        if path == Self.twitterStore {
            return try NSManagedObjectModel.load(contentsOf: Fixtures.url(Self.twitterModel))
        }
        guard let names = Self.namesOfTwitterModels[path] else {
            throw FixtureProblem("\(path) has neither a model cache nor a known model")
        }
        return NSManagedObjectModel.twitter(status: names.status, user: names.user)
    }

    /// The model source of pairs.tsv, relative to the fixtures' folder.
    func sourceOfModel() throws -> String? {
        try Fixtures.table("pairs.tsv").first { $0["reference"] == path && $0["what"] == "store" }?["source"]
    }

    /// A store whose only source is in the format before Xcode 4.
    private static let twitterStore =
        "stores/RestKit__RestKit/Examples/RKTwitterCoreData/RKSeedDatabase.sqlite"
    private static let twitterModel =
        "models/RestKit__RestKit/Examples/RKTwitterCoreData/Resources/RKTwitterCoreData.xcdatamodel"

    /// A store of an earlier version of that source, which is not at hand.
    private static let namesOfTwitterModels = [
        "stores/RestKit__RestKit/_history/c52475d1/Examples/RKTwitterCoreData/RKSeedDatabase.sqlite": (
            status: "RKTStatus", user: "RKTUser"
        )
    ]
}

struct FixtureProblem: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
