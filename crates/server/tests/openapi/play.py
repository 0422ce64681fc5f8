"""Uses a client that was generated from the API's description, without knowing anything else about the house.

python play.py FOLDER BASE_URL TOKEN: the generated package `parlor_client` is in FOLDER, and TOKEN is of an account that
has played a match and has been invited to another.
"""

import json
import sys
import time

folder, base, token = sys.argv[1:]
sys.path.insert(0, folder)

from parlor_client import AuthenticatedClient, Client
from parlor_client.api.accounts import change_account, log_in, my_sessions, register
from parlor_client.api.bots import make_bot, make_bot_token, my_bots
from parlor_client.api.gold import purse, statement
from parlor_client.api.house import list_games, nearby
from parlor_client.api.matches import leaderboard, match_info, match_log, matches_of, my_matches
from parlor_client.api.people import come_in, export, me, my_invitations, person_by_name, profile, rename, report
from parlor_client.api.tables import list_tables, my_tables, open_table, table_info
from parlor_client.models import (
    BetHolderHouse,
    ChangeAccount,
    GuestRequest,
    Kind,
    LeaderboardBy,
    Login,
    NewBot,
    NewReport,
    NewToken,
    OccupantBot,
    OccupantNobody,
    OccupantPerson,
    OpenTable,
    Problem,
    Reason,
    Register,
    Rename,
    ReportedPerson,
    Scope,
    SeatWishBot,
    SeatWishPerson,
    Status,
)

PASSWORD = "correct horse battery"


def try_(operation, client, *args, **kwargs):
    """What the house answers. Without a client it is a stranger who asks, and has no cookie yet."""
    return operation.sync_detailed(*args, client=client or Client(base), **kwargs)


def ask(operation, client, *args, **kwargs):
    """What the house answers; it must not be a refusal."""
    answer = try_(operation, client, *args, **kwargs)
    assert answer.status_code < 300, (operation.__name__, answer)
    return answer.parsed


class Door:
    """The least that a Socket.IO client can be, over the generated client's own connection: matches are not played by HTTP."""

    def __init__(self, client):
        self.http, self.asked = client.get_httpx_client(), 0
        self.url = "/socket.io/?EIO=4&transport=polling"
        self.url += "&sid=" + json.loads(self.http.get(self.url).raise_for_status().text[1:])["sid"]
        self.say("40" + json.dumps({"token": client.token}))
        self.hear("40")

    def say(self, packet):
        self.http.post(self.url, content=packet).raise_for_status()

    def hear(self, kind):
        """The next packet of that kind, without it; others are passed over, and pings answered."""
        while True:
            for packet in self.http.get(self.url).raise_for_status().text.split("\x1e"):
                if packet == "2":
                    self.say("3")
                if packet.startswith(kind):
                    return packet[len(kind) :]

    def command(self, do):
        """Gives a command; how it is acknowledged."""
        self.asked += 1
        self.say(f"42{self.asked}" + json.dumps(["command", {"id": f"p-{self.asked}", "do": do}]))
        [answer] = json.loads(self.hear(f"43{self.asked}"))
        return answer


stranger = None
games = [game.to_dict()["id"] for game in ask(list_games, stranger)]
assert "battleship" in games, games
assert ask(nearby, stranger).houses == []

# A guest opens a table with a bot, finds it everywhere, and is refused properly.
welcome = ask(come_in, stranger, body=GuestRequest(name="Ada"))
ada = AuthenticatedClient(base, welcome.token)
assert ask(me, ada).id == welcome.me.id
assert ask(rename, ada, body=Rename(name="Ada L.")).name == "Ada L."
wish = OpenTable(game="battleship", preset="voxel", public=True, seats=[SeatWishPerson.PERSON, SeatWishBot("easy")])
wish.options = {"width": 8}
table = ask(open_table, ada, body=wish)
mine, bot = (seat.occupant for seat in table.seats)
assert isinstance(mine, OccupantPerson) and mine.person.name == "Ada L.", mine
assert isinstance(bot, OccupantBot) and bot.bot.level == "easy", bot
assert table.config["width"] == 8
waiting = ask(open_table, ada, body=OpenTable(game="tetris", public=True))
assert isinstance(waiting.seats[1].occupant, OccupantNobody) or waiting.seats[1].occupant == OccupantNobody.NOBODY
assert {listed.code for listed in ask(list_tables, stranger).tables} >= {table.code, waiting.code}
assert ask(table_info, stranger, table.code).code == table.code
assert {listed.code for listed in ask(my_tables, ada).tables} == {table.code, waiting.code}
refused = try_(open_table, ada, body=OpenTable(game="chess"))
assert refused.status_code == 422 and isinstance(refused.parsed, Problem), refused
assert refused.parsed.code == "unknown_game"
assert try_(open_table, stranger, body=wish).parsed.code == "not_signed_in"
assert try_(table_info, stranger, "ZZZZZZ").parsed.code == "not_found"

# A whole match against a bot, from the table to the record.
duel = ask(open_table, ada, body=OpenTable(game="death-roll", seats=[SeatWishPerson.PERSON, SeatWishBot("easy")]))
door = Door(ada)
assert door.command({"watch": {"table": duel.code}})["success"]
rolls = 0
while ask(table_info, ada, duel.code).status != Status.ENDED:
    answer = door.command({"act": {"table": duel.code, "action": "roll"}})
    rolls += answer["success"]
    assert answer["success"] or answer["code"] in ("not_your_turn", "game_already_over"), answer
    time.sleep(0.05)
played = ask(match_info, stranger, ask(table_info, ada, duel.code).match_id)
assert rolls > 0 and played.turns >= rolls and played.outcome is not None, (rolls, played)
assert ask(match_log, ada, played.id).count('"roll"') == played.turns

# An account, with all that an account has.
account = ask(register, stranger, body=Register(name="Cay", password=PASSWORD))
assert ask(log_in, stranger, body=Login(name="cay", password=PASSWORD)).me.id == account.me.id
cay = AuthenticatedClient(base, account.token)
assert ask(change_account, cay, body=ChangeAccount(email="cay@example.org")).email == "cay@example.org"
assert len(ask(my_sessions, cay)) == 2
robot = ask(make_bot, cay, body=NewBot(name="Robot"))
assert ask(make_bot_token, cay, robot.id, body=NewToken(label="here", scopes=[Scope.READ])).info.scopes == [Scope.READ]
assert [bot.kind for bot in ask(my_bots, cay)] == [Kind.BOT]
assert ask(person_by_name, stranger, name="CAY").id == account.me.id
ask(report, cay, body=NewReport(about=ReportedPerson(welcome.me.id), reason=Reason.NAME))
death = ask(open_table, cay, body=OpenTable.from_dict({"game": "death-roll", "bet": {"amount": 5}}))
assert death.stake.amount == 5 and death.stake.holder == BetHolderHouse.HOUSE, death.stake

# A person with a history.
bea = AuthenticatedClient(base, token)
[match] = ask(my_matches, bea).matches
assert ask(match_info, stranger, match.id).seats[0].person is not None
assert ask(matches_of, stranger, ask(me, bea).id, game="battleship").matches[0].id == match.id
assert ask(match_log, stranger, match.id).startswith('{"')
assert ask(profile, stranger, ask(me, bea).id).games[0].people.played == 1
assert ask(leaderboard, stranger, "battleship", by=LeaderboardBy.WINS).game == "battleship"
assert ask(purse, bea).balance == ask(statement, bea).lines[0].balance
[invitation] = ask(my_invitations, bea).pending
assert invitation.wish.game == "battleship"
whole = ask(export, bea)
assert [line.id for line in whole.matches] == [match.id] and whole.invitations.pending[0].id == invitation.id
print("played")
