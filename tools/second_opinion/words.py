"""How a change set can end that is not accepted."""


class Refused(Exception):
    def __init__(self, reason, table=None, identifier=None):
        super().__init__(reason)
        self.reason, self.table, self.id = reason, table, identifier
        # Another reason that the protocol leaves open.
        self.alternative = None

    def answer(self):
        answer = {"no": self.reason}
        if self.table is not None:
            answer.update(t=self.table, i=self.id)
        return answer


class Waits(Exception):
    def __init__(self, reason=None):
        super().__init__(reason)
        self.reason = reason

    def answer(self):
        return {"wait": True, "for": self.reason} if self.reason else {"wait": True}


class Disagreement(Exception):
    """The hub and this program are not of one opinion."""

    def __init__(self, kind, text):
        super().__init__(f"{kind}: {text}")
        self.kind = kind
