// SPDX-License-Identifier: Apache-2.0
// The completion for fish, with the summaries of commands and options.

enum FishCompletion {
    static func script(_ commands: CommandGroups) -> String {
        let first = commands.groups.map { group in
            line("__fish_use_subcommand", "-f -a \(group.name)", group.members[0].summary)
        }
        return (["# fish completion of \(Program.name)"] + first + commands.groups.flatMap(lines))
            .joined(separator: "\n")
    }

    private static func lines(_ group: (name: String, members: [Command])) -> [String] {
        let chosen = "__fish_seen_subcommand_from \(group.name)"
        if let only = group.members.first, only.action == nil { return options(only, chosen) }
        let actions = group.members.compactMap(\.action)
        let open = "\(chosen); and not __fish_seen_subcommand_from \(actions.joined(separator: " "))"
        return group.members.map { line(open, "-f -a \($0.action ?? "")", $0.summary) }
            + group.members.flatMap { member in
                options(member, "\(chosen); and __fish_seen_subcommand_from \(member.action ?? "")")
            }
    }

    private static func options(_ command: Command, _ condition: String) -> [String] {
        command.options.map { option in
            line(condition, "-l \(option.name)" + (option.value == nil ? "" : " -r"), option.help)
        } + [line(condition, "-l help", "show this page")]
    }

    private static func line(_ condition: String, _ words: String, _ help: String) -> String {
        "complete -c \(Program.name) -n \(quoted(condition)) \(words) -d \(quoted(help))"
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
