"""Hooks of scripts/check-api for schemathesis.

Schemathesis makes requests from the description alone: most of them name no table that exists and no move that is
legal. So every other request of an operation is changed here to one that can succeed. All requests are sent as the
caller that CHECK_API_CALLER names. A caller whose session was ended, or whose account was deleted, by a request of the
run gets a new one: no operation has to be left out.
"""

import collections
import itertools
import json
import os

import requests
import schemathesis

from world import PASSWORD, World, new_name

WORLD = World(os.environ["CHECK_API_CALLER"])
STREAM_TIMEOUT = 0.3
NDJSON = "application/x-ndjson"
SSE = "text/event-stream"

counts = collections.Counter()
seen = open(os.environ["CHECK_API_SEEN"], "a", buffering=1)

# The kinds of tables for each operation at a table; the others take all kinds in turn.
TABLES = {
    "join": ["waiting", "running", "hosted", "finished"],
    "leave": ["hosted", "running", "finished", "waiting"],
    "start": ["hosted", "waiting", "running"],
    "play": ["alone", "played", "running", "finished"],
    "play_for_bot": ["bot_due", "running", "bot_due", "finished"],
    "take_along": ["alone", "running", "finished"],
    "take_back": ["played", "asked", "alone"],
    "answer_takeback": ["asked", "running"],
    "resign": ["running", "played", "hosted"],
    "rematch": ["finished", "running"],
}
ALL_TABLES = ["running", "waiting", "hosted", "alone", "finished", "asked"]

NEW_TABLES = itertools.cycle([
    {"game": "siesta", "seats": ["me", {"bot": 1}]},
    {"game": "siesta", "seats": ["open", "me", {"invite": WORLD.rival.name}], "public": True},
    {"game": "siesta", "seats": ["me", "open", "open", "open"], "mode": "teams", "scoring": "online"},
    {"game": "no-siesta", "seats": ["me"], "mode": "solo", "clock": {"correspondence": {"days": 2}}},
    {"game": "siesta", "seats": ["me", "open"], "rated": True,
     "clock": {"live": {"turn_seconds": 30, "reserve_seconds": 60}}},
])
ROOMS = itertools.cycle(["all", "players", "spectators"])
ACCEPTS = itertools.cycle([None, "application/json", "text/html", "image/png;q=0.5, */*;q=0", "nonsense", ""])
# None for most requests; the same key for different requests is refused, and so is one that is not ASCII.
KEYS = itertools.cycle([None, None, None, None, "one", None, "ñ".encode()])
QUERIES = itertools.cycle([{}, {"person": "me"}, {"stage": "playing"}, {"game": "siesta", "stage": "waiting"},
                           {"person": WORLD.rival.name}])


def body(operation, table, caller):
    """A body that can succeed, if the operation takes one."""
    match operation:
        case "register":
            return {"name": new_name(), "password": PASSWORD}
        case "sign_in":
            return {"name": WORLD.rival.name, "password": PASSWORD}
        case "change_me":
            return {"password": caller.password, "new_name": new_name()}
        case "delete_me":
            return {"password": caller.password}
        case "new_token":
            return {"label": "checked", "scope": "read"}
        case "create":
            return next(NEW_TABLES)
        case "quick_match":
            return {"game": "siesta", "players": 2, "rated": caller.kind == "member"}
        case "start":
            return {"bots": 1}
        case "play":
            return WORLD.player.move(table)
        case "play_for_bot":
            return WORLD.bot_moves.get(table, {"seat": "a", "seq": 1, "move": "*F5 ^F6 #F7"})
        case "put_kept":
            return WORLD.player.ask("GET", f"/tables/{WORLD.alone()}/kept").json()
        case "answer_takeback":
            return {"agree": True}
        case "say":
            return {"room": next(ROOMS), "text": "¡Buen provecho!"}
        case "mute":
            return {"person": WORLD.rival.ask("GET", "/me").json()["id"], "muted": True}
    return None


def key_id(operation, caller):
    """The id of a session or a token of the caller that may be ended."""
    if caller.kind != "member":
        return "0" * 16
    if operation == "revoke_token":
        return caller.ask("POST", "/me/tokens", {"label": "revoked", "scope": "read"}).json()["id"]
    caller.sign_in()
    return caller.ask("GET", "/me/sessions").json()[0]["id"]


def guide(operation, case, number):
    """Makes a request that can succeed."""
    caller, table = WORLD.caller, None
    if case.path.startswith("/api/v1/tables/{id}"):
        kinds = TABLES.get(operation, ALL_TABLES)
        table = WORLD.table(kinds[number % len(kinds)])
        case.path_parameters["id"] = table
    elif "id" in case.path_parameters:
        case.path_parameters["id"] = key_id(operation, caller)
    if "name" in case.path_parameters:
        case.path_parameters["name"] = WORLD.rival.name
    if "pool" in case.path_parameters:
        case.path_parameters["pool"] = "siesta-printed"
    if (made := body(operation, table, caller)) is not None:
        case.body, case.media_type = made, "application/json"
    if operation == "list":
        case.query = next(QUERIES)
    elif operation in ("table_stream", "my_stream", "leaderboard"):
        case.query = {} if number % 2 else {"after": 0} if operation != "leaderboard" else {"kind": "bot"}
    if case.operation.body and number % 8 == 7:
        case.body, case.media_type = {"padding": "x" * 17_000}, "application/json"


def operation_of(case):
    """The id of the operation, unless the request tries another method at its address."""
    same = case.method.upper() == case.operation.method.upper()
    return case.operation.definition.raw["operationId"] if same else None


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Says how server-sent events are described: the schema is that of the JSON in `data`.

    OpenAPI 3.1 has no words for this; `itemSchema` is those of 3.2, which schemathesis knows.
    """
    for path in raw_schema["paths"].values():
        for operation in path.values():
            for answer in operation["responses"].values():
                if events := answer.get("content", {}).get(SSE):
                    data = {"type": "string", "contentMediaType": "application/json"}
                    events["itemSchema"] = {
                        "type": "object",
                        "properties": {"data": data | {"contentSchema": events.pop("schema")}},
                        "required": ["id", "event", "data"],
                    }


@schemathesis.hook
def before_call(context, case, kwargs):
    operation = operation_of(case)
    counts[operation] += 1
    number, guided = divmod(counts[operation], 2)
    if operation and guided:
        guide(operation, case, number)
    if guided or WORLD.caller.kind != "nobody":
        # Credentials that schemathesis made up stay in the other half of the requests of nobody.
        case.cookies.clear()
        for name in ("Authorization", "Cookie"):
            case.headers.pop(name, None)
        case.headers.update(WORLD.caller.headers)
    for name, value in (("Accept", next(ACCEPTS)), ("Idempotency-Key", next(KEYS))):
        if value is not None and name not in case.headers:
            case.headers[name] = value
    if operation in ("table_stream", "my_stream"):
        # Lines of JSON are asked for where a first line is sure to come at once.
        lines = operation == "table_stream" and not case.query and number % 4 == 1
        case.headers["Accept"] = NDJSON if lines else SSE
        kwargs["timeout"] = STREAM_TIMEOUT


@schemathesis.hook
def after_call(context, case, response):
    operation, caller = operation_of(case), WORLD.caller
    if operation:
        seen.write(f"{caller.kind} {operation} {response.status_code}\n")
    if response.status_code not in (200, 201, 204):
        return
    if operation == "register" and caller.kind == "guest":
        caller.renew()
    elif caller.kind == "member" and operation in ("delete_me", "change_me"):
        caller.renew()
    elif caller.kind == "member" and operation in ("sign_out", "end_session", "sign_out_everywhere"):
        caller.headers = caller.sign_in()


@schemathesis.deserializer(NDJSON)
def first_line(context, response):
    return json.loads(response.content.split(b"\n")[0])


def send_and_read_a_line(self, request, send=requests.adapters.HTTPAdapter.send, **kwargs):
    """Sends a request. Schemathesis knows where to stop reading server-sent events, but not endless lines of JSON."""
    response = send(self, request, **kwargs)
    if response.headers.get("Content-Type", "").startswith(NDJSON):
        content = b""
        while b"\n" not in content:
            content += response.raw.read1(65536) or b"\n"
        response._content = content
        response.close()
    return response


requests.adapters.HTTPAdapter.send = send_and_read_a_line
