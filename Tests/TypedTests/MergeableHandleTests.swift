// SPDX-License-Identifier: Apache-2.0
// Handles of mergeable attributes: what they show, change and refuse, and what comes out when two contexts save.

import Foundation
import PerdureMacros
import PerdureTestSupport
import Testing

@Suite("Handles of mergeable attributes")
struct MergeableHandleTests {
    /// Two contexts with one post.
    private final class Two {
        let stack: Stack
        let contexts: [NSManagedObjectContext]
        let a: Post
        let b: Post

        init(_ kind: Stack.Kind, _ prepare: (Post) -> Void) throws {
            stack = try Stack(kind, NSManagedObjectModel(for: Article.self))
            let context = stack.context()
            prepare(Post(context: context))
            try context.save()
            contexts = [stack.context(), stack.context()]
            a = try Self.read(contexts[0])
            b = try Self.read(contexts[1])
        }

        private static func read(_ context: NSManagedObjectContext) throws -> Post {
            let post = try #require(try context.fetch(Post.fetchRequest()).first)
            _ = post.title
            return post
        }

        func save() throws { for context in contexts { try context.save() } }

        /// Shows a post in a third context.
        func stored<T>(_ body: (Post) throws -> T) throws -> T {
            let context = stack.context()
            return try withExtendedLifetime(context) { try body(Self.read(context)) }
        }
    }

    private func pair(_ kind: Stack.Kind = .inMemory, _ prepare: (Post) -> Void = { _ in }) throws -> Two {
        try Two(kind, prepare)
    }

    // MARK: Counters

    @Test("MRG-61 increments of two contexts add up", arguments: Stack.Kind.allCases)
    func increments(_ kind: Stack.Kind) throws {
        let two = try pair(kind) { $0.likes = 10 }
        two.a.$likes.increment(by: 2)
        two.b.$likes.increment(by: 4)
        two.b.$likes.decrement()
        #expect(two.a.likes == 12)
        #expect(two.b.$likes.value == 13)
        #expect(two.b.$likes.storedValue == 10)
        #expect(two.b.$likes.pendingAmount == 3)
        try two.save()
        #expect(try two.stored { $0.likes } == 15)
        #expect(two.b.likes == 15)
        #expect(two.b.$likes.pendingAmount == 0)
    }

    @Test("MRG-61 plain assignment adds the difference, assign replaces", arguments: Stack.Kind.allCases)
    func assignments(_ kind: Stack.Kind) throws {
        let plain = try pair(kind) { $0.likes = 10 }
        plain.a.$likes.increment()
        plain.b.likes = 5
        #expect(plain.b.$likes.pendingAmount == -5)
        try plain.save()
        #expect(try plain.stored(\.likes) == 6)
        let absolute = try pair(kind) { $0.likes = 10 }
        absolute.a.$likes.increment()
        absolute.b.$likes.assign(5)
        #expect(absolute.b.$likes.pendingAmount == nil)
        #expect(absolute.b.likes == 5)
        try absolute.save()
        #expect(try absolute.stored(\.likes) == 5)
    }

    @Test("MRG-20 counters of every number type") func numberTypes() throws {
        let two = try pair { $0.price = Decimal(string: "1.10")! }
        let post = two.a
        #expect(post.$score.value == nil)
        post.$score.increment(by: 1.5)
        #expect(post.score == 1.5)
        post.$score.assign(nil)
        #expect(post.score == nil)
        post.score = 2.25
        #expect(post.$score.value == 2.25)
        post.$price.increment(by: Decimal(string: "0.05")!)
        #expect(post.price == Decimal(string: "1.15")!)
        #expect(post.$stars.value == 5)
        post.$stars.decrement(by: 6)
        #expect(post.stars == -1)
        post.$seen.increment(by: 7)
        #expect(post.seen == 7)
        try two.save()
        try two.stored { stored in
            #expect(stored.score == 2.25)
            #expect(stored.price == Decimal(string: "1.15")!)
            #expect(stored.stars == -1)
            #expect(stored.seen == 0)
        }
    }

    @Test("MRG-25 a number out of range is refused, and nothing changes") func overflow() throws {
        let two = try pair()
        let post = two.a
        post.$likes.assign(.max)
        #expect(throws: (any Error).self) { try post.$likes.tryIncrement() }
        #expect(post.likes == .max)
        #expect(throws: (any Error).self) { try post.$likes.tryDecrement(by: .min) }
        #expect(post.likes == .max)
        post.$likes.assign(.min)
        #expect(throws: (any Error).self) { try post.$likes.tryDecrement() }
        #expect(post.likes == .min)
        #expect(throws: (any Error).self) { try post.$score.tryIncrement(by: .infinity) }
        #expect(post.score == nil)
        let price = try post.counter(forKey: "price", as: Double.self)
        for amount in [Double.infinity, .nan, 1e300] {
            #expect(throws: (any Error).self) { try price.tryIncrement(by: amount) }
        }
        #expect(post.price == 0)
    }

    @Test("MRG-20 a fraction is no amount of an integer counter: the message names it") func fraction() throws
    {
        let two = try pair()
        let post = two.a
        let counter = try post.counter(forKey: "likes", as: Double.self)
        try counter.tryIncrement(by: 2)
        #expect(post.likes == 2)
        let error = #expect(throws: CoreDataException.self) { try counter.tryIncrement(by: 0.5) }
        #expect(error?.reason.contains("Post.likes") == true)
        #expect(throws: CoreDataException.self) { try counter.tryAssign(0.5) }
        #expect(post.likes == 2)
    }

    // MARK: Sets

    @Test("MRG-61 insertions and removals of two contexts count", arguments: Stack.Kind.allCases)
    func sets(_ kind: Stack.Kind) throws {
        let two = try pair(kind) { $0.tags = ["a", "b"] }
        #expect(two.a.$tags.insert("c"))
        #expect(!two.a.$tags.insert("c"))
        #expect(two.a.$tags.remove("a"))
        #expect(!two.a.$tags.remove("z"))
        two.b.$tags.formUnion(["d", "b"])
        #expect(two.a.$tags.pendingInsertions == ["c"])
        #expect(two.a.$tags.pendingRemovals == ["a"])
        #expect(two.b.$tags.pendingInsertions == ["d"])
        #expect(two.a.tags == ["b", "c"])
        #expect(two.a.$tags.storedValue == ["a", "b"])
        #expect(Set(two.a.$tags.map { $0 }) == ["b", "c"])
        #expect(two.a.$tags.contains("c"))
        #expect(!two.a.$tags.contains("a"))
        #expect(two.a.$tags.count == 2)
        try two.save()
        #expect(try two.stored { $0.tags } == ["b", "c", "d"])
    }

    @Test(
        "MRG-34 removeAll removes what is to be seen; what others insert survives",
        arguments: Stack.Kind.allCases)
    func removeAll(_ kind: Stack.Kind) throws {
        let two = try pair(kind) { $0.tags = ["a"] }
        two.b.$tags.removeAll()
        #expect(two.b.$tags.isEmpty)
        two.a.$tags.insert("b")
        try two.save()
        #expect(try two.stored { $0.tags } == ["b"])
        two.b.$tags.subtract(["b", "z"])
        #expect(two.b.$tags.pendingRemovals == ["b"])
    }

    @Test("MRG-61 assigning a set inserts and removes what differs") func assignedSet() throws {
        let two = try pair { $0.tags = ["a", "b"] }
        two.a.tags = ["b", "c"]
        two.b.$tags.insert("d")
        try two.save()
        #expect(try two.stored { $0.tags } == ["b", "c", "d"])
    }

    @Test("MRG-30 sets of every element type", arguments: Stack.Kind.allCases)
    func elementTypes(_ kind: Stack.Kind) throws {
        let (id, link) = (UUID(), try #require(URL(string: "x-coredata://a/B/p1")))
        let two = try pair(kind)
        two.a.$badges.insert(.new)
        two.a.$numbers.formUnion([.max, 3])
        two.a.$ids.insert(id)
        two.a.$links.insert(link)
        two.b.$badges.insert(.hot)
        two.b.numbers = [-1]
        try two.save()
        try two.stored { stored in
            #expect(stored.badges == [.new, .hot])
            #expect(stored.numbers == [.max, 3, -1])
            #expect(stored.ids == [id])
            #expect(stored.links == [link])
            #expect(stored.primitiveBadges == [.new, .hot])
            #expect(stored.primitiveNumbers == [.max, 3, -1])
        }
    }

    @Test("MRG-30 raw values that an enumeration does not have stay where they are") func unknownCases()
        throws
    {
        let two = try pair()
        try two.a.mergeableSet(forKey: "badges").formUnion(["old", "hot"])
        #expect(two.a.badges == [.hot])
        #expect(two.a.$badges.count == 2)
        two.a.badges = [.new]
        try two.save()
        #expect(try two.stored { try $0.mergeableSet(forKey: "badges").value } == ["old", "new"])
    }

    // MARK: Dictionaries

    @Test("MRG-61 keys of two contexts merge", arguments: Stack.Kind.allCases)
    func dictionaries(_ kind: Stack.Kind) throws {
        let two = try pair(kind) { $0.settings = ["x": 1, "gone": true] }
        two.a.$settings["y"] = "two"
        two.a.$settings["gone"] = nil
        two.b.$settings["z"] = [1, 2]
        two.a.$settings.increment("hits")
        two.b.$settings.increment("hits", by: 2)
        two.b.$settings.increment("ratio", by: 0.5)
        #expect(two.a.$settings.keys == ["x", "y", "hits"])
        #expect(two.a.$settings.pendingKeys == ["y", "gone", "hits"])
        #expect(two.a.$settings.count == 3)
        #expect(two.a.$settings.storedValue.count == 2)
        try two.save()
        try two.stored { stored in
            #expect(stored.$settings.keys == ["x", "y", "z", "hits", "ratio"])
            #expect(stored.$settings.value("hits", as: Int.self) == 3)
            #expect(stored.$settings.value("hits", as: Int16.self) == 3)
            #expect(stored.$settings.value("ratio", as: Double.self) == 0.5)
            #expect(stored.$settings.value("z", as: [Int].self) == [1, 2])
            #expect(stored.$settings.value("y", as: Int.self) == nil)
            #expect(stored.settings["y"] as? String == "two")
            #expect(stored.$settings["missing"] == nil)
        }
    }

    @Test("MRG-40 Codable values are kept as property-list values") func codableLeaves() throws {
        let two = try pair()
        let tint = Hue(red: 3, name: "dusk")
        let id = UUID()
        two.a.$settings["tint"] = tint
        two.a.$settings["id"] = id
        two.a.$settings["list"] = [tint]
        two.a.$settings["date"] = Date(timeIntervalSinceReferenceDate: 5)
        try two.save()
        try two.stored { stored in
            let settings = stored.$settings
            #expect(settings.value("tint", as: Hue.self) == tint)
            #expect((settings["tint"] as? [String: Any])?["name"] as? String == "dusk")
            #expect(settings.value("id", as: UUID.self) == id)
            #expect(settings.value("list", as: [Hue].self) == [tint])
            #expect(settings.value("date", as: Date.self) == Date(timeIntervalSinceReferenceDate: 5))
        }
    }

    @Test("MRG-45 there is no NSNull; MRG-41 only numbers are incremented") func refusals() throws {
        let two = try pair { $0.settings = ["name": "x"] }
        let post = two.a
        let null = #expect(throws: CoreDataException.self) {
            try post.$settings.trySetValue(NSNull(), forKey: "name")
        }
        #expect(null?.reason.contains("Post.settings") == true)
        #expect(null?.reason.contains("\"name\"") == true)
        #expect(null?.reason.contains("set nil") == true)
        #expect(throws: CoreDataException.self) { try post.$settings.trySetValue(post, forKey: "name") }
        #expect(throws: (any Error).self) { try post.$settings.tryIncrement("name") }
        #expect(throws: (any Error).self) { try post.$settings.tryIncrement("name", by: 0.5) }
        #expect(post.$settings["name"] as? String == "x")
        #expect(post.$settings.pendingKeys.isEmpty)
        try post.$settings.trySetValue(nil, forKey: "name")
        #expect(post.$settings.isEmpty)
    }

    @Test("MRG-61 whole dictionaries: assigned, merged, emptied, typed") func wholeDictionaries() throws {
        let two = try pair { $0.counts = ["a": 1, "b": 2] }
        #expect(two.a.counts == ["a": 1, "b": 2])
        two.a.counts = ["a": 1, "c": 3]
        #expect(two.a.$counts.pendingKeys == ["b", "c"])
        two.b.$counts.merge(["d": 4])
        try two.save()
        #expect(try two.stored { $0.counts } == ["a": 1, "c": 3, "d": 4])
        two.b.$counts["odd"] = "text"
        #expect(two.b.counts == ["a": 1, "c": 3, "d": 4])
        two.b.$counts.removeAll()
        #expect(two.b.counts.isEmpty)
    }

    // MARK: Values

    @Test("MRG-53 two replacements are settled as declared", arguments: Stack.Kind.allCases)
    func values(_ kind: Stack.Kind) throws {
        let two = try pair(kind) {
            $0.tint = Hue(red: 1)
            $0.caption = "x"
        }
        #expect(!two.b.$tint.isPending)
        two.a.tint = Hue(red: 2)
        two.b.$tint.value = Hue(red: 3)
        two.a.caption = "longest"
        two.b.caption = "short"
        #expect(two.b.$tint.isPending)
        #expect(two.b.$tint.storedValue as? Hue == Hue(red: 1))
        #expect(two.b.$caption.storedValue as? String == "x")
        try two.save()
        #expect(try two.stored { $0.tint } == Hue(red: 2))
        #expect(try two.stored { $0.caption } == "longest")
    }

    // MARK: By name

    @Test("MRG-60 handles by name, for keys from outside") func byName() throws {
        let two = try pair()
        let post = two.a
        try post.counter(forKey: "likes").increment(by: 2)
        try post.counter(forKey: "score", as: Double?.self).increment()
        try post.mergeableSet(forKey: "tags").insert("a")
        try post.mergeableSet(forKey: "numbers", of: Int.self).insert(3)
        try post.mergeableDictionary(forKey: "settings")["k"] = 1
        try post.mergeableValue(forKey: "caption").value = "c"
        #expect(post.likes == 2)
        #expect(post.score == 1)
        #expect(post.tags == ["a"])
        #expect(post.numbers == [3])
        #expect(post.settings["k"] as? Int == 1)
        #expect(post.caption == "c")
        #expect(try post.mergeableValue(forKey: "caption").isPending)
    }

    @Test("MRG-60 wrong keys, kinds and element types are refused with a name and a remedy") func wrongNames()
        throws
    {
        let two = try pair()
        let post = two.a
        #expect(throws: CoreDataException.self) { try post.counter(forKey: "nothing") }
        #expect(throws: CoreDataException.self) { try post.mergeableDictionary(forKey: "tags") }
        #expect(throws: CoreDataException.self) { try post.mergeableValue(forKey: "likes") }
        let plain = #expect(throws: CoreDataException.self) { try post.counter(forKey: "title") }
        #expect(plain?.reason.contains("Post.title") == true)
        #expect(plain?.reason.contains("perdure.merge = counter") == true)
        let elements = #expect(throws: CoreDataException.self) {
            try post.mergeableSet(forKey: "tags", of: Int.self)
        }
        #expect(elements?.reason.contains("string") == true)
        #expect(elements?.reason.contains("integer") == true)
    }

    // MARK: Announcements, undo, inheritance

    @Test("MRG-64 changes by handles are announced, and undone") func announcements() throws {
        let two = try pair { $0.tags = ["a"] }
        let context = try #require(two.a.managedObjectContext)
        let undo = UndoManager()
        context.undoManager = undo
        var seen: [Int64?] = []
        let observation = two.a.observe(\.likes, options: [.new]) { _, change in seen.append(change.newValue)
        }
        two.a.$likes.increment(by: 3)
        two.a.$tags.insert("b")
        context.processPendingChanges()
        #expect(two.a.changedValues().keys.sorted() == ["likes", "tags"])
        undo.undo()
        #expect(two.a.likes == 0)
        #expect(two.a.tags == ["a"])
        #expect(!two.a.hasPersistentChangedValues)
        #expect(seen == [3, 0])
        observation.invalidate()
    }

    @Test("MRG-60 a subclass has the handles of its superclass and its own", arguments: Stack.Kind.allCases)
    func inheritance(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, NSManagedObjectModel(for: Article.self))
        let context = stack.context()
        let article = Article(context: context)
        article.$pages.increment(by: 2)
        article.$likes.increment()
        article.$tags.insert("t")
        try context.save()
        let other = stack.context()
        let read = try #require(try other.fetch(Article.fetchRequest()).first)
        #expect(read.pages == 3)
        #expect(read.likes == 1)
        #expect(read.tags == ["t"])
    }
}
