// SPDX-License-Identifier: Apache-2.0
// What happens, line by line.

import CoreData

/// Saves movies in a file and looks at them with another context.
struct Story {
    let container: NSPersistentContainer

    init(file: URL) throws {
        let model = NSManagedObjectModel(for: Movie.self, Review.self, Studio.self)
        container = NSPersistentContainer(name: "Movies", managedObjectModel: model)
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    func run() throws {
        try insert()
        try read()
        try refuse()
        try delete()
    }

    private func insert() throws {
        let context = container.viewContext
        let studio = Studio(context: context)
        studio.name = "Mosfilm"
        studio.address.city = "Moscow"
        for (title, year) in [("Solaris", 1972), ("Mirror", 1975), ("Stalker", 1979)] {
            let movie = Movie(context: context)
            movie.title = title
            movie.year = year
            movie.status = .released
            movie.credits.writers = ["Tarkovsky"]
            studio.addToMovies(movie)
        }
        let stalker = studio.movies[2]
        for (text, stars) in [("Slow", 4), ("Wet", 5)] {
            let review = Review(context: context)
            review.text = text
            review.stars = stars
            review.movie = stalker
        }
        try context.save()
        print("saved \(studio.movies.map(\.title)) of \(studio.name), \(studio.address.city)")
        print("\(stalker.title) has \(stalker.reviewCount) reviews, computed by the store")
    }

    private func read() throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let released = Status.released.rawValue
            let movies = try context.fetch(
                Movie.self, where: NSPredicate(format: "year > %d AND status == %@", 1973, released),
                sortedBy: [NSSortDescriptor(key: "year", ascending: false)])
            for movie in movies {
                print("\(movie.year ?? 0) \(movie.title), written by \(movie.credits.writers[0])")
            }
            for studio in try context.fetch(Studio.self, sortedBy: SortDescriptor(\Studio.name)) {
                print("\(studio.name) made \(studio.movies.count) movies")
            }
            let studios = Studio.fetchRequest()
            studios.predicate = NSPredicate(format: "address.city == %@", "Moscow")
            print("studios in Moscow: \(try context.count(for: studios))")
        }
    }

    private func refuse() throws {
        let context = container.newBackgroundContext()
        context.performAndWait {
            let movie = Movie(context: context)
            movie.title = "Solaris"
            movie.year = 1972
            do {
                try context.save()
                print("a second Solaris of 1972 was saved")
            } catch {
                print("a second Solaris of 1972 is refused: error \((error as NSError).code)")
            }
        }
    }

    private func delete() throws {
        let context = container.viewContext
        let request = Movie.fetchRequest()
        request.predicate = NSPredicate(format: "title == %@", "Stalker")
        try context.fetch(request).forEach(context.delete)
        try context.save()
        print("after deleting Stalker: \(try context.count(for: Review.fetchRequest())) reviews")
    }
}
