"""Puts ids of records that are there into the requests that Schemathesis makes up, most of the time:
requests about nothing are all alike."""
import ipaddress
import itertools
import json
import os

import requests
import schemathesis
from hypothesis import strategies

import _files

KNOWN = json.loads(os.environ["HEARTH_KNOWN_IDS"])

# Every request comes from an address of its own, as the hub hears it from a proxy: it slows down an
# address from which many wrong tokens came, and each operation is tried with a wrong one here.
ADDRESSES = (str(ipaddress.IPv4Address("10.0.0.1") + number) for number in itertools.count())
send = requests.adapters.HTTPAdapter.send


def send_from_anywhere(adapter, request, *arguments, **options):
    request.headers["X-Forwarded-For"] = next(ADDRESSES)
    return send(adapter, request, *arguments, **options)


requests.adapters.HTTPAdapter.send = send_from_anywhere

# What is sent as a file: real ones, some of them called what they are not, and noise.
FILES = strategies.one_of(
    strategies.sampled_from(
        [_files.PNG, _files.LARGE_PNG, _files.PDF, _files.PNG[:45], _files.CSV, b""]),
    strategies.binary(max_size=200))
for media in [
    "image/jpeg", "image/png", "image/webp", "image/heic", "image/heif", "application/pdf",
    "text/plain", "text/csv", "text/markdown", "text/tab-separated-values", "application/zip",
    "application/octet-stream",
]:
    schemathesis.openapi.media_type(media, FILES)


def known(context, values):
    if not isinstance(values, dict):
        return values
    # What is deleted here would be missing from then on.
    if context.operation.method.upper() == "DELETE":
        return values
    changed = dict(values)
    for name, value in values.items():
        # Which of them keep what was made up follows from the value alone.
        if name in KNOWN and isinstance(value, str) and len(value) % 4 != 0:
            changed[name] = KNOWN[name]
        if name == "photoIDs" and isinstance(value, list) and len(value) == 1:
            changed[name] = [KNOWN["photoID"]]
        if name == "labelIDs" and isinstance(value, list) and len(value) == 1:
            changed[name] = [KNOWN["labelID"]]
        if name == "people" and isinstance(value, list) and len(value) == 1:
            changed[name] = [KNOWN["personID"]]
        # Who paid and who shares: members that are there, now and then one that is not.
        if name in ("payers", "sharers", "lines") and isinstance(value, list):
            changed[name] = [known(context, element) for element in value]
    return changed


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return known(context, path_parameters)


@schemathesis.hook
def map_query(context, query):
    return known(context, query)


@schemathesis.hook
def map_body(context, body):
    return known(context, body)
