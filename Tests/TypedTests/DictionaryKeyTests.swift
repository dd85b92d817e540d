// SPDX-License-Identifier: Apache-2.0
// Keys of mergeable dictionaries by key-value coding, and keys that the entity lacks.

import Foundation
import PerdureMacros
import PerdureTestSupport
import Testing

@ManagedObject final class Owner: NSManagedObject {
    var name: String = ""
    @Mergeable(.dictionary) var extras: [String: Any]
    @Mergeable(.dictionary, deep: true) var window: [String: Any]
    @Relationship(inverse: nil) var next: Owner?
}

extension Owner: DynamicKeyStoring {
    static var dynamicKeyAttribute: String { "extras" }
}

@Suite("Keys of mergeable dictionaries") struct DictionaryKeyTests {
    private let stack: Stack
    private let context: NSManagedObjectContext
    private let owner: Owner

    init() throws {
        stack = try Stack(.sqlite, NSManagedObjectModel(for: Owner.self, Post.self))
        context = stack.context()
        owner = Owner(context: context)
    }

    @Test("MRG-65 a key of a dictionary is read and set by its path") func paths() throws {
        let post = Post(context: context)
        post.setValue("dark", forKeyPath: "settings.theme")
        #expect(post.settings["theme"] as? String == "dark")
        #expect(post.value(forKeyPath: "settings.theme") as? String == "dark")
        #expect(post.value(forKey: "settings.theme") as? String == "dark")
        post.setValue("light", forKey: "settings.theme")
        #expect(post.$settings["theme"] as? String == "light")
        #expect(post.value(forKeyPath: "settings.missing") == nil)
        #expect(post.value(forKey: "settings.missing.deeper") == nil)
        post.setValue(nil, forKey: "settings.theme")
        #expect(post.$settings.isEmpty)
        #expect(post.changedValues()["settings"] == nil || post.objectID.isTemporaryID)
    }

    @Test("MRG-65 values that cannot be kept are refused by name") func refusals() throws {
        let post = Post(context: context)
        let error = #expect(throws: CoreDataException.self) {
            try post.trySetValue(NSNull(), forKey: "settings.theme")
        }
        #expect(error?.reason.contains("Post.settings") == true)
        #expect(throws: CoreDataException.self) { try post.tryValue(forKey: "title.theme") }
        #expect(throws: CoreDataException.self) { try post.trySetValue(1, forKey: "nothing.theme") }
        post.setValue("text", forKey: "settings.leaf")
        #expect(throws: CoreDataException.self) { try post.trySetValue(1, forKey: "settings.leaf.below") }
        #expect(post.settings["leaf"] as? String == "text")
    }

    @Test("MRG-46 a nested dictionary is one value of its key, unless the attribute is deep") func nested()
        throws
    {
        owner.setValue(1, forKeyPath: "extras.size.width")
        owner.setValue(2, forKeyPath: "extras.size.height")
        #expect(owner.extras["size"] as? [String: Int] == ["width": 1, "height": 2])
        #expect(owner.$extras.pendingKeys == ["size"])
        #expect(owner.value(forKeyPath: "extras.size.width") as? Int == 1)
        owner.setValue(nil, forKeyPath: "extras.size.width")
        owner.setValue(nil, forKeyPath: "extras.size.height")
        #expect(owner.extras.isEmpty)
    }

    @Test("MRG-46 MRG-34 keys of a deep dictionary are paths, which merge apart") func deep() throws {
        owner.window = ["size": ["width": 1, "height": 2], "title": "t"]
        try context.save()
        let other = stack.context()
        let twin = try #require(try other.existingObject(with: owner.objectID) as? Owner)
        #expect(twin.$window["size.width"] as? Int == 1)
        #expect(twin.$window.value("size.height", as: Int.self) == 2)
        owner.$window["size.width"] = 10
        owner.window["title"] = nil
        #expect(owner.$window.pendingKeys == ["size.width", "title"])
        twin.setValue(20, forKeyPath: "window.size.height")
        twin.$window.increment("size.depth", by: 3)
        try context.save()
        try other.save()
        #expect(twin.window as NSDictionary == ["size": ["width": 10, "height": 20, "depth": 3]])
        context.refresh(owner, mergeChanges: true)
        owner.$window.removeAll()
        twin.$window["size.late"] = true
        try other.save()
        try context.save()
        #expect(owner.window as NSDictionary == ["size": ["late": true]])
    }

    @Test("MRG-65 a path leads through relationships") func relationships() throws {
        let other = Owner(context: context)
        owner.next = other
        owner.setValue(3, forKeyPath: "next.extras.count")
        #expect(other.value(forKey: "extras.count") as? Int == 3)
        #expect(owner.value(forKeyPath: "next.extras.count") as? Int == 3)
        owner.setValue("N", forKeyPath: "next.name")
        #expect(other.name == "N")
    }

    @Test("MRG-65 TRN-118 a class may keep keys that the entity lacks in a dictionary") func undefinedKeys()
        throws
    {
        owner.setValue("Zo", forKey: "nickname")
        #expect(owner.value(forKey: "nickname") as? String == "Zo")
        #expect(owner.extras["nickname"] as? String == "Zo")
        #expect(owner.value(forKey: "misspelled") == nil)
        owner["age"] = 4
        #expect(owner.$extras.keys == ["nickname", "age"])
        try context.save()
        let other = stack.context()
        let read = try #require(try other.fetch(Owner.fetchRequest()).first)
        #expect(read.value(forKey: "nickname") as? String == "Zo")
        read.setValue(nil, forKey: "nickname")
        try other.save()
        context.refresh(owner, mergeChanges: true)
        #expect(owner.value(forKey: "nickname") == nil)
        #expect(throws: CoreDataException.self) { try owner.trySetValue(NSNull(), forKey: "nickname") }
        #expect(throws: CoreDataException.self) { try Post(context: context).tryValue(forKey: "nickname") }
    }

    @Test("MRG-66 observers of such a key hear of it, and of no other") func observers() throws {
        var seen: [String] = []
        let observer = Told { seen.append($0) }
        owner.addObserver(observer, forKeyPath: "nickname", options: [.new], context: nil)
        owner.setValue("A", forKey: "nickname")
        owner.setValue("B", forKey: "other")
        owner.$extras["nickname"] = "C"
        owner.extras = [:]
        #expect(seen == ["nickname A", "nickname C", "nickname -"])
        owner.removeObserver(observer, forKeyPath: "nickname")
    }
}

/// Writes down what it is told.
private final class Told: NSObject, KeyValueObserver {
    private let note: (String) -> Void

    init(_ note: @escaping (String) -> Void) { self.note = note }

    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        let new = change?[.newKey].flatMap { $0 is NSNull ? nil : $0 }
        note("\(keyPath ?? "") \(new ?? "-")")
    }
}
