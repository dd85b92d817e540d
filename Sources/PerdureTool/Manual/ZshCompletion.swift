// SPDX-License-Identifier: Apache-2.0
// The completion for zsh, with the summaries of commands and options.

enum ZshCompletion {
    static func script(_ commands: CommandGroups) -> String {
        """
        #compdef \(Program.name)
        # zsh completion of \(Program.name)
        _\(Program.name)() {
            local -a words_of_\(Program.name)
            if (( CURRENT == 2 )); then
                words_of_\(Program.name)=(\(described(commands.groups.map { ($0.name, summary($0)) })))
                _describe command words_of_\(Program.name)
                return
            fi
            case ${words[2]} in
        \(commands.groups.map(branch).joined(separator: "\n"))
            esac
        }
        _\(Program.name) "$@"
        """
    }

    private static func summary(_ group: (name: String, members: [Command])) -> String {
        guard group.members.count > 1 else { return group.members[0].summary }
        return group.members.compactMap(\.action).joined(separator: ", ")
    }

    private static func branch(_ group: (name: String, members: [Command])) -> String {
        if let only = group.members.first, only.action == nil {
            return "        \(group.name)) \(arguments(only)) ;;"
        }
        let actions = described(group.members.map { ($0.action ?? "", $0.summary) })
        let branches = group.members.map { "                \($0.action ?? "")) \(arguments($0)) ;;" }
        return """
                    \(group.name))
                        if (( CURRENT == 3 )); then
                            words_of_\(Program.name)=(\(actions))
                            _describe action words_of_\(Program.name)
                            return
                        fi
                        case ${words[3]} in
            \(branches.joined(separator: "\n"))
                        esac
                        ;;
            """
    }

    private static func described(_ words: [(String, String)]) -> String {
        words.map { quoted("\($0.0):\($0.1)") }.joined(separator: " ")
    }

    private static func arguments(_ command: Command) -> String {
        let options = command.options.map { option in
            let repeated = option.isRepeatable ? "*" : ""
            let value = option.value.map { "=:\($0):_files" } ?? ""
            let help = option.help.filter { !"[]:".contains($0) }
            return quoted(
                repeated + "--\(option.name)" + (value.isEmpty ? "" : "=") + "[\(help)]" + value.dropFirst())
        }
        return (["_arguments"] + options + [quoted("--help[show this page]"), quoted("*:file:_files")])
            .joined(separator: " ")
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
