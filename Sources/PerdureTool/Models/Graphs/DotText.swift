// SPDX-License-Identifier: Apache-2.0
// A model's picture in the language of Graphviz.

enum DotText {
    static func text(_ picture: ModelPicture) -> String {
        let boxes = picture.boxes.enumerated().map { "  n\($0) [label=<\(table($1))>];" }
        let parents = picture.boxes.enumerated().compactMap { number, box in
            box.parent.map { "  n\(number) -> n\($0) [arrowhead=empty];" }
        }
        let head = [
            "digraph model {", "  rankdir=LR;", "  node [shape=plaintext, fontname=\"Helvetica\"];",
            "  edge [fontname=\"Helvetica\", fontsize=10];",
        ]
        return (head + boxes + parents + picture.lines.map(line) + ["}"]).joined(separator: "\n")
    }

    private static func table(_ box: ModelPicture.Box) -> String {
        let name = box.isAbstract ? "<I>\(escaped(box.name))</I>" : "<B>\(escaped(box.name))</B>"
        let rows = box.attributes.map { attribute in
            "<TR><TD ALIGN=\"LEFT\">\(escaped(attribute.name)): \(escaped(attribute.type))"
                + "\(attribute.isOptional ? "?" : "")</TD></TR>"
        }
        return
            "<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\"><TR><TD BGCOLOR=\"#eeeeee\">\(name)</TD></TR>"
            + rows.joined() + "</TABLE>"
    }

    private static func line(_ line: ModelPicture.Line) -> String {
        let head = "  n\(line.from) -> n\(line.to) [arrowhead=\(line.inverse == nil ? "vee" : "none"), "
        guard let inverse = line.inverse, let count = line.inverseCount else {
            return head + "label=\(quoted(line.name)), headlabel=\(quoted(line.count))];"
        }
        return head + "label=\(quoted("\(line.name) / \(inverse)")), taillabel=\(quoted(count)), "
            + "headlabel=\(quoted(line.count))];"
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
