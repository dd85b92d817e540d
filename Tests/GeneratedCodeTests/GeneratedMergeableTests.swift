// SPDX-License-Identifier: Apache-2.0
// Attributes that merge in generated classes: `$views` in a class, `visitsCounter` in an extension.

import CoreData
import Foundation
import Testing

@Suite("Generated mergeable attributes") struct GeneratedMergeableTests {
    private let cinema: Cinema
    private let movie: Movie

    init() throws {
        cinema = try Cinema()
        movie = Movie(context: cinema.context)
    }

    @Test("MRG-60 a generated class has the properties and their handles") func definition() throws {
        movie.views = 3
        movie.$views.increment(by: 2)
        #expect(movie.views == 5)
        movie.labels = ["a"]
        movie.$labels.insert("b")
        #expect(movie.labels == ["a", "b"])
        movie.notes = ["k": 1]
        movie.$notes.increment("k")
        #expect(movie.notes["k"] as? Int == 2)
        movie.motto = "on"
        movie.$motto.value = "off"
        #expect(movie.motto == "off")
        #expect(movie.$motto.isPending)
        #expect(movie.value(forKey: "views") as? Int == 5)
        #expect(movie.value(forKey: "labels") as? Set<String> == ["a", "b"])
        movie.setValue(9, forKey: "views")
        #expect(movie.views == 9)
        #expect(movie.primitiveViews == 9)
        #expect(movie.primitiveLabels == ["a", "b"])
    }

    @Test("MRG-60 a wrapped property takes no room in the object, and has its key path") func layout() {
        #expect(MemoryLayout<_MergeableProperty<Movie._Merging_views>>.size == 0)
        movie[keyPath: \.views] = 4
        #expect(movie[keyPath: \Movie.views] == 4)
        #expect(NSSortDescriptor(keyPath: \Movie.views, ascending: true).key == "views")
    }

    @Test("MRG-60 an extension has named handles, because it cannot have wrappers") func category() {
        let person = Person(context: cinema.context)
        #expect(person.visits == nil)
        person.visitsCounter.increment()
        #expect(person.visits == 1)
        person.visits = 5
        #expect(person.visitsCounter.value == 5)
        person.nicknamesSet.insert("x")
        #expect(person.nicknames == ["x"])
        let actor = Actor(context: cinema.context)
        actor.visitsCounter.increment(by: 2)
        #expect(actor.visitsCounter.value == 2)
    }
}
