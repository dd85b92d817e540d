// SPDX-License-Identifier: Apache-2.0
// A model's picture as a class diagram of Mermaid.

enum MermaidText {
    static func text(_ picture: ModelPicture) -> String {
        let boxes = picture.boxes.enumerated().map { box($1, $0) }
        let parents = picture.boxes.enumerated().compactMap { number, box in
            box.parent.map { "    n\($0) <|-- n\(number)" }
        }
        return (["classDiagram"] + boxes + parents + picture.lines.map(line)).joined(separator: "\n")
    }

    private static func box(_ box: ModelPicture.Box, _ number: Int) -> String {
        let rows =
            (box.isAbstract ? ["<<abstract>>"] : [])
            + box.attributes.map { attribute in
                let type = attribute.type.replacing(" ", with: "")
                return "\(escaped(type))\(attribute.isOptional ? "?" : "") \(escaped(attribute.name))"
            }
        let head = "    class n\(number)[\"\(escaped(box.name))\"]"
        guard !rows.isEmpty else { return head }
        return "\(head) {\n" + rows.map { "        \($0)" }.joined(separator: "\n") + "\n    }"
    }

    private static func line(_ line: ModelPicture.Line) -> String {
        guard let inverse = line.inverse, let count = line.inverseCount else {
            return "    n\(line.from) --> \"\(line.count)\" n\(line.to) : \(escaped(line.name))"
        }
        let names = inverse == line.name && line.from == line.to ? line.name : "\(line.name) / \(inverse)"
        return "    n\(line.from) \"\(count)\" -- \"\(line.count)\" n\(line.to) : \(escaped(names))"
    }

    /// Names may hold anything; Mermaid knows characters by their numbers.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            return isPlain || "_ /.".unicodeScalars.contains(scalar) ? String(scalar) : "#\(scalar.value);"
        }.joined()
    }
}
