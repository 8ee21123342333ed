"""What a family's routines must be like."""

MAX_PEOPLE = 30
MAX_STEPS = 50


def plan_fits(content):
    """A plan names somebody, nobody twice, and has a day on which it can be due."""
    people = [row.get("accountID") for row in content.get("routinePeople", [])]
    if not 1 <= len(people) <= MAX_PEOPLE or None in people or len(set(people)) < len(people):
        return False
    if content.get("scheduleKind") == "weekdays" and content.get("weekdays") == 0:
        return False
    end = content.get("endsOn")
    return end is None or content["startsOn"] <= end


def steps_fit(content):
    return len(content.get("routineSteps", [])) <= MAX_STEPS
