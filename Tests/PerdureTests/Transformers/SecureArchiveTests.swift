// SPDX-License-Identifier: Apache-2.0
// Archives of a program's own classes: what is written, what is read, what is refused.

import Foundation
import Perdure
import PerdurePropertyList
import Testing

@Suite("Secure archives")
struct SecureArchiveTests {
    private let shapes = ShapeTransformer()

    private func archive(_ value: Any, by transformer: ValueTransformer = ShapeTransformer()) throws -> Data {
        try #require(transformer.reverseTransformedValue(value) as? Data)
    }

    @Test("TRN-190 an object comes back with all that it holds")
    func roundTrip() throws {
        let read = try #require(shapes.transformedValue(try archive(Shape.sample())) as? Shape)
        #expect(read == Shape.sample())
        #expect(read.best === read.corners[1])
        #expect(read.facts?["corner"] as? Corner === read.corners[0])
    }

    @Test("TRN-190 arrays of objects, where arrays are allowed")
    func arrays() throws {
        let read = shapes.transformedValue(try archive([Shape.sample(), Shape()])) as? [Shape]
        #expect(read == [Shape.sample(), Shape()])
        let set = NSSet(array: [Shape.sample()])
        #expect(shapes.reverseTransformedValue(set) == nil)
        let any = AnyShapeTransformer()
        #expect(any.transformedValue(try archive(set, by: any)) as? NSSet == set)
        let pairs = ["one": Shape.sample()]
        #expect(any.transformedValue(try archive(pairs, by: any)) as? [String: Shape] == pairs)
    }

    @Test("the archive is one of NSKeyedArchiver's, with the names of classes as Swift has them")
    func format() throws {
        let archive = try KeyedArchive(try archive(Shape.sample()))
        guard case .instance(let root) = try archive.object(archive.root()) else {
            Issue.record("no object")
            return
        }
        #expect(root.classes == ["PerdureTests.Shape", "NSObject"])
        #expect(root.fields["sides"] == .integer(3) && root.fields["width"] == .real(0.5))
        #expect(
            root.fields["$$bytes"] == .data(Data([1, 2, 255])) && root.fields["isFilled"] == .boolean(true))
        #expect(try archive.string(root.fields["name"]) == "triangle")
    }

    @Test("Foundation's own archiver writes what is read here")
    func foundation() throws {
        let corner = Corner(5, 6)
        corner.next = Corner(7, 8)
        let data = try NSKeyedArchiver.archivedData(withRootObject: corner, requiringSecureCoding: true)
        let read = try #require(CornerTransformer().transformedValue(data) as? Corner)
        #expect(read == corner && read.next == Corner(7, 8))
    }

    private final class CornerTransformer: NSSecureUnarchiveFromDataTransformer {
        override class var allowedTopLevelClasses: [AnyClass] { [Corner.self] }
    }

    @Test(
        "an app's names of the class: with its module, without one, and as the compiler writes them",
        arguments: ["App.Corner", "Corner", "_TtC3App6Corner", "PerdureTests.Corner", "App.Outer.Corner"])
    func names(_ name: String) throws {
        var builder = KeyedArchiveBuilder()
        let root = builder.add(classes: [name, "NSObject"], fields: ["x": .integer(1), "y": .integer(2)])
        #expect(
            CornerTransformer().transformedValue(try builder.archive(root: root)) as? Corner == Corner(1, 2))
    }

    @Test(
        "other names mean no class that is allowed",
        arguments: ["App.Korner", "corner", "_TtC3App7XCorner", "NSObject", "", ".", "Corner.App"])
    func otherNames(_ name: String) throws {
        var builder = KeyedArchiveBuilder()
        let root = builder.add(classes: [name, "NSObject"], fields: ["x": .integer(1), "y": .integer(2)])
        #expect(CornerTransformer().transformedValue(try builder.archive(root: root)) == nil)
    }

    @Test("a class says the name that its app writes")
    func ownName() throws {
        let transformer = RenamedTransformer()
        let data = try archive(Renamed(), by: transformer)
        let archive = try KeyedArchive(data)
        guard case .instance(let root) = try archive.object(archive.root()) else { return }
        #expect(root.classes == ["App.Fancy", "NSObject"])
        #expect(transformer.transformedValue(data) is Renamed)
    }

    private final class Renamed: NSObject, ArchivedClassNaming {
        static var supportsSecureCoding: Bool { true }
        static var archivedClassName: String { "App.Fancy" }
        override init() { super.init() }
        init?(coder: NSCoder) {}
        func encode(with coder: NSCoder) {}
    }

    private final class RenamedTransformer: NSSecureUnarchiveFromDataTransformer {
        override class var allowedTopLevelClasses: [AnyClass] { [Renamed.self] }
    }

    @Test("an object inside that its owner does not ask for is refused, and so is a class at the top")
    func forbidden() throws {
        #expect(shapes.transformedValue(try archive("text", by: AnyShapeTransformer())) == nil)
        #expect(shapes.reverseTransformedValue("text") == nil)
        #expect(shapes.reverseTransformedValue(Corner(1, 2)) == nil)
        let shape = Shape.sample()
        shape.facts = ["date": Date()]
        #expect(shapes.transformedValue(try archive(shape)) == nil)
    }

    @Test("objects that hold themselves, and chains that are too long, are refused both ways")
    func cycles() throws {
        let corner = Corner(1, 1)
        corner.next = corner
        let transformer = CornerTransformer()
        #expect(transformer.reverseTransformedValue(corner) == nil)
        corner.next = nil
        let chain = (0..<100).reduce(corner) { next, index in
            let corner = Corner(index, 0)
            corner.next = next
            return corner
        }
        #expect(transformer.reverseTransformedValue(chain) == nil)
        for length in [1, 2, 63, 64, 65, 1000] {
            var builder = KeyedArchiveBuilder()
            let uids = (0..<length).map { _ in builder.reserve() }
            for (index, uid) in uids.enumerated() {
                var fields: [String: PropertyListValue] = ["x": .integer(0), "y": .integer(0)]
                if index + 1 < length || length < 3 { fields["next"] = .uid(uids[(index + 1) % length]) }
                builder.define(uid, classes: ["Corner", "NSObject"], fields: fields)
            }
            let value = transformer.transformedValue(try builder.archive(root: .uid(uids[0])))
            #expect((value == nil) == (length < 3 || length > 64), "\(length)")
        }
    }

    @Test("collections may hold each other many times; too many of them, and circles, are refused")
    func sharedCollections() throws {
        var builder = KeyedArchiveBuilder()
        var field = builder.add(array: [
            builder.add(classes: ["Shape"], fields: ["name": builder.add(string: "s")])
        ])
        for _ in 0..<3 { field = builder.add(array: Array(repeating: field, count: 10)) }
        let outer = try #require(shapes.transformedValue(try builder.archive(root: field)) as? NSArray)
        #expect(outer.count == 10 && (outer[9] as? NSArray)?.count == 10)
        for _ in 0..<30 { field = builder.add(array: Array(repeating: field, count: 10)) }
        #expect(shapes.transformedValue(try builder.archive(root: field)) == nil)
        var circle = KeyedArchiveBuilder()
        let uid = circle.reserve()
        let shape = circle.add(classes: ["Shape"], fields: ["name": circle.add(string: "s")])
        circle.define(
            uid, classes: ["NSArray", "NSObject"], fields: ["NS.objects": .array([shape, .uid(uid)])])
        #expect(shapes.transformedValue(try circle.archive(root: .uid(uid))) == nil)
    }

    @Test("a field of another kind than the class asks for is an error, not a wrong value")
    func wrongKinds() throws {
        for (key, value) in [
            ("x", PropertyListValue.string("1")), ("x", .real(1.5)), ("next", .integer(1)),
        ] {
            var builder = KeyedArchiveBuilder()
            let fields = ["x": .integer(0), "y": .integer(0)].merging([key: value]) { $1 }
            let root = builder.add(classes: ["Corner"], fields: fields)
            #expect(CornerTransformer().transformedValue(try builder.archive(root: root)) == nil)
        }
    }

    @Test("damaged archives: every length, and every byte changed, give a value or nothing")
    func damage() throws {
        let data = try archive([Shape.sample()])
        for length in 0..<data.count { #expect(shapes.transformedValue(data.prefix(length)) == nil) }
        var values = 0
        for index in data.indices {
            for change in [UInt8(0xFF), 0x01, 0x80, 0x10] {
                var damaged = data
                damaged[index] ^= change
                if shapes.transformedValue(damaged) is [Shape] { values += 1 }
            }
        }
        #expect(values < data.count * 4)
    }

    @Test("what a class fails with, and coding without keys, end in nothing")
    func failures() throws {
        var builder = KeyedArchiveBuilder()
        let root = builder.add(classes: ["Stubborn"], fields: [:])
        let data = try builder.archive(root: root)
        #expect(StubbornTransformer().transformedValue(data) == nil)
        #expect(StubbornTransformer().reverseTransformedValue(Stubborn()) == nil)
        #expect(InsecureTransformer().reverseTransformedValue(Insecure()) == nil)
    }

    /// Uses what keyed archives do not have.
    private final class Stubborn: NSObject, NSSecureCoding {
        static var supportsSecureCoding: Bool { true }
        override init() { super.init() }
        init?(coder: NSCoder) {
            #expect(
                coder.requiresSecureCoding && coder.allowsKeyedCoding && !coder.containsValue(forKey: "a"))
            _ = coder.decodeObject()
            #expect(coder.error != nil)
        }
        func encode(with coder: NSCoder) { coder.encodeRootObject(1) }
    }

    private final class StubbornTransformer: NSSecureUnarchiveFromDataTransformer {
        override class var allowedTopLevelClasses: [AnyClass] { [Stubborn.self] }
    }

    private final class Insecure: NSObject, NSCoding {
        override init() { super.init() }
        init?(coder: NSCoder) {}
        func encode(with coder: NSCoder) {}
    }

    private final class InsecureTransformer: NSSecureUnarchiveFromDataTransformer {
        override class var allowedTopLevelClasses: [AnyClass] { [Insecure.self] }
    }
}
