// SPDX-License-Identifier: Apache-2.0
// New models of one unique value that are one row after the save: the context that saved them shows the members of all.

import PerdureTestSupport
import SwiftData
import Testing

@Model
final class Film {
    var title: String
    @Relationship(inverse: \FilmGenre.films) var genres: [FilmGenre] = []

    init(_ title: String) { self.title = title }
}

@Model
final class FilmGenre {
    @Attribute(.unique) var name: String
    var films: [Film] = []

    init(_ name: String) { self.name = name }
}

@Suite struct UnitedMemberTests {
    /// Saves films that each have a new genre of the same name.
    private func saved(_ count: Int) throws -> ModelContext {
        let container = try ModelContainer(
            for: Film.self, FilmGenre.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        for index in 0..<count {
            let film = Film("f\(index)")
            film.genres = [FilmGenre("drama")]
            context.insert(film)
        }
        try context.save()
        return context
    }

    private func drama(_ context: ModelContext) throws -> FilmGenre {
        let all = try context.fetch(FetchDescriptor<FilmGenre>())
        #expect(all.count == 1)
        return try #require(all.first)
    }

    @Test("SD-84 SD-85 the context that saved shows the members of all the models that became one")
    func members() throws {
        let context = try saved(5)
        let genre = try drama(context)
        #expect(genre.films.map(\.title).sorted() == ["f0", "f1", "f2", "f3", "f4"])
        #expect(try context.fetch(FetchDescriptor<Film>()).allSatisfy { $0.genres == [genre] })
        let full = FetchDescriptor<FilmGenre>(predicate: #Predicate { $0.films.count == 5 })
        #expect(try context.fetchCount(full) == 1 && genre.modelContext === context)
        let other = ModelContext(context.container)
        let found = try drama(other)
        withExtendedLifetime(other) { #expect(found.films.count == 5) }
    }

    @Test("SD-84 SD-72 removing all members removes those of all the models that became one")
    func removal() throws {
        let context = try saved(3)
        try drama(context).films.removeAll()
        #expect(try context.fetch(FetchDescriptor<Film>()).allSatisfy(\.genres.isEmpty))
        try context.save()
        let other = ModelContext(context.container)
        let found = try drama(other)
        withExtendedLifetime(other) { #expect(found.films.isEmpty) }
    }
}
