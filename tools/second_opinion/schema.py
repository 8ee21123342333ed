"""The schema as the trace tells it, and what its values must be like."""

import datetime
import re

from .family import plan_fits, steps_fit
from .money import amounts_fit, join_parts


class Column:
    def __init__(self, data):
        self.name, self.type = data["name"], data["type"]
        self.default, self.is_nullable = data["default"], data["isNullable"] == 1
        self.choices, self.form = data["choices"], data.get("form")
        self.names_blob = data["namesBlob"] == 1
        self.max_bytes = data.get("maxBytes")
        self.least, self.most = data.get("min"), data.get("max")

    def takes(self, value):
        """Whether a value fits the column."""
        if value is None:
            return self.is_nullable
        if self.type == "text":
            return (isinstance(value, str) and len(value.encode()) <= self.max_bytes
                    and (self.choices is None or value in self.choices)
                    and (self.form is None or FORMS[self.form](value)))
        if self.type == "integer":
            return type(value) is int and self.least <= value <= self.most
        if self.type == "real":
            return type(value) in (int, float)
        return isinstance(value, dict) and set(value) == {"$b"}


class Register:
    def __init__(self, data):
        self.name, self.rule = data["name"], data["rule"]
        self.columns = [Column(column) for column in data["columns"]]
        child = data["child"]
        self.child = child and child["table"]
        self.parent_column = child and child["parentColumn"]
        self.zone_column = child and child["zoneColumn"]
        self.child_columns = [Column(column) for column in child["columns"]] if child else []
        self.is_guarded = data["isGuarded"] == 1
        self.held_by = data["heldBy"]
        self.is_joined = data["isJoined"] == 1
        self.is_validated = data["isValidated"] == 1

    @property
    def default(self):
        if self.rule != "aggregate":
            return self.columns[0].default
        content = {column.name: column.default for column in self.columns}
        if self.child:
            content[self.child] = []
        return content

    def blobs(self, value):
        """The blobs that a value names."""
        if self.rule != "aggregate":
            return [value] if self.columns[0].names_blob and isinstance(value, str) else []
        rows = [(self.columns, value or {})]
        rows += [(self.child_columns, row) for row in (value or {}).get(self.child, [])]
        return [row[column.name] for columns, row in rows for column in columns
                if column.names_blob and isinstance(row.get(column.name), str)]

    def takes(self, value):
        """Whether a value fits the register; an aggregate with all of its columns."""
        if self.rule != "aggregate":
            return self.columns[0].takes(value)
        if not isinstance(value, dict):
            return False
        names = {column.name for column in self.columns} | ({self.child} if self.child else set())
        if not set(value) <= names:
            return False
        if not all(column.takes(value.get(column.name, column.default))
                   for column in self.columns):
            return False
        rows = value.get(self.child, []) if self.child else []
        if not isinstance(rows, list) or len(rows) > 1000:
            return False
        known = {column.name for column in self.child_columns}
        for row in rows:
            if not isinstance(row, dict) or not set(row) <= known:
                return False
            if not all(column.takes(row.get(column.name, column.default))
                       for column in self.child_columns):
                return False
        ids = [row["id"] for row in rows]
        if len(set(ids)) != len(ids):
            return False
        return not self.is_validated or VALIDATORS[self.name](value)


class Reference:
    def __init__(self, data):
        self.register, self.column = data["register"], data["column"]
        self.is_in_child = data["isInChild"] == 1
        self.target, self.rule = data["target"], data["rule"]
        self.max_depth = data["maxDepth"]
        self.revives = (data.get("reviveRegister"), data.get("reviveValue"))

    def targets(self, value, child):
        """The ids that a register's value refers to."""
        if self.is_in_child:
            return [row[self.column] for row in (value or {}).get(child, [])
                    if row.get(self.column) is not None]
        if isinstance(value, dict):
            value = value.get(self.column)
        return [] if value is None else [value]

    def rewritten(self, value, child, names):
        """The value with other targets, by a map from the old ones."""
        if self.is_in_child:
            rows = [{**row, self.column: names.get(row.get(self.column), row.get(self.column))}
                    for row in value[child]]
            return {**value, child: rows}
        if isinstance(value, dict):
            return {**value, self.column: names.get(value[self.column], value[self.column])}
        return names.get(value, value)


class Table:
    def __init__(self, data):
        self.name = data["name"]
        self.zone_kinds = set(data["zoneKinds"])
        self.zone_column = data["zoneColumn"]
        self.is_root = self.zone_column is None
        self.minimum_role, self.insert_role = data["minimumRole"], data["insertRole"]
        self.author_registers = data["authorRegisters"]
        self.author_reference = data["authorReference"]
        self.is_append_only = data["isAppendOnly"] == 1
        self.has_natural_id = data["hasNaturalID"] == 1
        self.is_hub_owned = data["isHubOwned"] == 1
        self.retired, self.unique = set(data["retired"]), data["unique"]
        self.kept_when_deleted = set(data["keptWhenDeleted"])
        self.registers = {register["name"]: Register(register) for register in data["registers"]}
        self.references = [Reference(reference) for reference in data["references"]]


class Schema:
    def __init__(self, data):
        self.tables = {table["name"]: Table(table) for table in data["tables"]}
        self.kinds = data["zoneKinds"]
        self.max_written_bytes = data["maxWrittenBytes"]

    def kind(self, root_table):
        return next(name for name, kind in self.kinds.items() if kind["rootTable"] == root_table)


def is_day(text):
    """A day of the calendar as YYYY-MM-DD, from the year 1000 on."""
    if not re.fullmatch("[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}", text):
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


FORMS = {
    "day": is_day,
    "sha256": lambda text: re.fullmatch("[0-9a-f]{64}", text) is not None,
    "currencyCode": lambda text: re.fullmatch("[A-Z]{3}", text) is not None,
}


# The test schema's own functions, written anew; those of money and families are in files of their own.

def shares_fit(content):
    """Shares add up to the total, and no member has two."""
    rows = content.get("shares", [])
    members = [row["memberID"] for row in rows]
    return (sum(row["owed"] for row in rows) == content["total"]
            and len(set(members)) == len(members))


def join_shares(content):
    """The shares of members who are one by now are one share: the first one's, of the sum."""
    joined = {}
    for row in content.get("shares", []):
        if row["memberID"] in joined:
            joined[row["memberID"]]["owed"] += row["owed"]
        else:
            joined[row["memberID"]] = dict(row)
    return {**content, "shares": list(joined.values())}


VALIDATORS = {"split": shares_fit, "money": amounts_fit, "plan": plan_fits, "steps": steps_fit}
JOINS = {"split": join_shares, "money": join_parts}
