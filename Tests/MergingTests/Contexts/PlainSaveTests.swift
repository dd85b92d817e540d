// SPDX-License-Identifier: Apache-2.0
// Saves of plain attributes beside what others have merged into the same row meanwhile, which moves no version.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Plain saves beside merged attributes") struct PlainSaveTests {
    @Test(
        "MRG-93 MRG-94 who saves a plain attribute sees what others merged, and no row of the cache is left behind",
        arguments: Stack.Kind.allCases)
    func newest(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10, "owner": "o"])
        try stage[stage.a].apply(.increment(by: 3), forKey: "likes")
        try stage.a.save()
        stage[stage.b].setValue("B", forKey: "owner")
        try stage.b.save()
        #expect(stage[stage.b].value(forKey: "likes") as? Int == 13 && !stage.b.hasChanges)
        stage.c.refresh(stage[stage.c], mergeChanges: false)
        #expect(stage[stage.c].value(forKey: "likes") as? Int == 13)
        #expect(stage[stage.c].value(forKey: "owner") as? String == "B")
    }
}
