// SPDX-License-Identifier: Apache-2.0
// The accessors of relationships that generated code has, with the model that their numbers were written for and
// with another one.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Generated accessors of relationships")
struct RelationshipAccessorTests {
    @Test("MOD-191 setting one end moves the other", arguments: GadgetModel.allCases)
    func inverses(_ model: GadgetModel) throws {
        let stack = try Stack(.inMemory, model.make())
        let context = stack.context()
        let (whole, other, part) = (context.gadget("w"), context.gadget("o"), context.gadget("p"))
        part.whole = whole
        #expect(part.whole === whole && whole.parts == [part] && whole.partSet == NSSet(object: part))
        other.parts = [part]
        #expect(
            part.whole === other && whole.parts.isEmpty && other.partSet == NSSet(object: part))
        part.whole = nil
        #expect(other.parts.isEmpty && part.whole == nil)
    }

    @Test("MOD-191 adding and removing, objects and collections", arguments: GadgetModel.allCases)
    func members(_ model: GadgetModel) throws {
        let stack = try Stack(.inMemory, model.make())
        let context = stack.context()
        let (whole, a, b) = (context.gadget("w"), context.gadget("a"), context.gadget("b"))
        whole._add([a], at: 11)
        whole._add(NSSet(object: b), at: 11)
        #expect(whole.parts == [a, b] && a.whole === whole && whole._toMany(at: 11) == [a, b])
        whole._remove([a], at: 11)
        whole._remove(NSSet(object: b), at: 11)
        #expect(whole.parts.isEmpty && b.whole == nil)
    }

    @Test("MOD-191 the members of an ordered relationship, by index", arguments: GadgetModel.allCases)
    func order(_ model: GadgetModel) throws {
        let stack = try Stack(.inMemory, model.make())
        let context = stack.context()
        let job = context.gadget("job")
        let steps = ["a", "b", "c", "d"].map { context.gadget($0) }
        job.steps = [steps[0], steps[1]]
        #expect(job.steps == [steps[0], steps[1]] && job.stepSet?.array as? [Gadget] == job.steps)
        job._insert([steps[2]], at: [1], slot: 14)
        #expect(job.steps == [steps[0], steps[2], steps[1]] && steps[2].job === job)
        job._replaceMembers(at: [0], with: [steps[3]], slot: 14)
        #expect(job.steps == [steps[3], steps[2], steps[1]] && steps[0].job == nil)
        job._removeMembers(at: [0, 1], slot: 14)
        #expect(job.steps == [steps[1]])
        job._add(NSOrderedSet(object: steps[0]), at: 14)
        job._remove(NSOrderedSet(object: steps[1]), at: 14)
        #expect(job.steps == [steps[0]] && steps[1].job == nil)
    }

    @Test("MOD-191 a stored relationship, read in a fresh context", arguments: GadgetModel.allCases)
    func stored(_ model: GadgetModel) throws {
        let stack = try Stack(.sqlite, model.make())
        let (context, other) = (stack.context(), stack.context())
        let (whole, part) = (context.gadget("w"), context.gadget("p"))
        part.whole = whole
        whole.steps = [part, whole]
        try context.save()
        let copy = try #require(other.object(with: part.objectID) as? Gadget)
        let destination = try #require(copy.whole)
        #expect(destination.objectID == whole.objectID && copy.whole === destination && destination.isFault)
        #expect(
            destination.title == "w" && destination.parts == [copy]
                && destination.steps == [copy, destination])
        copy.whole = nil
        #expect(copy.isUpdated && destination.isUpdated && destination.parts.isEmpty)
    }

    @Test(
        "MOD-191 a destination of a subclass is one; that of another class is nil",
        arguments: GadgetModel.allCases)
    func classes(_ model: GadgetModel) throws {
        let stack = try Stack(.inMemory, model.make())
        let context = stack.context()
        let part = context.gadget("p")
        let small = try #require(context.insert("SmallGadget") as? SmallGadget)
        part.whole = small
        #expect(part.whole === small && part._toOne(at: 16) === small)
        #expect(part._toOne(at: 16, as: SmallGadget.self) === small && small.parts == [part])
        part.whole = part
        #expect(part.whole === part && part._toOne(at: 16, as: SmallGadget.self) == nil)
        #expect(part._members(at: 11, as: SmallGadget.self).isEmpty && part.parts == [part])
    }

    @Test("members are a set of their own, whatever a program does with it", arguments: GadgetModel.allCases)
    func ownSet(_ model: GadgetModel) throws {
        let stack = try Stack(.inMemory, model.make())
        let context = stack.context()
        let (whole, a, b) = (context.gadget("w"), context.gadget("a"), context.gadget("b"))
        whole._add([a, b], at: 11)
        var taken = whole.parts
        taken.remove(a)
        taken.insert(whole)
        #expect(taken == [b, whole] && whole.parts == [a, b] && whole._toMany(at: 11) == [a, b])
        let kept = whole.parts
        whole._remove([b], at: 11)
        #expect(kept == [a, b] && whole.parts == [a] && Set(kept.compactMap(\.title)) == ["a", "b"])
        #expect(kept.contains(b) && kept.union([whole]).count == 3 && kept.subtracting([a]) == [b])
    }

    @Test("members of several classes: those of the accessor's and below it", arguments: GadgetModel.allCases)
    func mixedMembers(_ model: GadgetModel) throws {
        let stack = try Stack(.sqlite, model.make())
        let context = stack.context()
        let (whole, plain) = (context.gadget("w"), context.gadget("p"))
        let small = try #require(context.insert("SmallGadget") as? SmallGadget)
        for part in [plain, small] { part.whole = whole }
        whole.steps = [small, plain]
        try context.save()
        let other = stack.context()
        let copy = try #require(other.object(with: whole.objectID) as? Gadget)
        #expect(copy.parts.count == 2 && copy._members(at: 11, as: SmallGadget.self).count == 1)
        #expect(copy.steps.count == 2 && copy._orderedMembers(at: 14, as: SmallGadget.self).count == 1)
        #expect(copy._orderedMembers(at: 14, as: NSManagedObject.self) == copy.steps)
        #expect(copy._members(at: 11, as: NSManagedObject.self).count == 2)
        #expect(copy._members(at: 11, as: SmallGadget.self).first === copy.steps[0])
    }

    @Test("MOD-191 primitive relationships maintain nothing", arguments: GadgetModel.allCases)
    func primitives(_ model: GadgetModel) throws {
        let stack = try Stack(.inMemory, model.make())
        let context = stack.context()
        let (whole, part) = (context.gadget("w"), context.gadget("p"))
        part._setPrimitiveValue(whole, at: 16)
        #expect(part.whole === whole && whole.parts.isEmpty)
        #expect(part._primitiveValue(at: 16, as: Gadget.self) === whole)
    }

    @Test("MOD-191 primitive members are each there once", arguments: GadgetModel.allCases)
    func primitiveMembers(_ model: GadgetModel) throws {
        let stack = try Stack(.inMemory, model.make())
        let context = stack.context()
        let (whole, a, b) = (context.gadget("w"), context.gadget("a"), context.gadget("b"))
        whole._setPrimitiveToMany([a, a, b], at: 14)
        #expect(whole.steps == [a, b] && context.checkInvariants().isEmpty)
        whole.setPrimitiveValue([b, a, b], forKey: "steps")
        #expect(whole.steps == [b, a] && context.checkInvariants().isEmpty)
    }
}
