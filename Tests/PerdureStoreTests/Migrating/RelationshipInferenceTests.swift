// SPDX-License-Identifier: Apache-2.0
// What becomes of the members of relationships, cell by cell of the table.

import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Inference for relationships") struct RelationshipInferenceTests {
    /// The origin of a relationship A.x to B that was another one.
    private func origin(of new: PropertyDefinition, from old: PropertyDefinition) throws -> RelationshipOrigin
    {
        try migration([entity("A", old), entity("B")], [entity("A", new), entity("B")]).relationship("A", "x")
    }

    @Test("MGI-4 a to-one becomes a to-many with one member, a to-many no to-one")
    func changesCount() throws {
        let (one, many) = (relationship("x", to: "B"), relationship("x", to: "B", many: true))
        #expect(try origin(of: one, from: one).isKept)
        #expect(try origin(of: many, from: many).isKept)
        let grown = try origin(of: many, from: one)
        #expect(grown.becomesToMany && grown.members == .kept && grown.changesStorage)
        let found = try refusals([entity("A", many), entity("B")], [entity("A", one), entity("B")])
        #expect(found == ["A.x: A to-many relationship cannot become a to-one relationship"])
    }

    @Test("MGI-4 members get the order of their keys, or lose their order")
    func changesOrder() throws {
        let many = relationship("x", to: "B", many: true)
        let ordered = relationship("x", to: "B", many: true, ordered: true)
        #expect(try origin(of: ordered, from: many).order == .byKey)
        #expect(try origin(of: ordered, from: relationship("x", to: "B")).order == .byKey)
        #expect(try origin(of: many, from: ordered).order == .dropped)
        let inferred = try migration([entity("A", ordered), entity("B")], [entity("A", many), entity("B")])
        #expect(inferred.lost == ["A.x order"])
    }

    @Test("MGI-4 a to-one that becomes required, or is added as required, needs a destination in every row")
    func requires() throws {
        let (optional, required) = (relationship("x", to: "B"), relationship("x", to: "B", optional: false))
        #expect(try origin(of: required, from: optional).isChecked)
        #expect(try origin(of: required, from: required).isKept)
        #expect(try origin(of: optional, from: required).isKept)
        let added = try migration([entity("A"), entity("B")], [entity("A", required), entity("B")])
        #expect(added.rowChecks == [.member(entity: 1, slot: 0)])
        let many = relationship("x", to: "B", optional: false, many: true)
        #expect(try origin(of: many, from: relationship("x", to: "B", many: true)).isKept)
    }

    @Test("MGI-4 a destination that was renamed keeps the members")
    func followsRenamedDestinations() throws {
        let inferred = try migration(
            [entity("A", relationship("x", to: "B")), entity("B")],
            [entity("A", relationship("x", to: "Z")), entity("Z", from: "B")])
        #expect(try inferred.relationship("A", "x").isKept)
    }

    @Test(
        "MGI-4 members that are not of the new destination go",
        arguments: [
            ("Base", "Base", RelationshipOrigin.Members.kept), ("Low", "Base", .raised),
            ("Base", "Low", .narrowed), ("Low", "Side", .dropped), ("Base", "Other", .dropped),
        ])
    func changesDestination(old: String, new: String, members: RelationshipOrigin.Members) throws {
        func version(_ destination: String) -> [EntityDefinition] {
            [
                entity("A", relationship("x", to: destination, optional: false)), entity("Base"),
                entity("Low", below: "Base"), entity("Side", below: "Base"), entity("Other"),
            ]
        }
        let inferred = try migration(version(old), version(new))
        let origin = try inferred.relationship("A", "x")
        let losing = members == .narrowed || members == .dropped
        #expect(origin.members == members)
        #expect(origin.isChecked == losing)
        #expect(inferred.lost == (losing ? ["A.x members"] : []))
    }

    @Test("MIG-25 each end keeps its members when its inverse is added, removed or replaced")
    func changesInverses() throws {
        func version(
            _ artist: String?, _ artworks: String?, added: PropertyDefinition? = nil
        ) -> [EntityDefinition] {
            var work = entity("Artwork", relationship("artist", to: "Artist", inverse: artist))
            if let added { work.properties.append(added) }
            return [
                work,
                entity("Artist", relationship("artworks", to: "Artwork", inverse: artworks, many: true)),
            ]
        }
        let old = version("artworks", "artist")
        let artists = relationship("artists", to: "Artist", inverse: "artworks", many: true)
        let inferred = try migration(old, version(nil, "artists", added: artists))
        #expect(try inferred.relationship("Artwork", "artist").inverse == .removed)
        #expect(try inferred.relationship("Artist", "artworks").inverse == .replaced)
        #expect(try inferred.relationship("Artist", "artworks").changesStorage)
        #expect(try inferred.relationship("Artwork", "artists").inverse == .mirrored)
        #expect(inferred.losses.isEmpty)
        let united = try migration(version(nil, nil), old)
        #expect(try united.relationship("Artwork", "artist").inverse == .united)
        #expect(try united.relationship("Artist", "artworks").inverse == .united)
        #expect(united.lost == ["Artist.artworks members"])
    }

    @Test("MIG-25 an inverse that is new for both ends adds nothing but the end")
    func addsInverses() throws {
        let inferred = try migration(
            [entity("A", relationship("x", to: "B")), entity("B")],
            [
                entity("A", relationship("x", to: "B", inverse: "y")),
                entity("B", relationship("y", to: "A", inverse: "x", many: true)),
            ])
        #expect(try inferred.relationship("A", "x").inverse == .added)
        #expect(try inferred.relationship("B", "y").inverse == .mirrored)
        #expect(inferred.losses.isEmpty)
        let fresh = try migration(
            [entity("A"), entity("B")],
            [
                entity("A", relationship("x", to: "B", inverse: "y")),
                entity("B", relationship("y", to: "A", inverse: "x")),
            ])
        #expect(try fresh.relationship("A", "x").inverse == .kept)
    }

    @Test("MIG-22 MIG-25 a relationship that moves up is known as an inverse by the entities below")
    func movesUp() throws {
        func version(_ above: Bool, _ back: PropertyDefinition...) -> [EntityDefinition] {
            let books = relationship("books", to: "Book", inverse: back.first?.name, many: true)
            var book = entity("Book")
            book.properties = back
            return [
                above ? entity("Place", books) : entity("Place"),
                above ? entity("Shelf", below: "Place") : entity("Shelf", below: "Place", books), book,
            ]
        }
        let old = version(false, relationship("shelf", to: "Shelf", inverse: "books"))
        let moved = try migration(old, version(true, relationship("shelf", to: "Place", inverse: "books")))
        #expect(try moved.relationship("Book", "shelf").inverse == .kept)
        #expect(try moved.relationship("Book", "shelf").members == .raised)
        #expect(try moved.relationship("Shelf", "books").isKept)
        let other = version(true, relationship("place", to: "Place", inverse: "books"))
        let replaced = try migration(old, other)
        #expect(try replaced.relationship("Book", "place").inverse == .mirrored)
        #expect(try replaced.relationship("Shelf", "books").inverse == .replaced)
        #expect(try migration(version(false), other).relationship("Book", "place").inverse == .mirrored)
        var alone = version(false)
        alone[2].properties = [relationship("place", to: "Shelf")]
        #expect(try migration(alone, other).relationship("Book", "place").inverse == .united)
    }

    @Test("MIG-25 an inverse that was several relationships gives the members of all")
    func joinsSeveral() throws {
        let items = { relationship("items", to: "Item", inverse: $0, many: true) }
        let inferred = try migration(
            [
                entity("Owner"), entity("Shop", below: "Owner", items("shop")),
                entity("Club", below: "Owner", items(nil)),
                entity("Item", relationship("shop", to: "Shop", inverse: "items")),
            ],
            [
                entity("Owner", items("shop")), entity("Shop", below: "Owner"),
                entity("Club", below: "Owner"),
                entity("Item", relationship("shop", to: "Owner", inverse: "items")),
            ])
        #expect(try inferred.relationship("Item", "shop").inverse == .united)
        #expect(try inferred.relationship("Shop", "items").inverse == .kept)
        #expect(try inferred.relationship("Club", "items").inverse == .united)
    }
}
