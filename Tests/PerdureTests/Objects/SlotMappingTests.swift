// SPDX-License-Identifier: Apache-2.0
// Accessors whose numbers were written for another model: they read what they name, or say what is missing.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Accessors of another model")
struct SlotMappingTests {
    private func stack(_ entities: NSEntityDescription...) throws -> Stack {
        let model = NSManagedObjectModel()
        model.entities = entities
        return try Stack(.inMemory, model)
    }

    private func reason(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch let exception as CoreDataException {
            return exception.reason
        } catch {
            return "\(error)"
        }
    }

    @Test("MOD-190 an accessor reads the property that it names, wherever the model has it")
    func moved() throws {
        let context = try Stack(.inMemory, GadgetModel.moved.make()).context()
        let gadget = context.gadget()
        gadget.setValue("x", forKey: "a")
        gadget.title = "t"
        gadget.large = 5
        #expect(gadget.title == "t" && gadget.large == 5 && gadget.value(forKey: "a") as? String == "x")
        #expect(gadget.value(forKey: "title") as? String == "t" && gadget.value(forKey: "large") as? Int == 5)
    }
}
