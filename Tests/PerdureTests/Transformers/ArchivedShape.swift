// SPDX-License-Identifier: Apache-2.0
// Classes that archive themselves, as programs write them; for the suites of transformers.

import Foundation
import Perdure

/// A value class with one field of each kind.
final class Shape: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    var name = ""
    var sides = 0
    var small: Int32 = 0
    var large: Int64 = 0
    var isFilled = false
    var width: Float = 0
    var area = 0.0
    var bytes: [UInt8] = []
    var tags: [String] = []
    var corners: [Corner] = []
    var best: Corner?
    var facts: NSDictionary?
    var id: UUID?

    override init() { super.init() }

    static func sample() -> Shape {
        let shape = Shape()
        (shape.name, shape.sides, shape.small, shape.large) = ("triangle", 3, -7, 1 << 40)
        (shape.isFilled, shape.width, shape.area, shape.bytes) = (true, 0.5, 2.25, [1, 2, 255])
        (shape.tags, shape.corners) = (["a", "é"], [Corner(1, 2), Corner(3, 4)])
        shape.best = shape.corners[1]
        shape.facts = ["n": 1, "list": ["x"], "corner": shape.corners[0]]
        shape.id = UUID(uuidString: "9DF1EFCB-47E7-41A8-B27E-37581ED37E91")
        return shape
    }

    func encode(with coder: NSCoder) {
        coder.encode(name, forKey: "name")
        coder.encode(sides, forKey: "sides")
        coder.encode(small, forKey: "small")
        coder.encode(large, forKey: "large")
        coder.encode(isFilled, forKey: "isFilled")
        coder.encode(width, forKey: "width")
        coder.encode(area, forKey: "area")
        bytes.withUnsafeBufferPointer {
            coder.encodeBytes($0.baseAddress, length: $0.count, forKey: "$bytes")
        }
        coder.encode(tags, forKey: "tags")
        coder.encode(corners, forKey: "corners")
        coder.encode(best, forKey: "best")
        coder.encode(facts, forKey: "facts")
        coder.encode(id, forKey: "id")
    }

    init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String? else { return nil }
        self.name = name
        sides = coder.decodeInteger(forKey: "sides")
        small = coder.decodeInt32(forKey: "small")
        large = coder.decodeInt64(forKey: "large")
        isFilled = coder.decodeBool(forKey: "isFilled")
        width = coder.decodeFloat(forKey: "width")
        area = coder.decodeDouble(forKey: "area")
        bytes = coder.withDecodedUnsafeBytes(forKey: "$bytes") { $0.map(Array.init) ?? [] }
        tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String] ?? []
        corners = coder.decodeArrayOfObjects(ofClass: Corner.self, forKey: "corners") ?? []
        best = coder.decodeObject(of: Corner.self, forKey: "best")
        facts =
            coder.decodeObject(
                of: [NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, Corner.self],
                forKey: "facts")
            as? NSDictionary
        id = coder.decodeObject(of: NSUUID.self, forKey: "id") as UUID?
    }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? Shape else { return false }
        return name == other.name && sides == other.sides && small == other.small && large == other.large
            && isFilled == other.isFilled && width == other.width && area == other.area
            && bytes == other.bytes && tags == other.tags && corners == other.corners && best == other.best
            && facts == other.facts && id == other.id
    }

    override var hash: Int { name.hashValue }
}

/// A class inside another one's archive.
final class Corner: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let x: Int
    let y: Int
    /// What it points to: for shared and circular references.
    var next: Corner?

    init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }

    func encode(with coder: NSCoder) {
        coder.encode(x, forKey: "x")
        coder.encode(y, forKey: "y")
        if let next { coder.encode(next, forKey: "next") }
    }

    init?(coder: NSCoder) {
        (x, y) = (coder.decodeInteger(forKey: "x"), coder.decodeInteger(forKey: "y"))
        next = coder.decodeObject(of: Corner.self, forKey: "next")
    }

    override func isEqual(_ object: Any?) -> Bool {
        (object as? Corner).map { $0.x == x && $0.y == y } ?? false
    }

    override var hash: Int { x ^ y }
}

/// Allows shapes, alone and in arrays.
final class ShapeTransformer: NSSecureUnarchiveFromDataTransformer {
    override class var allowedTopLevelClasses: [AnyClass] { [NSArray.self, Shape.self] }
}

/// Allows shapes beside everything that is allowed anyway.
final class AnyShapeTransformer: NSSecureUnarchiveFromDataTransformer {
    override class var allowedTopLevelClasses: [AnyClass] { super.allowedTopLevelClasses + [Shape.self] }
}
