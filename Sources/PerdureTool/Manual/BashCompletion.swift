// SPDX-License-Identifier: Apache-2.0
// The completion for bash. Where it has no word of its own, bash completes files.

enum BashCompletion {
    static func script(_ commands: CommandGroups) -> String {
        """
        # bash completion of \(Program.name)
        _\(Program.name)() {
            local current=${COMP_WORDS[COMP_CWORD]} words=
            if [ "$COMP_CWORD" -eq 1 ]; then
                words="\(commands.firstWords.joined(separator: " "))"
            else
                case ${COMP_WORDS[1]} in
        \(commands.groups.map(branch).joined(separator: "\n"))
                esac
            fi
            COMPREPLY=($(compgen -W "$words" -- "$current"))
        }
        complete -o default -F _\(Program.name) \(Program.name)
        """
    }

    private static func branch(_ group: (name: String, members: [Command])) -> String {
        if let only = group.members.first, only.action == nil {
            return "            \(group.name)) \(options(only)) ;;"
        }
        let actions = group.members.compactMap(\.action)
        let branches = group.members.map { "                    \($0.action ?? "")) \(options($0)) ;;" }
        return """
                        \(group.name))
                            if [ "$COMP_CWORD" -eq 2 ]; then
                                words="\(actions.joined(separator: " ")) --help"
                            else
                                case ${COMP_WORDS[2]} in
            \(branches.joined(separator: "\n"))
                                esac
                            fi
                            ;;
            """
    }

    /// Options are offered after a hyphen only, so that files are completed otherwise.
    private static func options(_ command: Command) -> String {
        "[[ $current != -* ]] || words=\"\(command.optionWords.joined(separator: " "))\""
    }
}
