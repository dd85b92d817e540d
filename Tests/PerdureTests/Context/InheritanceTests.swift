// SPDX-License-Identifier: Apache-2.0
// Objects of subentities, found through their super entity and through relationships to it.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Subentities")
struct InheritanceTests {
    /// Drawing ↔ Shape (abstract) ← Circle, Square; a drawing's frame is a Shape without inverse.
    private func model() -> NSManagedObjectModel {
        let drawing = ModelSamples.entity("Drawing", [ModelSamples.attribute("name")])
        let shape = ModelSamples.entity("Shape", [ModelSamples.attribute("name")])
        let circle = ModelSamples.entity("Circle", [ModelSamples.attribute("radius", .double)])
        let square = ModelSamples.entity("Square", [ModelSamples.attribute("side", .double)])
        shape.isAbstract = true
        shape.subentities = [circle, square]
        let shapes = ModelSamples.relationship("shapes", to: shape, maxCount: 0)
        let back = ModelSamples.relationship("drawing", to: drawing)
        shapes.inverseRelationship = back
        back.inverseRelationship = shapes
        drawing.properties += [shapes, ModelSamples.relationship("frame", to: shape)]
        shape.properties.append(back)
        return ModelSamples.model(drawing, shape, circle, square)
    }

    private func fill(_ stack: Stack) throws {
        let context = stack.context()
        let drawing = context.insert("Drawing", ["name": "d"])
        context.insert("Circle", ["name": "c", "radius": 2.0, "drawing": drawing])
        let square = context.insert("Square", ["name": "s", "side": 3.0, "drawing": drawing])
        drawing.setValue(square, forKey: "frame")
        try context.save()
    }

    @Test(
        "OBJ-9 MOD-57 FET-30 a fetch of the super entity gives objects of their own entities",
        arguments: Stack.Kind.allCases)
    func fetchOfSuperEntity(kind: Stack.Kind) throws {
        let stack = try Stack(kind, model())
        try fill(stack)
        let context = stack.context()
        let shapes = try context.all("Shape", by: "name")
        #expect(shapes.map { $0.entity.name } == ["Circle", "Square"])
        #expect(shapes.map { $0.objectID.entity.name } == ["Circle", "Square"])
        #expect(shapes[0].value(forKey: "radius") as? Double == 2)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Shape")
        request.includesSubentities = false
        #expect(try context.fetch(request).isEmpty)
        context.insert("Circle", ["name": "new"])
        #expect(try context.all("Shape").count == 3 && context.all("Square").count == 1)
    }

    @Test(
        "OBJ-9 relationships to the super entity lead to objects of their own entities",
        arguments: Stack.Kind.allCases)
    func relationships(kind: Stack.Kind) throws {
        let stack = try Stack(kind, model())
        try fill(stack)
        let context = stack.context()
        let drawing = try #require(try context.all("Drawing").first)
        let frame = try #require(drawing.value(forKey: "frame") as? NSManagedObject)
        #expect(frame.entity.name == "Square" && frame.value(forKey: "side") as? Double == 3)
        let shapes = try #require(drawing.value(forKey: "shapes") as? Set<NSManagedObject>)
        #expect(Set(shapes.compactMap { $0.entity.name }) == ["Circle", "Square"] && shapes.contains(frame))
    }

    @Test(
        "OBJ-9 an ID of the super entity leads to the object, which has its own entity when it is read",
        arguments: Stack.Kind.allCases)
    func idOfSuperEntity(kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        let circle = context.insert("Circle", ["name": "c", "radius": 2.0])
        try context.save()
        let text = circle.objectID.uriRepresentation().absoluteString
        let uri = try #require(URL(string: text.replacingOccurrences(of: "/Circle/", with: "/Shape/")))
        let id = try #require(stack.coordinator.managedObjectID(forURIRepresentation: uri))
        #expect(id.entity.name == "Shape")
        let reader = stack.context()
        let found = reader.object(with: id)
        #expect(found.isFault && found.entity.name == "Shape")
        #expect(found.value(forKey: "name") as? String == "c")
        #expect(found.entity.name == "Circle")
        #expect(try found.tryValue(forKey: "radius") as? Double == 2)
        found.setValue("d", forKey: "name")
        try reader.save()
        let last = stack.context()
        let stored = try last.all("Circle")
        #expect(stored.map { $0.value(forKey: "name") as? String } == ["d"])
    }
}
