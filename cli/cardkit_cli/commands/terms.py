"""`cardkit terms`: the terms of a match on a server."""

import typer

from cardkit_cli.exit_codes import Exit
from cardkit_cli.options import parse_options
from cardkit_cli.output import emit, say
from cardkit_cli.parameters import (
    AbsenceOption,
    ClockOption,
    DelayOption,
    FormatOption,
    HouseRules,
    LanguageOption,
    SpectatorsOption,
    StartsOption,
    TakebacksOption,
    TicketOrId,
)
from cardkit_cli.server.open_ticket import open_acts

__all__ = ["terms"]


def terms(
    context: typer.Context,
    match: TicketOrId,
    option: HouseRules = None,
    clock: ClockOption = None,
    absence: AbsenceOption = None,
    takebacks: TakebacksOption = None,
    starts: StartsOption = None,
    spectators: SpectatorsOption = None,
    delay: DelayOption = None,
    language: LanguageOption = "en",
    format: FormatOption = "table",
) -> int:
    """Show the terms of a match on a server, or change them.

    The owner can change them before the start. Then nobody is ready any more. --clock off takes the clock away.

    Example: cardkit terms match.json --option rounds=2 --clock 5m+3s
    """
    with open_acts(context, match, language) as acts:
        from cardkit_cli.server.terms import options_sentence, terms_document, terms_sentences
        from cardkit_cli.times import parse_control

        given = (takebacks, starts, spectators, delay, clock, absence)
        if option or any(one is not None for one in given):
            rules = parse_options(option or ())
            control = None if clock in (None, "off") else parse_control(clock)
            status = acts.owner.change_terms(
                options={**acts.status().options, **rules} if rules else None,
                takebacks=takebacks,
                starts=starts,
                spectators=spectators,
                delay=delay,
                clock=control,
                absence=absence,
                untimed=clock == "off",
            )
        else:
            status = acts.status()

    def table() -> None:
        for sentence in (options_sentence(status, language), *terms_sentences(status, language)):
            if sentence:
                say(sentence)

    emit({"match": status.id, "status": status.status, **terms_document(status)}, format, table)
    return Exit.FINE
