// SPDX-License-Identifier: Apache-2.0
// An object's description shows what is pending, in attributes of every kind.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Descriptions of pending changes") struct PendingDescriptionTests {
    @Test("attributes that merge are shown with their pending changes") func merging() throws {
        let stage = try AccountStage(.inMemory, ["likes": 3])
        let account = stage[stage.a]
        account.setValue(7, forKey: "likes")
        account.setValue(Set(["red"]), forKey: "tags")
        account.setValue("blue", forKey: "color")
        let text = account.description
        #expect(text.contains("\n    likes = 7;") && text.contains("\n    color = \"blue\";"))
        let tags = text.split(separator: "\n").first { $0.hasPrefix("    tags = ") }
        #expect(tags?.contains("red") == true)
    }

    @Test("a composite with a transformable element is shown with its elements") func composites() throws {
        let element = ModelSamples.attribute("shade", .transformable)
        let place = NSCompositeAttributeDescription()
        place.name = "place"
        place.elements = [ModelSamples.attribute("city"), element]
        let desk = try Desk(.inMemory, ModelSamples.model(ModelSamples.entity("House", [place])))
        let value: [String: Any] = ["city": "Lisbon", "shade": ["a"]]
        let house = desk.context.insert("House", ["place": value])
        #expect(house.description.contains("Lisbon"))
    }
}
