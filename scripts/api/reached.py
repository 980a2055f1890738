"""Prints how often each status came, and fails if the requests did not reach what they were for.

Every operation has to succeed for some caller, and a caller with credentials must not be taken for nobody.
"""

import collections
import json
import sys
import urllib.request

address, seen = sys.argv[1:]
with urllib.request.urlopen(address + "/api/v1/openapi.json") as answer:
    api = json.load(answer)
lost = set()
statuses = collections.defaultdict(collections.Counter)
with open(seen) as lines:
    for line in lines:
        caller, operation, status = line.split()
        statuses[operation][status] += 1
        if caller != "nobody" and operation != "sign_in" and status == "401":
            lost.add(f"{operation} as {caller}")
operations = {operation["operationId"] for path in api["paths"].values() for operation in path.values()}
# A success of the socket is a WebSocket, which schemathesis does not speak: the tests of the server open it.
missing = [name for name in sorted(operations - {"socket"}) if not any(s < "300" for s in statuses[name])]
total = sum(count for counts in statuses.values() for count in counts.values())
print(f"check-api: {total} requests, {len(operations)} operations")
for name in sorted(operations):
    print(f"  {name:16}", " ".join(f"{status}:{count}" for status, count in sorted(statuses[name].items())))
if lost:
    sys.exit(f"check-api: the credentials were not accepted for {', '.join(sorted(lost))}")
if missing:
    sys.exit(f"check-api: no request succeeded for {', '.join(missing)}")
