// SPDX-License-Identifier: Apache-2.0
// Swift source as tokens: comments, strings, regex literals, numbers, texts that end too early.

import Testing

@testable import PerdureCodegen

@Suite struct SourceTokenizerTests {
    private func words(_ text: String) -> [String] { SourceTokenizer.tokens(of: text).map(\.text) }

    @Test("nested comments vanish")
    func comments() {
        #expect(words("a /* b /* c */ d */ e // f\ng") == ["a", "e", "g"])
    }

    @Test("a string is one token, whatever is in it")
    func strings() {
        #expect(words(#"a "b { \"c" d"#) == ["a", #""b { \"c""#, "d"])
        #expect(words(#"a "x \(f("}")) y" d"#) == ["a", #""x \(f("}")) y""#, "d"])
        #expect(words(##"a #"b " \(c"# d"##) == ["a", ##"#"b " \(c"#"##, "d"])
        #expect(words(##"a #"b \#(c + "}") "# d"##) == ["a", ##"#"b \#(c + "}") "#"##, "d"])
        #expect(words("a \"\"\"\n{ \" \"\" \\(b)\n\"\"\" d").count == 3)
    }

    @Test("lines are counted through multiline strings and comments")
    func lines() {
        let tokens = SourceTokenizer.tokens(of: "/*\n\n*/ a \"\"\"\n\\\n\n\"\"\"\nb")
        #expect(tokens.map(\.line) == [3, 3, 7])
        #expect(tokens.map(\.startsLine) == [true, false, true])
    }

    @Test("a regex literal is one token, a division is not")
    func regexes() {
        #expect(words("let a = /[{\"]\\/+/") == ["let", "a", "=", "/[{\"]\\/+/"])
        #expect(words("a / b / c") == ["a", "/", "b", "/", "c"])
        #expect(words("f(a) / 2 /b") == ["f", "(", "a", ")", "/", "2", "/", "b"])
        #expect(words("x = #/ { \n \" /#") == ["x", "=", "#/ { \n \" /#"])
    }

    @Test("quoted words lose their backticks and are no keywords")
    func quotedWords() {
        let tokens = SourceTokenizer.tokens(of: "var `class`: größe")
        #expect(tokens.map(\.text) == ["var", "class", ":", "größe"])
        #expect(tokens[1].kind == .quotedWord)
        #expect(!tokens[1].says("class"))
    }

    @Test("numbers do not swallow ranges and members")
    func numbers() {
        #expect(
            words("1.5e3 1...5 0x1F.a 1_000.0") == [
                "1.5e3", "1", ".", ".", ".", "5", "0x1F", ".", "a", "1_000.0",
            ])
    }

    @Test("text that ends in the middle of something still ends")
    func brokenText() {
        for text in ["\"", "\"\"\"", "\"\\(", "/*", "`", "#\"", "/", "#if", "\"\\(\"\\(", "\\"] {
            _ = SourceTokenizer.tokens(of: text)
            _ = SourceFile(path: "a.swift", text: "class A { var " + text)
        }
    }
}
