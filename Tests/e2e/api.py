#!/usr/bin/env python3
"""The JSON API against what it says of itself: the guide's examples, then requests made up from the
OpenAPI document.

usage: api.py [--hearth PATH] [--seconds N] [--seed N]

Starts `hearth serve` over a new folder, makes an account, a token and one of everything, runs each
`sh` block of docs/api.md, and lets Schemathesis look for answers that the document does not have:
server errors, statuses, media types, headers and bodies. Exits with 0 when there were none."""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

import _files
import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Nothing runs as a test of a rule that the document cannot say: which values a home takes.
CHECKS = ",".join([
    "not_a_server_error", "status_code_conformance", "content_type_conformance",
    "response_headers_conformance", "response_schema_conformance", "ignored_auth",
    "unsupported_method", "missing_required_header",
])


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument(
        "--hearth", default=os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth")))
    arguments.add_argument("--seconds", type=int, default=60)
    arguments.add_argument("--seed", type=int, default=20261122)
    options = arguments.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-api-"))
    command(options.hearth, folder, ["create", "ana"], text=support.PASSWORD + "\n")
    hub = support.Hub(options.hearth, folder)
    try:
        token = command(options.hearth, folder, ["token", "ana", "--name", "fuzzing", "--sharing"])
        known = make_one_of_each(hub, token)
        send_bad_files(hub, token, known)
        run_guide(hub, token)
        add_family(hub, token, known)
        code = fuzz(hub, token, known, folder, options)
        if urllib.request.urlopen(hub.url + "/healthz").status != 200:
            raise SystemExit("the server is not well any more")
    finally:
        hub.stop()
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(code)


def command(hearth, folder, words, text=None):
    done = subprocess.run(
        [hearth, "account", *words, "--data", str(folder / "data")], input=text, text=True,
        capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"hearth account {words[0]} failed: {done.stderr}")
    return done.stdout.strip()


def ask(hub, token, method, path, body=None, media="application/json"):
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    request = urllib.request.Request(
        hub.url + path, method=method, data=body,
        headers={"Authorization": "Bearer " + token, "Content-Type": media})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def make_one_of_each(hub, token):
    """Ids that requests can name, so that they come further than to "not found"."""
    home = ask(hub, token, "POST", "/api/v1/homes", {"name": "Harbour Street"})["id"]
    known = {"homeID": home}
    for name, path, body in [
        ("locationID", "locations", {"name": "Shed"}), ("labelID", "labels", {"name": "Odd"}),
        ("itemID", "items", {"name": "Kettle", "priceMinor": 4999}),
        ("policyID", "policies", {"provider": "Harbour Mutual"}),
    ]:
        known[name] = ask(hub, token, "POST", "/api/v1/" + path, {"homeID": home, **body})["id"]
    item = "/api/v1/items/" + known["itemID"]

    def add(path, *body):
        return ask(hub, token, "POST", path, *body)["id"]

    known["photoID"] = add(item + "/photos", _files.PNG, "image/png")
    known["attachmentID"] = add(
        item + "/attachments?name=a.pdf", _files.PDF, "application/pdf")
    known["entryID"] = add(
        item + "/maintenance", {"title": "Descale", "every": {"count": 6, "unit": "month"}})
    known["inviteID"] = add(f"/api/v1/homes/{home}/invites", {"role": "viewer", "uses": 50})
    shared = f"/api/v1/homes/{home}"
    known["changeID"] = ask(hub, token, "GET", shared + "/activity?limit=1")["items"][0]["id"]
    known["accountID"] = ask(hub, token, "GET", shared + "/members")["items"][0]["id"]
    add_money(hub, token, known)
    return known


def add_money(hub, token, known):
    """A group with one of everything, for requests about money."""
    def add(path, body):
        return ask(hub, token, "POST", path, body)["id"]

    group = add("/api/v1/groups", {"name": "Trip", "currency": "EUR", "members": ["Ben"]})
    path = "/api/v1/groups/" + group
    rows = ask(hub, token, "GET", path + "/members")["items"]
    own = next(row["id"] for row in rows if row["isYou"])
    other = next(row["id"] for row in rows if not row["isYou"])
    known.update(groupID=group, memberID=own, creditorID=own, debtorID=other, otherID=other)
    known.update({"from": other, "to": own})
    known["categoryID"] = add(path + "/categories", {"name": "Skiing"})
    known["expenseID"] = add(path + "/expenses", {
        "title": "Lift", "day": "2026-03-01", "amountMinor": 4251,
        "categoryID": known["categoryID"], "payers": [{"memberID": own}]})
    known["repeatingID"] = add(path + "/repeating", {
        "title": "Rent", "startsOn": "2031-03-31", "amountMinor": 128000,
        "payers": [{"memberID": own}]})
    changes = ask(hub, token, "GET", path + "/activity?limit=1")["items"]
    known["groupChangeID"] = changes[0]["id"]


def add_family(hub, token, known):
    """One of everything in the family that the guide has founded: an account is in one at most."""
    family = ask(hub, token, "GET", "/api/v1/families")["items"][0]["id"]
    path = "/api/v1/families/" + family
    person = ask(hub, token, "GET", path + "/people")["items"][0]["id"]
    routine = ask(hub, token, "POST", path + "/routines", {
        "title": "Teeth", "startsOn": "2026-01-01", "mode": "turns", "asksApproval": True,
        "people": [person], "steps": [{"title": "Top"}, {"title": "Bottom"}]})
    known.update(
        familyID=family, personID=person, routineID=routine["id"],
        stepID=routine["steps"][0]["id"])
    known["absenceID"] = ask(hub, token, "POST", path + "/absences", {
        "personID": person, "startsOn": "2031-05-01", "endsOn": "2031-05-14"})["id"]
    known["familyInviteID"] = ask(
        hub, token, "POST", path + "/invites", {"role": "child", "uses": 50})["id"]
    known["childID"] = ask(hub, token, "POST", path + "/children", {"name": "Cyd"})["id"]
    # Requests that change the family turn its stars off again now and then.
    ask(hub, token, "PATCH", path, {"hasStars": True})
    known["rewardID"] = ask(
        hub, token, "POST", path + "/rewards", {"title": "Film", "price": 1})["id"]


def send_bad_files(hub, token, known):
    """Uploads that are refused over the wire, each with the status and code that say why."""
    photos = f"/api/v1/items/{known['itemID']}/photos"
    papers = f"/api/v1/items/{known['itemID']}/attachments?name=a.pdf"
    cases = [
        (photos, "image/png", b"\0" * (32 * 1024 * 1024 + 1), 413, "too_large"),
        (photos, "image/gif", _files.PNG, 415, "unsupported_type"),
        (photos, "image/jpeg", _files.PNG, 422, "mislabelled"),
        (photos, "image/jpeg", _files.PDF, 422, "not_a_picture"),
        (photos, "image/png", _files.PNG[:45], 422, "cut_off"),
        (photos, "image/png", _files.LARGE_PNG, 422, "too_many_pixels"),
        (photos, "image/png", b"", 422, "empty_file"),
        (papers, "application/pdf", b"%PDF" * 6_250_001, 413, "too_large"),
        (papers, "application/pdf", _files.PDF[:12], 422, "cut_off"),
    ]
    for path, media, body, status, code in cases:
        try:
            ask(hub, token, "POST", path, body, media)
            raise SystemExit(f"{path} took {media} of {len(body)} bytes; {code} was due")
        except urllib.error.HTTPError as error:
            told = json.load(error)
            if (error.code, told["code"]) != (status, code):
                raise SystemExit(f"{path} {media}: {error.code} {told}, not {status} {code}")
            if told["kept"] != "Nothing was changed.":
                raise SystemExit(f"{path} {media}: {told}")
    left = len(ask(hub, token, "GET", photos)["items"])
    if left != 1:
        raise SystemExit(f"{left} photos are there, and one was taken")
    print(f"uploads: {len(cases)} bad ones were refused with their reasons")


def run_guide(hub, token):
    guide = (ROOT / "docs/api.md").read_text()
    blocks = re.findall(r"^```sh\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
    if len(blocks) < 5:
        raise SystemExit("docs/api.md has lost its examples")
    folder = tempfile.mkdtemp(prefix="hearth-guide-")
    # One shell for all of them: later examples use what earlier ones have set.
    script = "set -euo pipefail\n" + "\n".join(blocks)
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, text=True, capture_output=True,
        env={**os.environ, "HEARTH": hub.url, "TOKEN": token})
    shutil.rmtree(folder, ignore_errors=True)
    if done.returncode != 0:
        raise SystemExit(f"an example of docs/api.md failed:\n{done.stdout}\n{done.stderr}")
    print(f"docs/api.md: {len(blocks)} examples ran")


def fuzz(hub, token, known, folder, options):
    config = folder / "schemathesis.toml"
    config.write_text(
        "continue-on-failure = true\n"
        f'[headers]\nAuthorization = "Bearer {token}"\n'
        '[phases.coverage]\nunexpected-methods = ["PUT", "OPTIONS", "PATCH", "DELETE", "POST"]\n')
    environment = {
        **os.environ, "HEARTH_KNOWN_IDS": json.dumps(known),
        "SCHEMATHESIS_HOOKS": "_api_hooks",
        "PYTHONPATH": str(pathlib.Path(__file__).resolve().parent),
    }
    # Nothing is downloaded and nothing is kept.
    return subprocess.run(
        [str(pathlib.Path(sys.executable).parent / "st"), "--config-file", str(config), "run",
         hub.url + "/openapi.json", "--checks", CHECKS, "--max-time", str(options.seconds),
         "--seed", str(options.seed), "--no-shrink", "--generation-database", "none",
         "--warnings", "off", "--no-color"],
        env=environment, cwd=folder).returncode


if __name__ == "__main__":
    main()
