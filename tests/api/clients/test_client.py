"""The client in Python: it plays, sends again what got lost, and says what went wrong."""

import math
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from time import sleep

import attrs
import httpx
import pytest

import cardkit
from cardkit.chance import SeededChance
from cardkit.clock import bank, minutes, per_move, seconds
from cardkit.game import Json
from cardkit.games import BUILT_IN
from cardkit_api import Webhooks
from cardkit_api.client import ApiError, Client, MatchOver, RemoteMatch, connection
from cardkit_api.messages import (
    ClockLine,
    ClockStatus,
    MatchStatus,
    MyMatch,
    OrderEnded,
    Players,
    Reaction,
    SeenEvent,
    WebhookStatus,
)
from tests.api.clients.faults import Fault, Network, answering, cut, lost, refused
from tests.api.clients.serving import serving
from tests.patience import PATIENCE, SOON

BOTS = {1: "random", 2: "random"}
BUSY = '{"type":"urn:cardkit:busy","title":"","status":503,"code":"busy","detail":"try again"}'
NO_KEY = '{"type":"urn:cardkit:key_missing","title":"","status":503,"code":"key_missing","detail":"no key"}'


@pytest.fixture(scope="module")
def server() -> Generator[str, None, None]:
    with serving() as url:
        yield url


@pytest.fixture
def client(server: str) -> Generator[Client, None, None]:
    with Client(server) as client:
        yield client


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the client waited before each further attempt. Its clock goes on by that much at once."""
    waited: list[float] = []
    monkeypatch.setattr(connection, "sleep", waited.append)
    monkeypatch.setattr(connection, "monotonic", lambda: sum(waited))
    return waited


class Reach:
    """Makes clients over networks on which something goes wrong."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.made: list[Client] = []

    def client(self, network: Network, patience: float = 5) -> Client:
        self.made.append(Client(self.server, patience=patience, transport=network))
        return self.made[-1]

    def match(self, network: Network, match: RemoteMatch, patience: float = 5) -> RemoteMatch:
        """Return the same match, over that network."""
        return self.client(network, patience).match(match.id, match.connection.token)


@pytest.fixture
def over(server: str) -> Generator[Reach, None, None]:
    reach = Reach(server)
    yield reach
    for client in reach.made:
        client.close()


def sat(client: Client, game: str = "thirteen", **options: int) -> list[RemoteMatch]:
    """Return a match that has begun: each seat's, and the owner's last."""
    seats = cardkit.game(game).seats[0]
    made = client.create(game, seats, name="Ada", options=dict(options))
    match = made.match.id
    others = [client.join(match, f"player {free.seat}", free.invitation) for free in made.invitations]
    tokens = [made.token, *(other.token for other in others), made.owner]
    return [client.match(match, token) for token in tokens]


def alone(client: Client) -> RemoteMatch:
    """Return a seat among bots."""
    made = client.create("thirteen", 3, name="Ada", bots=BOTS, options={"rounds": 1})
    return client.match(made.match.id, made.token)


def to_move(seats: list[RemoteMatch]) -> RemoteMatch:
    """Return the match as the seat to move."""
    return seats[seats[-1].status().actors[0]]


def finish(seats: list[RemoteMatch], limit: int = 10_000) -> MatchStatus:
    actors = seats[-1].status().actors
    for _ in range(limit):
        if not actors:
            break
        mover = seats[actors[0]]
        legal = mover.moves()
        chosen = legal.moves[SeededChance("any", legal.version).below("move", len(legal.moves))]
        actors = mover.play(chosen.number, legal.version).actors
    return seats[-1].status()


def refusal(code: str, match: RemoteMatch, what: str, *args: object) -> ApiError:
    with pytest.raises(ApiError) as caught:
        getattr(match, what)(*args)
    assert caught.value.code == code
    return caught.value


# --- playing


@pytest.mark.parametrize("game", BUILT_IN)
def test_it_plays_a_whole_match_of_every_game_and_sees_all_of_it(game: str, client: Client) -> None:
    short = {} if game == "push" else {"rounds": 1}
    seats = sat(client, game, **short)
    with ThreadPoolExecutor(1) as pool:
        watching = pool.submit(lambda: [*seats[0].events(language="nl")])
        status = finish(seats)
        told = watching.result(timeout=PATIENCE)

    *events, last = told
    assert [event.n for event in events if isinstance(event, SeenEvent)] == [*range(1, status.version + 1)]
    assert status.outcome is not None
    assert last == MatchOver(status.version, status.outcome)
    match = cardkit.loads(seats[-1].log())
    assert cardkit.verify(match).complete
    assert match.outcome is not None
    assert [*match.outcome.totals] == status.outcome.totals
    names = ("Ada", *(f"player {seat}" for seat in range(1, len(seats) - 1)))
    sentences = [event.text for event in events if isinstance(event, SeenEvent)]
    assert sentences == [*match.sentences(0, "nl", names)]


def test_it_shows_games_and_their_rules(client: Client) -> None:
    games = client.games().games
    assert [game.key for game in games] == [*BUILT_IN]
    sheet = client.game("push")
    assert (sheet.title, sheet.bots) == ("Push", [*sheet.bots])
    assert sheet.schema == cardkit.schema(cardkit.game("push"))
    assert client.rules("push", "de") == cardkit.game("push").rules["de"]


def test_a_match_is_found_joined_started_and_removed(client: Client) -> None:
    made = client.create("thirteen", 3, public=True)
    assert made.match.id in [match.id for match in client.matches()]
    joined = client.join(made.match.id, "Ben", seat=2)
    assert (joined.seat, joined.match.seats[2].name) == (2, "Ben")
    owner = client.match(made.match.id, made.owner)
    status = owner.start()
    assert [seat.holder for seat in status.seats] == ["bot", "bot", "person"]
    assert made.match.id in [match.id for match in client.matches("running")]
    assert client.match(made.match.id).view().seat is None
    owner.delete()
    assert refusal("no_such_match", owner, "status").status == 404


def test_all_pages_of_matches_are_read(client: Client) -> None:
    made = {client.create("push", 2, public=True).match.id for _ in range(53)}
    assert made <= {match.id for match in client.matches()}


def test_matches_are_listed_by_game_and_seats(client: Client) -> None:
    made = {
        (game, seats): client.create(game, seats, public=True).match.id
        for game, seats in (("thirteen", 3), ("thirteen", 4), ("push", 4))
    }

    def listed(game: str = "", seats: int = 0) -> set[str]:
        return {match.id for match in client.matches(game=game, seats=seats)} & {*made.values()}

    assert listed() == {*made.values()}
    assert listed("thirteen") == {made["thirteen", 3], made["thirteen", 4]}
    assert listed(seats=4) == {made["thirteen", 4], made["push", 4]}
    assert listed("push", 3) == set()


def test_views_pages_and_long_polls(client: Client) -> None:
    seats = sat(client)
    page = seats[0].page(limit=2)
    assert ([event.n for event in page.events], page.next, page.over) == ([1, 2], 2, False)
    version = seats[0].view().version
    assert (seats[1].view().seat, seats[-1].view().seat) == (1, None)
    assert seats[0].view(version).view == seats[0].view().view
    assert seats[0].memory(version).memory == seats[0].memory().memory
    assert (seats[1].memory().seat, seats[-1].memory().seat) == (1, None)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(seats[0].page, version, 100, 30)
        mover = to_move(seats)
        moved = mover.play(mover.moves().moves[0].text, version)
        assert waiting.result(timeout=SOON).version == moved.version


def test_a_table_is_all_that_a_page_shows_first(client: Client) -> None:
    mover = to_move(sat(client))
    table = mover.table()
    assert table.status == mover.status()
    assert table.view == mover.view().view
    assert table.moves == mover.moves().moves
    assert table.events == mover.page().events
    assert mover.table(1, table.version, "de").events[0].text == mover.page(language="de").events[-1].text


def test_a_scene_is_enough_to_draw_the_table(client: Client) -> None:
    mover = to_move(sat(client))
    found = mover.scene(language="de")
    assert found.scene["language"] == "de"
    assert [move.number for move in found.moves] == [move.number for move in mover.moves().moves]
    assert mover.scene(found.version).version == found.version


def test_events_hold_the_legal_moves_of_a_seat_that_asks(client: Client) -> None:
    seats = sat(client)
    mover = to_move(seats)
    legal = mover.moves()
    streamed = [*islice(mover.events(legal=True), legal.version)]
    assert mover.page(legal=True).events == streamed
    last = streamed[-1]
    assert isinstance(last, SeenEvent)
    assert (last.version, last.actors, last.moves) == (legal.version, [legal.seat], legal.moves)
    assert mover.page().events[-1].moves is None
    assert mover.play(legal.moves[0].number).actors == mover.status().actors


def test_a_move_is_taken_back_when_all_agree_and_a_bot_goes_on_for_who_resigns(client: Client) -> None:
    seats = sat(client)
    mover = to_move(seats)
    seat = mover.moves().seat
    mover.play(mover.moves().moves[0].move)
    asked = mover.undo()
    assert (asked.done, sorted([seat, *asked.waiting_for])) == (False, [0, 1, 2])
    agreed = [seats[other].undo(seat).done for other in asked.waiting_for]
    assert agreed == [False, True]
    assert seats[0].resign().seats[0].resigned


def test_a_match_with_a_clock_is_paused_and_resumed_and_time_is_given(client: Client) -> None:
    made = client.create("thirteen", 3, name="Ann", bots=BOTS, clock=bank(minutes(5)), absence="wait")
    ann = client.match(made.match.id, made.token)
    assert made.match.timing is not None
    assert made.match.timing.control == bank(minutes(5))
    assert shown(ann.pause()).paused
    assert not shown(ann.resume()).paused
    assert shown(ann.come_back(0)).seats[0].left == minutes(5)
    assert refusal("invalid", ann, "give_time", 1, 60_000).status == 422
    assert ann.replace(1).seats[1].bot == "random"
    assert ann.page().clock is not None


def test_a_match_is_followed_with_its_clock_and_what_players_say(client: Client) -> None:
    made = client.create("thirteen", 3, name="Ann", bots=BOTS, clock=bank(minutes(5)), absence="wait")
    ann = client.match(made.match.id, made.token)
    told = ann.follow()

    clocks = (line for line in told if isinstance(line, ClockLine))
    running = next(clock for clock in clocks if clock.seats[0].runs)  # the bots move first
    ann.pause()
    paused = next(clocks)
    ann.react("thanks")

    assert (running.paused, paused.paused) == (False, True)
    assert [fact["type"] for fact in paused.facts] == ["paused"]
    assert isinstance(next(told), Reaction)
    told.close()


def test_a_seat_that_follows_hears_what_becomes_of_its_order_and_others_do_not(client: Client) -> None:
    made = client.create("push", 2, name="Ann", public=True)
    seats = [
        client.match(made.match.id, token) for token in (made.token, client.join(made.match.id, "Ben").token)
    ]
    (first,) = seats[0].status().actors
    away, other = seats[1 - first], seats[first]
    heard = [away.follow(), other.follow()]
    for lines in heard:
        next(lines)  # from here on, the stream is open
    away.set_order(0, [{}], away.status().version)
    away.withdraw_order()
    other.react("thanks")

    ends = [next(line for line in lines if not isinstance(line, SeenEvent | Players)) for lines in heard]

    assert isinstance(ends[0], OrderEnded)
    assert ends[0].code == "withdrawn"
    assert isinstance(ends[1], Reaction)
    for lines in heard:
        lines.close()


def test_each_change_of_a_status_is_heard_of(client: Client) -> None:
    made = client.create("thirteen", 3, name="Ann", starts="owner")
    match = client.match(made.match.id, made.owner)
    changes = match.changes(wait=0.2)

    assert next(changes).takebacks == "ask"
    with ThreadPoolExecutor() as pool:
        changed = pool.submit(lambda: next(changes))
        sleep(0.3)  # longer than one request waits
        match.change_terms(takebacks="none")
        assert changed.result().takebacks == "none"


def shown(status: MatchStatus) -> ClockStatus:
    assert status.timing is not None
    assert status.timing.clock is not None
    return status.timing.clock


# --- refusals


def test_a_refusal_says_what_is_wrong(client: Client, server: str) -> None:
    seats = sat(client)
    mover = to_move(seats)
    version = mover.view().version
    stale = refusal("stale_version", mover, "play", 0, version - 1)
    assert (stale.status, stale.version) == (412, version)
    assert str(stale) == (
        f"there is no version {version - 1}; the match is at version {version}: look again (stale_version)"
    )
    assert refusal("malformed", mover, "play", {"type": "no such move"}).path == "$.move.type"
    assert refusal("unreadable", mover, "play", "zz").status == 422
    assert refusal("token_missing", client.match(mover.id), "view").status == 401
    assert refusal("not_revealed", mover, "log").status == 409


def test_a_refusal_comes_in_the_language_of_the_client(client: Client, server: str) -> None:
    seats = sat(client)
    (seat,) = seats[-1].status().actors
    mover, other = seats[seat], seats[(seat + 1) % 3]
    with Client(server, language="de") as german:
        said = refusal("not_your_turn", german.match(mover.id, other.connection.token), "play", 0)
        undone = german.match(mover.id, mover.connection.token)
        legal = undone.moves()
        assert undone.play(legal.moves[0].number, legal.version).events[0].text.count(" spielt eine ") == 1
        assert undone.undo().reason == "jemand hat dadurch etwas erfahren"
    assert " ist am Zug, nicht " in said.detail


def test_what_no_server_answers_is_said_after_some_patience(
    over: Reach, client: Client, pauses: list[float]
) -> None:
    network = Network(*[refused] * 100)
    error = refusal("unreachable", over.match(network, alone(client), 10), "status")
    assert pauses == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 2, 2, 2]  # one more would be too many
    assert (error.status, len(network.sent)) == (0, len(pauses) + 1)
    assert str(error).startswith(f"no answer from {over.server}: refused")


@pytest.mark.parametrize("url", ["", "cards", "ftp://cards.test", "http://:x", "http://"])
def test_what_is_no_address_is_said_at_once(url: str) -> None:
    with pytest.raises(ApiError) as caught:
        Client(url, patience=60).games()
    assert caught.value.code == "bad_request"


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"games": 3}', '{"games": [{}]}', "<html>", "[" * 100_000])
def test_what_no_server_says_is_not_understood(body: str, over: Reach) -> None:
    with pytest.raises(ApiError) as caught:
        over.client(Network(answering(200, body))).games()
    assert caught.value.code == "not_understood"


def test_what_isnt_the_servers_own_refusal_is_one_too(over: Reach) -> None:
    with pytest.raises(ApiError) as caught:
        over.client(Network(answering(403, "<h1>Go away</h1>"))).games()
    assert (caught.value.status, caught.value.code) == (403, "refused")


def test_a_newer_server_may_say_more(over: Reach) -> None:
    body = '{"games": [], "and": {"something": "new"}}'
    assert over.client(Network(answering(200, body))).games().games == []


@pytest.mark.parametrize("move", [{"a": math.inf}, {"a": math.nan}, "\ud800"], ids=ascii)
def test_what_is_no_json_is_said_at_once(move: Json, client: Client) -> None:
    with pytest.raises(ApiError) as caught:
        client.match("a match", "a-token").play(move)
    assert caught.value.code == "bad_request"


def test_what_is_no_token_is_said_at_once(client: Client) -> None:
    for token in ("zwölf", "a b", "a\n"):
        with pytest.raises(ApiError) as caught:
            client.match("a match", token)
        assert caught.value.code == "bad_request"


def test_a_token_isnt_shown_by_accident(client: Client) -> None:
    assert "a-token" not in repr(client.match("a match", "a-token"))


# --- what gets lost


@pytest.mark.parametrize(
    "faults",
    [(refused,), (lost,), (lost, lost, refused), (answering(503, BUSY), lost), (answering(502, "<h1>"),)],
)
def test_a_move_is_played_once_however_often_it_is_sent(
    faults: tuple[Fault, ...], over: Reach, client: Client
) -> None:
    seats = sat(client)
    mover = to_move(seats)
    version = mover.view().version
    network = Network(*faults)
    moved = over.match(network, mover).play(mover.moves().moves[0].number, version)

    assert moved.events == mover.page(version).events
    assert mover.view().version == moved.version
    keys = {request.headers["Idempotency-Key"] for request in network.sent}
    assert (len(keys), len(network.sent)) == (1, len(faults) + 1)


def test_a_match_is_made_and_a_seat_is_taken_once_though_the_answer_got_lost(over: Reach) -> None:
    client = over.client(Network(lost, None, lost))
    made = client.create("thirteen", 3)
    joined = client.join(made.match.id, "Ada", made.invitations[1].invitation)
    assert [seat.holder for seat in joined.match.seats] == ["nobody", "person", "nobody"]
    assert client.match(made.match.id, joined.token).status().id == made.match.id


def test_what_is_removed_is_gone_though_the_answer_got_lost(over: Reach, client: Client) -> None:
    owner = sat(client)[-1]
    over.match(Network(lost), owner).delete()
    refusal("no_such_match", over.match(Network(refused), owner), "status")
    refusal("no_such_match", owner, "delete")


def test_a_key_of_ones_own_repeats_a_request_after_a_crash(client: Client) -> None:
    mover = to_move(sat(client))
    move = mover.moves().moves[0].number
    first = mover.play(move, key="a-key-of-my-own,-kept-on-disk")
    assert mover.play(move, key="a-key-of-my-own,-kept-on-disk") == first


def test_it_waits_as_long_as_it_is_asked_to(over: Reach, client: Client, pauses: list[float]) -> None:
    match = alone(client)
    waited: list[ApiError] = []
    returns: list[int] = []
    network = Network(answering(429, "", Retry_After="1"))
    with Client(
        over.server,
        patience=5,
        transport=network,
        lost=waited.append,
        back=lambda: returns.append(len(waited)),
    ) as patient:
        assert patient.match(match.id, match.connection.token).status().id == match.id
    assert [(error.status, error.retry_after) for error in waited] == [(429, 1.0)]
    assert returns == [1], "once, after the failure"
    assert pauses == [1.0]
    impatient = over.match(Network(answering(429, "", Retry_After="30")), match)
    assert refusal("refused", impatient, "status").retry_after == 30
    assert pauses == [1.0]


def test_it_doesnt_ask_again_where_that_cant_help(over: Reach, client: Client) -> None:
    network = Network(answering(503, NO_KEY))
    refusal("key_missing", over.match(network, alone(client)), "status")
    assert len(network.sent) == 1


# --- streams


def finished(client: Client) -> tuple[RemoteMatch, list[SeenEvent | MatchOver]]:
    """Return a seat of a match that is over, and what it saw."""
    seats = sat(client, rounds=1)
    finish(seats)
    return seats[0], [*seats[0].events()]


def test_after_the_end_a_seat_looks_through_the_eyes_of_another(client: Client) -> None:
    match, _ = finished(client)
    for look in (match.view, match.scene, match.memory):
        own, other = look(at=8), look(at=8, as_seat=1)
        assert (own.seat, other.seat) == (0, 1)
        assert own != other
    assert match.page() != match.page(as_seat=1)


def test_a_stream_that_begins_again_is_back_before_it_brings_anything(over: Reach, client: Client) -> None:
    match = alone(client)
    returns: list[str] = []
    when_read: list[str] = []

    class Silent(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            when_read.extend(returns)
            return iter(())

    def silent(_: httpx.BaseTransport, request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, stream=Silent())

    network = Network(refused, silent, answering(404))
    with (
        Client(over.server, patience=5, transport=network, back=lambda: returns.append("back")) as patient,
        pytest.raises(ApiError) as caught,
    ):
        next(patient.match(match.id, match.connection.token).events())
    assert caught.value.status == 404
    assert when_read == ["back"]


@pytest.mark.parametrize("cleanly", [False, True])
def test_a_stream_goes_on_where_it_was_cut_off(cleanly: bool, over: Reach, client: Client) -> None:
    seat, whole = finished(client)
    assert len(whole) > 20
    for step in (150, 391, 1000, 5000):
        cuts = [cut(step * n, cleanly=cleanly) for n in range(4)]
        network = Network(*cuts, refused, answering(503, BUSY), *cuts[1:])
        assert [*over.match(network, seat).events()] == whole
        assert len(network.sent) > 2 or step == 5000


def test_a_stream_begins_after_the_event_that_was_seen_last(client: Client) -> None:
    seat, whole = finished(client)
    assert [*seat.events(after=10)] == whole[10:]
    assert [*seat.events(after=len(whole) - 1)] == whole[-1:]


def test_a_stream_can_be_left(client: Client) -> None:
    seat = sat(client)[0]
    assert [event.n for event in islice(seat.events(), 2) if isinstance(event, SeenEvent)] == [1, 2]


def test_a_stream_that_leaves_something_out_is_not_believed(over: Reach, client: Client) -> None:
    seat = alone(client)
    rest = '"version":3,"glimpse":{"type":"a"},"text":"","actors":[0],"moves":null'
    lines = [f'{{"n":1,{rest}}}\n', f'{{"n":1,{rest}}}\n\n', f'{{"n":3,{rest}}}\n']
    stream = over.match(Network(answering(200, "".join(lines))), seat).events()
    assert next(stream) == SeenEvent(1, 3, {"type": "a"}, "", [0], None)
    with pytest.raises(ApiError) as caught:
        next(stream)
    assert (caught.value.code, caught.value.detail) == ("not_understood", "event 3 came after event 1")


def test_a_stream_says_that_its_match_was_deleted(client: Client) -> None:
    seats = sat(client)
    version = seats[0].view().version
    stream = seats[0].events(after=version - 1)
    assert isinstance(next(stream), SeenEvent)
    seats[-1].delete()
    with pytest.raises(ApiError) as caught:
        next(stream)
    assert caught.value.code == "no_such_match"


def test_a_stream_gives_up_when_nobody_answers(over: Reach, client: Client) -> None:
    seat, _ = finished(client)
    network = Network(cut(500), *[refused] * 100)
    with pytest.raises(ApiError) as caught:
        list(over.match(network, seat, 0.3).events())
    assert caught.value.code == "unreachable"
    assert len(network.sent) == 3


def test_a_stream_waits_its_turn(over: Reach, client: Client, pauses: list[float]) -> None:
    seat = alone(client)
    stream = over.match(Network(answering(429, "", Retry_After="1")), seat).events()
    assert isinstance(next(stream), SeenEvent)
    assert pauses == [1.0]
    stream.close()


# --- seats that change hands, and users


def test_seats_are_left_and_tokens_replaced_once_though_the_answer_got_lost(
    over: Reach, client: Client
) -> None:
    made = client.create("thirteen", 3, name="Ada")
    owner = client.match(made.match.id, made.owner)
    ben = client.join(made.match.id, "Ben", made.invitations[0].invitation)
    over.match(Network(lost), client.match(made.match.id, ben.token)).free_seat(1)
    assert owner.status().seats[1].holder == "nobody"
    fresh = over.match(Network(lost), owner).invite(1)
    cy = client.join(made.match.id, "Cy", fresh)
    new = over.match(Network(lost), client.match(made.match.id, cy.token)).renew_token(1)
    assert client.match(made.match.id, new).status().seats[1].name == "Cy"
    with pytest.raises(ApiError) as caught:
        client.match(made.match.id, cy.token).status()
    assert caught.value.code == "not_allowed"
    over.match(Network(lost), owner).free_seat(0)
    assert owner.status().seats[0].holder == "nobody"


def test_a_user_lists_their_matches_page_by_page(client: Client) -> None:
    status = client.match((made := client.create("thirteen", 3)).match.id, made.owner).status()
    mine = {"match": attrs.asdict(status), "seats": [0], "owner": False}
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(f"{request.url.query.decode()} {request.headers['x-user']}")
        return httpx.Response(200, json={"matches": [mine], "next": "5-x" if len(asked) == 1 else None})

    with Client("http://cards.test", transport=httpx.MockTransport(answer)) as user:
        user.http.headers["X-User"] = "ada"
        found = [*user.my_matches("running")]
    assert found == [MyMatch(status, [0], False)] * 2
    assert asked == ["status=running&after= ada", "status=running&after=5-x ada"]


def test_a_lobby_is_followed_until_the_start(client: Client) -> None:
    made = client.create("push", 2, starts="ready", options={"risk": True})
    owner = client.match(made.match.id, made.owner)
    told = owner.lobby()
    assert [seat.name for seat in next(told).seats] == ["", ""]
    tokens = [client.join(made.match.id, f"p{one.seat}", one.invitation).token for one in made.invitations]
    assert owner.change_terms(takebacks="free", options={}).takebacks == "free"
    delayed = owner.change_terms(spectators="delayed", delay=5)
    assert (delayed.spectators, delayed.delay) == ("delayed", 5)
    assert owner.change_terms(spectators="public").delay == 0
    timed = owner.change_terms(clock=per_move(seconds(9)), absence="wait").timing
    assert timed is not None
    assert (timed.control.time, timed.absence) == (9000, "wait")
    assert owner.change_terms(untimed=True).timing is None
    for token in tokens:
        client.match(made.match.id, token).set_ready()
    *_, last = told
    assert (last.status, last.takebacks, [seat.ready for seat in last.seats]) == (
        "running",
        "free",
        [True, True],
    )
    assert owner.status().status == "running"
    assert [*owner.lobby()] == []
    first = next(owner.events())
    assert isinstance(first, SeenEvent)
    assert first.n == 1


def test_who_resigns_is_heard_of_until_the_match_is_over(client: Client) -> None:
    options = {"rounds": 1, "turn_limit": 1}
    made = client.create("biberbande", 2, name="Ada", options=options, public=True)
    ada = client.match(made.match.id, made.token)
    ben = client.match(ada.id, client.join(ada.id, "Ben").token)
    told = ada.players()
    before = next(told)
    assert ([chair.resigned for chair in before.seats], before.takeback) == ([False, False], None)
    ada.resign()
    assert [chair.resigned for chair in next(told).seats] == [True, False]
    ben.resign()
    assert all(isinstance(line, Players) for line in told)  # the bots play to the end


def test_reactions_are_heard_until_the_match_is_over(client: Client) -> None:
    made = client.create("biberbande", 2, name="Ada", starts="owner")
    ada = client.match(made.match.id, made.token)
    heard: list[Reaction] = []
    with ThreadPoolExecutor(1) as pool:
        listening = pool.submit(lambda: heard.append(next(ada.reactions("de"))))
        while not listening.done():
            sleep(0.1)  # or the first ones come before anybody listens
            assert ada.react("oops").text == "Oops!"
        listening.result()
    assert heard == [Reaction(seat=0, reaction="oops", text="Hoppla!")]


def test_a_rematch_is_agreed_to_and_played(over: Reach, client: Client) -> None:
    options = {"rounds": 1, "turn_limit": 1}
    made = client.create("biberbande", 2, name="Ada", bots={1: "random"}, options=options)
    match = client.match(made.match.id, made.token)
    for event in match.events():
        if not isinstance(event, MatchOver) and 0 in event.actors and event.n == event.version:
            match.play(match.moves().moves[0].number)
    assert match.rematch().waiting_for == [0]
    agreed = over.match(Network(lost), match).agree_to_rematch()
    assert agreed == attrs.evolve(match.rematch(), match=agreed.match)
    assert (agreed.seat, match.status().next) == (1, agreed.match and agreed.match.id)
    assert agreed.match is not None
    assert client.match(agreed.match.id, agreed.token).view().seat == 1


def test_a_webhook_is_set_shown_given_a_new_secret_and_ended() -> None:
    with serving(webhooks=Webhooks(players=True)) as url, Client(url) as client:
        made = client.create("thirteen", 3, name="Ada", bots=BOTS)
        match = client.match(made.match.id, made.token or "")
        kept = match.set_webhook("https://hook.example/told", ["turn", "over"])
        assert match.webhook() == WebhookStatus("https://hook.example/told", ["turn", "over"])
        assert match.test_webhook() == match.webhook()
        renewed = match.renew_webhook_secret()
        assert (renewed.url, renewed.events) == (kept.url, kept.events)
        assert kept.secret != renewed.secret
        match.end_webhook()
        with pytest.raises(ApiError) as caught:
            match.webhook()
        assert caught.value.code == "no_webhook"
