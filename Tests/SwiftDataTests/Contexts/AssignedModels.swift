// SPDX-License-Identifier: Apache-2.0
// Models whose initializers assign properties that have a default, before or after all others have a value.

import SwiftData

@Model
final class Product {
    @Attribute(.unique) var sku: String
    var stock = 0
    var serial = UUID()
    var rank = Rank.low
    var isSold: Bool?
    var name: String

    /// Assigns nothing but what has no default.
    init(_ sku: String, name: String) {
        self.sku = sku
        self.name = name
    }

    /// Assigns `stock` and `rank` while `name` has no value, and so without their setters.
    init(_ sku: String, _ stock: Int, _ rank: Rank, _ name: String) {
        self.sku = sku
        self.stock = stock
        self.rank = rank
        self.name = name
    }
}

@Model
class Tool {
    @Attribute(.unique) var code: String
    var price = 1

    init(_ code: String) { self.code = code }
}

@Model
final class Saw: Tool {
    var teeth = 10
    var blade: String

    init(_ code: String, teeth: Int) {
        self.teeth = teeth
        blade = "b"
        super.init(code)
    }
}

/// A class with more properties than one word has bits.
@Model
final class Wide {
    @Attribute(.unique) var code: String
    var p01 = 0
    var p02 = 0
    var p03 = 0
    var p04 = 0
    var p05 = 0
    var p06 = 0
    var p07 = 0
    var p08 = 0
    var p09 = 0
    var p10 = 0
    var p11 = 0
    var p12 = 0
    var p13 = 0
    var p14 = 0
    var p15 = 0
    var p16 = 0
    var p17 = 0
    var p18 = 0
    var p19 = 0
    var p20 = 0
    var p21 = 0
    var p22 = 0
    var p23 = 0
    var p24 = 0
    var p25 = 0
    var p26 = 0
    var p27 = 0
    var p28 = 0
    var p29 = 0
    var p30 = 0
    var p31 = 0
    var p32 = 0
    var p33 = 0
    var p34 = 0
    var p35 = 0
    var p36 = 0
    var p37 = 0
    var p38 = 0
    var p39 = 0
    var p40 = 0
    var p41 = 0
    var p42 = 0
    var p43 = 0
    var p44 = 0
    var p45 = 0
    var p46 = 0
    var p47 = 0
    var p48 = 0
    var p49 = 0
    var p50 = 0
    var p51 = 0
    var p52 = 0
    var p53 = 0
    var p54 = 0
    var p55 = 0
    var p56 = 0
    var p57 = 0
    var p58 = 0
    var p59 = 0
    var p60 = 0
    var p61 = 0
    var p62 = 0
    var p63 = 0
    var p64 = 0
    var p65 = 0
    var serial = UUID()
    var title: String

    init(_ code: String, _ last: Int? = nil) {
        self.code = code
        if let last { p65 = last }
        title = "t"
    }
}
