"""The charts of a run, each below the question that it answers."""

from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Final

from attrs import frozen

from cardkit.arena.measures.leads import PARTS_OF_MATCH
from cardkit.arena.measures.occurrences import Occurrence
from cardkit.arena.report.charts import Bar, Box, Interval, bars, boxes, histogram, intervals
from cardkit.arena.report.frame import as_list, heading, section
from cardkit.arena.report.labels import Labels
from cardkit.arena.report.phrases import Say
from cardkit.arena.report.tables import measure_rows, shorten
from cardkit.arena.simulation import Simulation
from cardkit.arena.statistics.intervals import CONFIDENCE

__all__ = ["Pictures"]

MOST_MOVES: Final = 40
"""The most moves in a chart. All are in `result.json`."""
MOST_NUMBERS: Final = 60
"""The most numbers of the user's own measures in a table. All are in `result.json`."""


@frozen
class Pictures:
    """The charts of a run, in one language."""

    run: Simulation
    say: Say

    def all(self) -> Iterator[str]:
        """Yield all of them, in the order of the page."""
        say, run = self.say, self.run
        yield section(say("length?"), histogram(run.lengths.numbers, "length", say("moves"), say=say))
        if run.plan.game.shared:
            total = histogram(run.seats.seat(0).scores, "total", say("points"), say=say)
            yield section(say("together?"), total)
        else:
            margin = histogram(run.margins.numbers, "margin", say("margin"), say=say)
            yield section(say("closeness?"), margin)
            yield from self._leads()
            yield self._advantage()
            yield from self._wins_of_bots()
            rows = [Box(self._seat(seat), run.seats.seat(seat).scores) for seat in run.seats.seats]
            yield section(say("seat scores?"), boxes(rows, "scores", say("boxes"), say=say))
        if len(run.bots) > 1:
            rows = [Box(name, run.seats.bot(bot).scores) for bot, name in enumerate(run.bots)]
            yield section(say("bot scores?"), boxes(rows, "scores", say("points"), say=say))
        yield from self._worth_of_bots()
        yield from self._occurrences()
        yield from self._choices()
        yield from self._own_measures()
        if sentences := [*run.faults.sentences()]:
            yield heading(say("faults?")) + as_list(sentences)

    def _seat(self, seat: int) -> str:
        return self.say("seat", seat=seat)

    def _advantage(self) -> str:
        say, seats, ranked = self.say, self.run.seats, self.run.plan.ranked
        shares = seats.shares(CONFIDENCE) if ranked else seats.worths(CONFIDENCE)
        rows = [
            Interval(self._seat(seat), share.value, share.low, share.high) for seat, share in shares.items()
        ]
        if ranked:
            fair = 1 / len(rows)
            drawing = intervals(rows, "wins", say("wins", sure=self._sure), fair, 100, say=say)
            note = say("even wins", even=say.percent(fair))
        else:
            fair = seats.together.mean_worth()
            drawing = intervals(rows, "worth", say("worths", sure=self._sure), fair, say=say)
            note = say("even worth", even=say.number(fair, ".3f"))
        return section(say("advantage?"), drawing, note)

    def _leads(self) -> Iterator[str]:
        """Yield how soon a match is decided, if that was counted."""
        say, leads = self.say, self.run.leads
        if leads is None or not leads.changes.count:
            return
        rows = [
            Bar(
                say("after", part=100 * (at + 1) // PARTS_OF_MATCH),
                100 * won / led,
                say("share of", share=say.percent(won / led), number=led),
            )
            for at, (led, won) in enumerate(zip(leads.led, leads.won, strict=True))
            if led
        ]
        yield section(say("changes?"), histogram(leads.changes, "changes", say("a match"), say=say))
        yield section(say("leader?"), bars(rows, "leaders", say("leaders"), say=say), say("leads"))

    def _wins_of_bots(self) -> Iterator[str]:
        """Yield how often each bot wins, if results count ranks."""
        say, run = self.say, self.run
        if not run.plan.ranked or len(run.bots) < 2:
            return
        rows = [
            Interval(name, share.value, share.low, share.high)
            for bot, name in enumerate(run.bots)
            for share in (run.seats.share_of_bot(bot, CONFIDENCE),)
        ]
        fair = 1 / len(run.seats.seats)
        drawing = intervals(rows, "wins of bots", say("bot wins", sure=self._sure), fair, 100, say=say)
        yield section(say("bot?"), drawing, say("even bots", even=say.percent(fair)))

    def _worth_of_bots(self) -> Iterator[str]:
        """Yield the worth of a match to each bot, if results don't count ranks."""
        say, run = self.say, self.run
        if run.plan.ranked:
            return
        rows = [
            Interval(name, worth.value, worth.low, worth.high)
            for bot, name in enumerate(run.bots)
            for worth in (run.seats.worth_to_bot(bot, CONFIDENCE),)
        ]
        drawing = intervals(rows, "worth of bots", say("bot worths", sure=self._sure), say=say)
        yield section(say("bot worth?"), drawing)

    def _occurrences(self) -> Iterator[str]:
        say, run, labels = self.say, self.run, self._labels
        events = [*_bars(run.events.named, run.matches, labels.event, say)]
        yield section(say("rules?"), bars(events, "events", say("events"), say=say))
        moves = [*_bars(run.moves.named, run.matches, labels.move, say)]
        more = len(moves) - MOST_MOVES
        drawing = bars(moves[:MOST_MOVES], "moves", say("times a match"), say=say)
        yield section(say("moves?"), drawing, say("left out", number=more) if more > 0 else "")

    def _choices(self) -> Iterator[str]:
        """Yield how much there is to decide, and what is chosen, if that was counted."""
        say, choices = self.say, self.run.choices
        if choices is None:
            return
        made = self.run.moves.named
        rates, possible = choices.rates(made), choices.named
        rows = [
            Bar(
                self._labels.move(name),
                100 * rates[name],
                say("share of", share=say.percent(rates[name]), number=possible[name].times),
            )
            for name in [*dict.fromkeys((*made, *possible))][:MOST_MOVES]
        ]
        yield section(say("choices?"), histogram(choices.sizes, "choices", say("sizes"), say=say))
        drawing = bars(rows, "made when possible", say("chosen"), say=say)
        yield section(say("chosen?"), drawing, say("chosen, always"))

    def _own_measures(self) -> Iterator[str]:
        say, rows = self.say, measure_rows(self.run.own())
        if not rows:
            return
        cells = (
            (f"{name} {of}".strip(), what, shorten(value, say))
            for name, of, what, value in rows[:MOST_NUMBERS]
        )
        table = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in cells)
        more = len(rows) - MOST_NUMBERS
        note = f'<p class="quiet">{escape(say("left out", number=more))}</p>' if more > 0 else ""
        yield heading(say("own?"))
        yield f"<table>{table}</table>{note}"

    @property
    def _sure(self) -> str:
        return self.say.percent(CONFIDENCE, "g")

    @property
    def _labels(self) -> Labels:
        return Labels(self.run.plan.game, self.say.language)


def _bars(named: dict[str, Occurrence], matches: int, label: Callable[[str], str], say: Say) -> Iterable[Bar]:
    for name, one in named.items():
        often = one.times / matches
        share = "" if one.matches is None else f", {say.percent(one.matches / matches)}"
        yield Bar(label(name), often, f"{say.number(round(often, 4))}{share}")
