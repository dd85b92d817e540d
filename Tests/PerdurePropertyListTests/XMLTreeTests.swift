// SPDX-License-Identifier: Apache-2.0
// The small XML reader and XML property lists: what they accept, and above all what they refuse.

import Foundation
import PerdurePropertyList
import Testing

@Suite("XML")
struct XMLTreeTests {
    @Test("Elements, attributes, text, references, comments and CDATA are read")
    func reading() throws {
        let source = """
            <?xml version="1.0" encoding="UTF-8"?><!-- c --><a x="1 &lt; 2" y='&quot;&#10;&#x1F6B2;'>
            t<b/><![CDATA[<raw>]]> &amp; <c z=""></c></a>
            """
        let tree = try XMLTree.parse(Data(source.utf8))
        #expect(tree.name == "a")
        #expect(tree.attributes == ["x": "1 < 2", "y": "\"\n🚲"])
        #expect(tree.children.map(\.name) == ["b", "c"])
        #expect(tree.children[1].line == 2)
        #expect(tree.text.trimmingCharacters(in: .whitespacesAndNewlines) == "t<raw> &")
    }

    static let refused = [
        "", "   ", "text", "<a>", "<a></b>", "<a/><b/>", "<a x=1/>", "<a x=\"1/>", "<a x=\"1\" x=\"2\"/>",
        "<a>&b;</a>",
        "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>&amp</a>", "<a b=\"<\"/>", "<!DOCTYPE a><a/>",
        "<!ENTITY x \"y\"><a/>",
        "<a><!-- </a>", "<a><![CDATA[</a>", "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a/>", "<a>\u{1}</a>",
        "x<a/>",
        "<a/>x", "</a>", "<>", "<a", "<a b", "<a b=", "<?xml",
    ]

    @Test("What is not well formed is refused", arguments: refused)
    func malformed(source: String) {
        #expect(throws: PropertyListError.self) { try XMLTree.parse(Data(source.utf8)) }
    }

    @Test("Entities cannot be declared, and 100,000 elements inside each other are refused")
    func bombs() {
        let laughs = """
            <!DOCTYPE plist [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><plist><string>&b;</string></plist>
            """
        #expect(throws: PropertyListError.self) { try PropertyList.read(Data(laughs.utf8)) }
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(throws: PropertyListError.self) { try XMLTree.parse(Data(deep.utf8)) }
        #expect(throws: PropertyListError.self) { try PropertyList.read(Data(deep.utf8)) }
        #expect(throws: PropertyListError.self) { try XMLTree.parse(Data([0xFF, 0xFE, 0x3C, 0])) }
    }

    @Test("An XML property list with its document type is read")
    func propertyList() throws {
        let source = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>Model 3.xcdatamodel</string>
            <key>n</key><integer> 42 </integer><key>d</key><date>2001-01-01T00:00:10Z</date><key>t</key><true/></dict></plist>
            """
        let expected = PropertyListValue.dictionary([
            "_XCCurrentVersionName": .string("Model 3.xcdatamodel"), "n": .integer(42),
            "d": .date(Date(timeIntervalSinceReferenceDate: 10)), "t": .boolean(true),
        ])
        #expect(try PropertyList.read(Data(source.utf8)) == expected)
    }

    @Test(
        "Damaged XML property lists are refused",
        arguments: [
            "<plist/>", "<plist><dict><key>a</key></dict></plist>",
            "<plist><dict><string>a</string><true/></dict></plist>",
            "<plist><integer>x</integer></plist>", "<plist><weird/></plist>", "<plist><true/><true/></plist>",
            "<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>",
        ])
    func damagedPropertyList(source: String) {
        #expect(throws: PropertyListError.self) { try PropertyList.read(Data(source.utf8)) }
    }
}
