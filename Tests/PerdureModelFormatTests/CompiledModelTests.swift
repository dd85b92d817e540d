// SPDX-License-Identifier: Apache-2.0
// Compiled models and model caches: everything survives, the archive has Apple's form, hostile files end in
// errors.

import Foundation
import PerdureModelFormat
import PerdurePredicates
import PerdurePropertyList
import Testing

@Suite("Compiled models")
struct CompiledModelTests {
    @Test("MOD-201 everything that a compiled model can hold survives writing and reading")
    func roundTrip() throws {
        let model = SampleModel.everything.asCompiled
        #expect(try CompiledModelReader.read(data: CompiledModelWriter.write(model)) == model)
    }

    @Test("MOD-3 a source and its compiled form are equal, entity by entity and hash by hash")
    func sourceAndCompiled() throws {
        let source = try XMLModelReader.read(data: XMLModelWriter.write(SampleModel.everything))
        let compiled = try CompiledModelReader.read(data: CompiledModelWriter.write(SampleModel.everything))
        #expect(source.asCompiled == compiled)
        #expect(VersionHash.entityHashes(of: source) == VersionHash.entityHashes(of: compiled))
    }

    @Test("A model cache repeats inherited properties, and reading drops them again")
    func cache() throws {
        let model = SampleModel.everything.asCompiled
        let data = try CompiledModelWriter.writeModelCache(model)
        #expect(try CompiledModelReader.read(data: data) == model)
        let archive = try KeyedArchive(data)
        guard case .instance(let root) = try archive.object(try archive.root()),
            let novel = try archive.namedEntries(root.fields["NSEntities"])?["Novel"],
            case .instance(let entity) = try archive.resolve(novel)
        else {
            Issue.record("the archive has no entity Novel")
            return
        }
        let names = try #require(try archive.namedEntries(entity.fields["NSProperties"])).keys
        #expect(names.contains("title") && names.contains("genre"))
    }

    @Test("Inherited properties that are proxies are dropped too")
    func proxies() throws {
        var builder = KeyedArchiveBuilder()
        let title = builder.add(
            classes: ["NSAttributeDescription", "NSPropertyDescription", "NSObject"],
            fields: ["NSPropertyName": builder.add(string: "title"), "NSAttributeType": .integer(700)])
        let proxy = builder.add(
            classes: ["_NSPropertyDescriptionProxy", "NSObject"],
            fields: ["NSUnderlyingProperty": title, "NSReferenceID": .integer(0)])
        let properties = builder.add(entries: [(builder.add(string: "title"), title)])
        let parent = builder.add(
            classes: ["NSEntityDescription", "NSObject"],
            fields: ["NSEntityName": builder.add(string: "Parent"), "NSProperties": properties])
        let inherited = builder.add(entries: [(builder.add(string: "title"), proxy)])
        let child = builder.add(
            classes: ["NSEntityDescription", "NSObject"],
            fields: [
                "NSEntityName": builder.add(string: "Child"), "NSSuperentity": parent,
                "NSProperties": inherited,
            ])
        let entities = builder.add(
            entries: [(builder.add(string: "Parent"), parent), (builder.add(string: "Child"), child)])
        let root = builder.add(
            classes: ["NSManagedObjectModel", "NSObject"], fields: ["NSEntities": entities])
        let model = try CompiledModelReader.read(data: builder.archive(root: root))
        #expect(model.entity(named: "Child")?.propertyNames == [])
        #expect(model.entity(named: "Parent")?.propertyNames == ["title"])
    }

    @Test("The flag word of a property is the one of Apple's files")
    func flagWord() throws {
        let archive = try KeyedArchive(CompiledModelWriter.write(SampleModel.everything))
        var words: [String: Int64] = [:]
        for uid in 1..<archive.count {
            // Classes stand in the table too and have no class of their own.
            guard case .instance(let property)? = try? archive.object(uid),
                let name = try archive.string(property.fields["NSPropertyName"])
            else { continue }
            if let word = property.fields["_P"]?.integerValue { words[name] = word }
        }
        #expect(words["genre"] == 243)
        #expect(words["isNew"] == 241)
        #expect(words["pages"] == 1267)
        #expect(words["cache"] == 251)
        #expect(words["pageCount"] == 247)
        #expect(words["rating"] == 195)
        #expect(words["title"] == 0x41)
    }

    @Test(
        "Predicates of every kind survive archiving",
        arguments: [
            "a == 1 AND NOT (b.c BEGINSWITH[cd] 'x' OR d IN {1, 2})", "ANY items.price > 3.5",
            "ALL items.name MATCHES 'a.*'",
            "SUBQUERY(items, $i, $i.price > $limit).@count > 0", "TRUEPREDICATE",
            "name LIKE[c] '*x?' AND FALSEPREDICATE",
            "date BETWEEN {$low, $high}", "items[FIRST].name == nil", "a + 2 * b < -c",
            "TERNARY(a == 1, b, c) == 4",
            "items.@sum.price >= 10", "SELF IN $list", "name CONTAINS 'x'", "lowercase(name) ENDSWITH 'y'",
        ])
    func predicates(format: String) throws {
        var model = ModelDocument()
        model.entities = [EntityDocument(name: "E")]
        var request = FetchRequestDocument(entityName: "E")
        request.predicate = try PredicateParser.parse(format, arguments: [])
        request.havingPredicate = request.predicate
        request.sortDescriptors = [SortDocument(key: "a", isAscending: false, selector: "compare:")]
        request.propertiesToFetch = ["a"]
        request.propertiesToGroupBy = ["b"]
        request.relationshipKeyPathsForPrefetching = ["c.d"]
        request.fetchOffset = 7
        model.fetchRequestTemplates = ["t": request]
        #expect(try CompiledModelReader.read(data: CompiledModelWriter.write(model)) == model)
    }

    @Test("Predicates that only code can evaluate are refused with their place")
    func blocks() throws {
        var model = SampleModel.everything
        model.entities[0].attributes[0].traits.validations = [
            ValidationDocument(
                predicate: .opaque(OpaquePredicate(NSPredicate(value: true))), warning: .code(1))
        ]
        let blocked = model
        let error = try #require(throws: ModelFormatError.self) { try CompiledModelWriter.write(blocked) }
        #expect(error.kind == .unsupported && error.entity == "Book" && error.property == "title")
    }

    @Test("Archives of other things are refused by name")
    func foreign() throws {
        var builder = KeyedArchiveBuilder()
        let root = builder.add(classes: ["NSMappingModel", "NSObject"], fields: [:])
        let data = try builder.archive(root: root)
        let error = try #require(throws: ModelFormatError.self) {
            try CompiledModelReader.read(data: data, path: "x.cdm")
        }
        #expect(error.path == "x.cdm" && error.description.contains("mapping model"))
    }

    @Test("Predicates that hold themselves, or share without bound, end in errors")
    func hostilePredicates() throws {
        for isCycle in [true, false] {
            var builder = KeyedArchiveBuilder()
            var uid = builder.reserve()
            let classes = ["NSCompoundPredicate", "NSPredicate", "NSObject"]
            let first = uid
            for level in 0..<50 {
                let next = level == 49 ? (isCycle ? first : 0) : builder.reserve()
                let parts = builder.add(array: Array(repeating: .uid(next), count: 8))
                builder.define(
                    uid, classes: classes,
                    fields: ["NSCompoundPredicateType": .integer(1), "NSSubpredicates": parts])
                uid = next
            }
            let request = builder.add(
                classes: ["NSFetchRequest", "NSObject"], fields: ["NSPredicate": .uid(first)])
            let templates = builder.add(entries: [(builder.add(string: "t"), request)])
            let root = builder.add(
                classes: ["NSManagedObjectModel", "NSObject"], fields: ["NSFetchRequestTemplates": templates])
            let data = try builder.archive(root: root)
            #expect(throws: ModelFormatError.self) { try CompiledModelReader.read(data: data) }
        }
    }

    @Test("Every truncation of a compiled model ends in an error")
    func truncated() throws {
        let good = try CompiledModelWriter.write(SampleModel.everything)
        for count in 0..<good.count {
            #expect(throws: ModelFormatError.self) { try CompiledModelReader.read(data: good.prefix(count)) }
        }
    }

    @Test("Every change of one byte of a compiled model ends in a model or an error")
    func mutated() throws {
        var model = ModelDocument()
        var entity = EntityDocument(name: "E")
        entity.attributes = [SampleModel.attribute("a", AttributeType.string)]
        entity.attributes[0].derivation = .key("b", "c")
        model.entities = [entity]
        let good = try CompiledModelWriter.write(model)
        var survivors = 0
        for index in good.indices {
            for mask in [UInt8(1), 0x10, 0xFF] {
                var bad = good
                bad[index] ^= mask
                if (try? CompiledModelReader.read(data: bad)) != nil { survivors += 1 }
            }
        }
        #expect(survivors > 0 && survivors < good.count * 3)
    }
}
