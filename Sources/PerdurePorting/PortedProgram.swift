// SPDX-License-Identifier: Apache-2.0
// Ports a program: rules look at all files, their changes are made, and rules look again, until nothing mechanical is left.

/// The sources of a program, before and after.
public struct PortedProgram: Sendable {
    /// One file.
    public struct File: Sendable {
        /// Relative to the folder of the program.
        public let path: String
        /// The bytes as they were read.
        public let before: [UInt8]
        /// The bytes with all changes.
        public internal(set) var after: [UInt8]

        /// Makes a file that has not changed yet.
        ///
        /// - Parameters:
        ///   - path: the place, relative to the folder of the program.
        ///   - bytes: the contents.
        public init(path: String, bytes: [UInt8]) {
            (self.path, before, after) = (path, bytes, bytes)
        }
    }

    /// All files that could be parsed.
    public private(set) var files: [File] = []
    /// What was found in the files as they were.
    public private(set) var findings: [Finding] = []
    /// What the changed files still need; a person has to change it.
    public private(set) var left: [Finding] = []
    /// The files that were left alone.
    public private(set) var problems: [PortProblem] = []

    private var parsed: [ParsedSource] = []
    private let modelClasses: Set<String>
    private let style: PortStyle

    /// Ports a program in memory; no file is written.
    ///
    /// - Parameters:
    ///   - files: the Swift sources.
    ///   - modelClasses: the class names in the program's models.
    ///   - style: what the result has to build on.
    public init(_ files: [File], modelClasses: Set<String> = [], style: PortStyle = .both) {
        self.modelClasses = modelClasses
        self.style = style
        for file in files {
            do throws(PortProblem) {
                parsed.append(try ParsedSource(path: file.path, bytes: file.before))
                self.files.append(file)
            } catch { problems.append(error) }
        }
        findings = find()
        port()
    }

    /// The number of lines that were read.
    public var lineCount: Int { files.reduce(0) { $0 + $1.before.count { $0 == 0x0A } } }

    private mutating func port() {
        left = findings
        // Each round takes at least one finding away, and a few appear by what others changed.
        for _ in 0...findings.count + 8 {
            var choice = EditChoice()
            for finding in left { choice.take(finding) }
            if choice.edits.isEmpty { return }
            guard change(choice.edits) else { return }
            left = find()
        }
    }

    /// Makes changes in all files, or in none when a file could not be parsed afterwards.
    private mutating func change(_ edits: [String: [FileEdit]]) -> Bool {
        var (changed, trees) = (files, parsed)
        for index in files.indices {
            guard let changes = edits[files[index].path] else { continue }
            changed[index].after = TextEditing.apply(changes, to: files[index].after)
            do throws(PortProblem) {
                trees[index] = try ParsedSource(path: files[index].path, bytes: changed[index].after)
            } catch {
                problems.append(error)
                return false
            }
        }
        (files, parsed) = (changed, trees)
        return true
    }

    private func find() -> [Finding] {
        let facts = ProgramFacts(parsed, modelClasses: modelClasses)
        let rules: [RuleVisitor.Type] = [
            AttributeRule.self, KeyPathRule.self, SelectorRule.self, CastRule.self, InitializerRule.self,
            ExtensionRule.self, ObservingRule.self,
        ]
        let others = parsed.flatMap { source in
            rules.flatMap { rule in
                let visitor = rule.init(source, facts, style)
                visitor.walk(source.tree)
                return visitor.findings
            }
        }
        // Users of frameworks leave first: what is behind a condition needs no other change, and is no place to change.
        let users = FrameworkRule.findings(parsed)
        let left = Dictionary(grouping: users.flatMap(\.edits), by: \.path)
        return users
            + others.filter { finding in
                left[finding.path]?.contains { $0.range.contains(finding.offset) } != true
            }
    }
}
