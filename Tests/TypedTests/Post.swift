// SPDX-License-Identifier: Apache-2.0
// Classes whose attributes merge, of each kind and type.

import Foundation
import PerdureMacros

enum Badge: String, MergeableElement { case new, hot }

struct Hue: Codable, Equatable {
    var red = 0
    var name = ""
}

@ManagedObject class Post: NSManagedObject {
    var title: String = ""
    @Mergeable(.counter, .minimum(0), .maximum(1000)) var likes: Int64
    @Mergeable(.counter) var score: Double?
    @Mergeable(.counter) var price: Decimal
    @Mergeable(.counter) var stars: Int16 = 5
    @Attribute(originalName: "tagList", userInfo: ["a": "b"]) @Mergeable(.set) var tags: Set<String>
    @Mergeable(.set) var badges: Set<Badge>
    @Mergeable(.set) var numbers: Set<Int64>
    @Mergeable(.set) var ids: Set<UUID>
    @Mergeable(.set, indexesElements: true) var links: Set<URL>
    @Mergeable(.dictionary, indexedKeys: ["theme", "font"]) var settings: [String: Any]
    @Mergeable(.dictionary, skipsChangedInUndo: true) var counts: [String: Int]
    @Mergeable(.value, criterion: .setterCalled, conflict: .theirs) var tint: Hue?
    @Mergeable(.value, merge: Post.longer) var caption: String?
    @Transient @Mergeable(.counter) var seen: Int

    static func longer(_ base: String?, _ mine: String?, _ theirs: String?) -> String? {
        (mine ?? "").count >= (theirs ?? "").count ? mine : theirs
    }
}

@ManagedObject final class Article: Post {
    @Mergeable(.counter) var pages: Int = 1
}
