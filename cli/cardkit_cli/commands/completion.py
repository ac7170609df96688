"""`cardkit completion`: the script by which a shell's Tab offers games, options and legal moves."""

from typing import Annotated, Final, Literal, TypeAlias

import typer

from cardkit_cli.exit_codes import Exit
from cardkit_cli.output import say

__all__ = ["SCRIPTS", "Shell", "completion"]

Shell: TypeAlias = Literal["bash", "zsh", "fish"]

_BASH: Final = r"""
_cardkit_completion() {
    local reply
    COMPREPLY=()
    while IFS= read -r reply; do
        [ -n "$reply" ] && COMPREPLY+=("$(printf '%q' "$reply")")  # n4>blue must not write to a file
    done < <(COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD="$COMP_CWORD" _CARDKIT_COMPLETE=complete_bash "$1" 2>/dev/null)
    if [ ${#COMPREPLY[@]} -eq 0 ] && compopt -o filenames 2>/dev/null; then
        while IFS= read -r reply; do
            COMPREPLY+=("$reply")
        done < <(compgen -f -X '*.seats' -- "${COMP_WORDS[COMP_CWORD]}")  # those say who plays, and are no logs
    fi
}
complete -o default -F _cardkit_completion cardkit
"""

_ZSH: Final = r"""
#compdef cardkit
_cardkit_completion() {
    eval $(env _TYPER_COMPLETE_ARGS="${words[1,$CURRENT]}" _CARDKIT_COMPLETE=complete_zsh cardkit 2>/dev/null)
}
compdef _cardkit_completion cardkit
zstyle ':completion:*:*:cardkit:*:*files' ignored-patterns '*.seats'  # those say who plays, and are no logs
"""

_FISH: Final = r"""
function __cardkit_complete
    env _CARDKIT_COMPLETE=complete_fish _TYPER_COMPLETE_FISH_ACTION=$argv[1] \
        _TYPER_COMPLETE_ARGS=(commandline -cp) cardkit 2>/dev/null
end
complete --command cardkit --no-files --arguments "(__cardkit_complete get-args)" \
    --condition "__cardkit_complete is-args"
complete --command cardkit --no-files --condition "not __cardkit_complete is-args" \
    --arguments "(__fish_complete_path (commandline -ct) | string match -rv '\.seats(\t|$)')"
"""

SCRIPTS: Final[dict[Shell, str]] = {"bash": _BASH.lstrip(), "zsh": _ZSH.lstrip(), "fish": _FISH.lstrip()}


def completion(shell: Annotated[Shell, typer.Argument(help="The name of the shell.")]) -> int:
    """Print a shell's completion script.

    With it, Tab offers commands, options, games, seats and legal moves. Legal moves reveal cards in a hand.

    Example: eval "$(cardkit completion bash)"
    """
    say(SCRIPTS[shell].rstrip("\n"))
    return Exit.FINE
