"""What the amounts of an expense must be like, and what becomes of the parts of people who are one."""

MOST = 9_000_000_000_000_000
# ISO 4217 in use, and the codes that ended which docs/protocol.md names.
CURRENCIES = set("""
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
    CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF
    GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK
    LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD
    OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN
    SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYI UYU UYW UZS VED VES VND VUV WST XAF
    XCD XCG XOF XPF YER ZAR ZMW ZWG
""".split())
ENDED = set("""
    ANG BGN CYP EEK HRK LTL LVL MTL ROL SIT SKK TRL
""".split())


def parts_table(content):
    """Where the rows are: below an expense, or below what repeats."""
    return "repeatingParts" if "repeatingParts" in content else "expenseParts"


def amounts_fit(content):
    """What was paid and what is owed both come to the amount, each has one part, and the rest is as the
    way of splitting wants it."""
    amount, mode, rows = content["amountMinor"], content["mode"], content.get(parts_table(content), [])
    if content["currency"] not in CURRENCIES | ENDED or not 0 < abs(amount) <= MOST:
        return False
    if any((row["kind"] == "line") != (row.get("memberID") is None) for row in rows):
        return False
    lines = [row for row in rows if row["kind"] == "line"]
    places = {row["position"] for row in lines}
    if len(places) < len(lines):
        return False
    if any(row.get("line") not in places for row in rows if row["kind"] == "sharer"):
        return False
    shares = [row for row in rows if row["kind"] == "share"]
    members = {row["memberID"] for row in shares}
    if not shares or len(members) < len(shares):
        return False
    paid = [row.get("paidMinor") or 0 for row in shares]
    owed = [row.get("owedMinor") or 0 for row in shares]
    if sum(paid) != amount or sum(owed) != amount:
        return False
    is_free = mode in ("exact", "adjustment", "itemised")
    signed = paid if is_free else paid + owed
    if any(number * amount < 0 for number in signed):
        return False
    if content["kind"] == "transfer":
        return is_payment(content, shares, lines)
    return weights_fit(mode, shares) and lines_fit(mode, rows, lines)


def is_payment(content, shares, lines):
    """From one to another; of two who are one by now it is from one to themselves."""
    is_between = len(shares) == 1 or len(shares) == 2 and all(
        not row.get("paidMinor") or not row.get("owedMinor") for row in shares)
    return (content["amountMinor"] > 0 and is_between and content["mode"] == "exact" and not lines
            and all(row.get("weight") is None for row in shares))


def weights_fit(mode, shares):
    weights = [row["weight"] for row in shares if row.get("weight") is not None]
    if mode in ("equal", "exact", "itemised"):
        return not weights
    if mode == "adjustment":
        return True
    if any(weight < 0 for weight in weights):
        return False
    return sum(weights) == 10_000 if mode == "percentage" else sum(weights) > 0


def lines_fit(mode, rows, lines):
    """A bill that is split by lines has some, each shared by somebody, and no other has any."""
    if (mode == "itemised") != bool(lines):
        return False
    for line in lines:
        sharers = [row for row in rows
                   if row["kind"] == "sharer" and row.get("line") == line["position"]]
        weights = [1 if row.get("weight") is None else row["weight"] for row in sharers]
        if len({row["memberID"] for row in sharers}) < len(sharers):
            return False
        if not sharers or min(weights) < 0 or max(weights) == 0:
            return False
    return True


def join_parts(content):
    """The parts of members who are one by now are one part: the first one's, with the sums."""
    joined, is_changed, table = [], False, parts_table(content)
    is_by_heads = content["mode"] == "equal"
    for row in content.get(table, []):
        known = next((index for index, other in enumerate(joined)
                      if row.get("memberID") is not None
                      and all(other.get(name) == row.get(name)
                              for name in ("memberID", "kind", "line"))), None)
        if known is None:
            joined.append(dict(row))
            continue
        is_changed = True
        # Both have a part of what is split by heads, and are one head by now.
        is_by_heads |= content["mode"] == "adjustment" and row.get("weight") is not None \
            and joined[known].get("weight") is not None
        for name in ("paidMinor", "owedMinor", "weight"):
            if joined[known].get(name) is not None or row.get(name) is not None:
                joined[known][name] = (joined[known].get(name) or 0) + (row.get(name) or 0)
    if not is_changed:
        return content
    if not is_by_heads:
        return {**content, table: joined}
    return {**content, table: [{**row, "weight": None} for row in joined], "mode": "exact"}
