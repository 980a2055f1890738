"""People and tables that the requests of scripts/check-api can be about."""

import itertools
import os
import time

import requests

SERVER = os.environ["CHECK_API_SERVER"] + "/api/v1"
PASSWORD = "after lunch we stay"
_numbers = itertools.count()


def new_name():
    """A name that is free. Digits are left out: some look like letters."""
    number = next(_numbers)
    letters = "".join("abcdefghij"[int(digit)] for digit in f"{number:05}")
    return f"Check-{os.environ['CHECK_API_CALLER'][0]}-{letters}"


def ask(method, path, headers=None, body=None):
    """Sends a request that has to succeed."""
    response = requests.request(method, SERVER + path, headers=headers or {}, json=body, timeout=20)
    if not response.ok:
        raise RuntimeError(f"{method} {path} {body}: {response.status_code} {response.text}")
    return response


def cookie(response, name):
    return {"Cookie": f"{name}={response.cookies[name]}"}


class Person:
    """Somebody who can ask: `headers` authenticate them."""

    def __init__(self, kind):
        self.kind = kind
        self.renew()

    def renew(self):
        """Makes a new account, or a new guest."""
        self.name, self.password, self.headers = None, PASSWORD, {}
        if self.kind == "guest":
            self.headers = cookie(ask("POST", "/guests"), "sobremesa_guest")
        elif self.kind in ("member", "bot"):
            self.name = new_name()
            account = {"name": self.name, "password": PASSWORD, "bot": self.kind == "bot"}
            self.headers = cookie(ask("POST", "/people", body=account), "sobremesa_session")
        if self.kind == "bot":
            token = self.ask("POST", "/me/tokens", {"label": "check", "scope": "bot"}).json()["token"]
            self.headers = {"Authorization": f"Bearer {token}"}

    def sign_in(self):
        """Starts another session."""
        answer = ask("POST", "/session", body={"name": self.name, "password": self.password})
        return cookie(answer, "sobremesa_session")

    def ask(self, method, path, body=None):
        return ask(method, path, self.headers, body)

    def create(self, *seats, game="siesta"):
        return self.ask("POST", "/tables", {"game": game, "seats": ["me", *seats]}).json()["id"]

    def is_to_act(self, table):
        view = self.ask("GET", f"/tables/{table}").json()
        return view["you"] in view["game"]["to_act"]

    def move(self, table):
        """A legal move, or one that is refused if there is none."""
        found = self.ask("GET", f"/tables/{table}/actions").json()
        return {"seq": found["seq"], "move": (found["actions"] or ["*F5 ^F6 #F7"])[0]}

    def play(self, table, move=None):
        return self.ask("POST", f"/tables/{table}/play", move or self.move(table)).json()["seq"]


class World:
    """The caller, somebody to play with, and fresh tables of every kind."""

    def __init__(self, kind):
        self.caller = Person(kind)
        self.rival = Person("member")
        # The moves of bots that are due, by table, and the stream that makes the server wait for the last of them.
        self.bot_moves, self.stream = {}, None

    @property
    def player(self):
        """Who plays at the tables: the caller, if they can."""
        return self.caller if self.caller.kind != "nobody" else self.rival

    def table(self, kind):
        return getattr(self, kind)()

    def waiting(self):
        """A table of somebody else with a free seat."""
        return self.rival.create("open")

    def hosted(self):
        """A table of the caller with a free seat."""
        return self.player.create("open")

    def running(self):
        """A game of two people."""
        player, other = self.player, Person("guest") if self.player is self.rival else self.rival
        table = player.create("open")
        other.ask("POST", f"/tables/{table}/join")
        return table

    def alone(self):
        """A game in which the caller is always to act."""
        return self.player.create(game="no-siesta")

    def played(self):
        """A game against a bot in which the caller has played a turn."""
        table = self.player.create({"bot": 1})
        deadline = time.monotonic() + 10
        while not self.player.is_to_act(table):
            if time.monotonic() > deadline:
                raise RuntimeError("the bot does not play")
            time.sleep(0.01)
        self.player.play(table)
        return table

    def asked(self):
        """A game in which the other player asks for a takeback."""
        player, rival = self.player, Person("guest") if self.player is self.rival else self.rival
        table = player.create("open")
        rival.ask("POST", f"/tables/{table}/join")
        # The rival takes back a turn that the caller has answered.
        if player.is_to_act(table):
            player.play(table)
        rival.play(table)
        player.play(table)
        rival.ask("POST", f"/tables/{table}/takeback")
        return table

    def bot_due(self):
        """A game against a bot that is to act, and whose move the server leaves to the caller for a moment."""
        player = self.player
        table, view = None, None
        # Until the caller has the first turn.
        while not view or view["game"]["steps"] or view["you"] not in view["game"]["to_act"]:
            table = player.create({"bot": 1})
            view = player.ask("GET", f"/tables/{table}").json()
        if self.stream:
            self.stream.close()
        path = f"{SERVER}/tables/{table}/stream?thinks=true"
        headers = {**player.headers, "Accept": "text/event-stream"}
        self.stream = requests.get(path, headers=headers, stream=True, timeout=20)
        opening = player.move(table)
        seq = player.play(table, opening)
        # The same opening between two people: what the second may answer, the bot may too.
        twin, other = self.rival.create("open"), Person("guest")
        other.ask("POST", f"/tables/{twin}/join")
        first, second = (self.rival, other) if self.rival.is_to_act(twin) else (other, self.rival)
        first.play(twin, {**first.move(twin), "move": opening["move"]})
        self.bot_moves[table] = {"seat": "b", "seq": seq, "move": second.move(twin)["move"]}
        return table

    def finished(self):
        """A game that is over."""
        table = self.player.create({"bot": 1})
        self.player.ask("POST", f"/tables/{table}/resign")
        return table
