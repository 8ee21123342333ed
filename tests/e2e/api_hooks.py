"""Puts ids of records that are there into the requests that Schemathesis makes up, most of the time:
requests about nothing are all alike."""
import json
import os

import schemathesis

KNOWN = json.loads(os.environ["HEARTH_KNOWN_IDS"])


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
        if name == "labelIDs" and isinstance(value, list) and len(value) == 1:
            changed[name] = [KNOWN["labelID"]]
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
