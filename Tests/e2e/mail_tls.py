#!/usr/bin/env python3
"""Mail to a server that is spoken to with encryption and asks who is there: what it takes, what it
refuses, and that a name and a password go to nobody else.

usage: mail_tls.py      (HEARTH names the program; default is the debug build)"""
import logging
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import warnings

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
ADDRESS = "lena@home.example"
NAME, PASSWORD = "hearth", "grüne Tür 7"


class Listening(Controller):
    """The library's own trial of whether it listens believes no certificate of ours."""

    def _trigger_server(self):
        socket.create_connection((self.hostname, self.port)).close()


class Server:
    """A mail server on a port of its own, which notes what it was told."""

    def __init__(self, context, starts_plain=True, offers=True):
        self.mails, self.logins = [], []
        options = {}
        if starts_plain and offers:
            options = {"tls_context": context, "require_starttls": True}
        elif not starts_plain:
            options = {"ssl_context": context, "auth_require_tls": False}
        else:
            options = {"auth_require_tls": False}
        scheme = "smtp" if starts_plain else "smtps"
        port = support.free_port()
        self.url = f"{scheme}://127.0.0.1:{port}"
        self.controller = Listening(
            self, hostname="127.0.0.1", port=port, auth_required=True,
            authenticator=self.judge, **options)
        self.controller.start()

    def judge(self, server, session, envelope, mechanism, data):
        if not isinstance(data, LoginPassword):
            return AuthResult(success=False, handled=False)
        self.logins.append((data.login.decode(), data.password.decode()))
        return AuthResult(success=self.logins[-1] == (NAME, PASSWORD), handled=False)

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(envelope.rcpt_tos)
        return "250 OK"

    def stop(self):
        self.controller.stop()


def certificate(folder, name, address):
    """A certificate that is its own authority, and its key."""
    cert, key = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", f"/CN={name}", "-addext", f"subjectAltName={address}",
         "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


def context(pair):
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    found.load_cert_chain(*pair)
    return found


def main():
    # What its own servers make of refused handshakes.
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    hearth = os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth"))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-mail-tls-"))
    ours = certificate(folder, "home", "IP:127.0.0.1")
    other = certificate(folder, "elsewhere", "DNS:mail.example")
    login, wrong = folder / "login.txt", folder / "wrong.txt"
    login.write_text(f"{NAME}\n{PASSWORD}\n")
    wrong.write_text(f"{NAME}\nguessed\n")
    servers = []

    def server(*arguments, **options):
        servers.append(Server(*arguments, **options))
        return servers[-1]

    def send(server, authority, login=login):
        done = subprocess.run(
            [hearth, "mail", "test", ADDRESS, "--mail-from", "hearth@home.example",
             "--public-url", "http://home.example", "--smtp", server.url, "--smtp-login", login,
             *(["--smtp-ca", authority] if authority else [])],
            capture_output=True, text=True)
        assert PASSWORD not in done.stdout + done.stderr
        return done

    def refused(done, server, *words):
        assert done.returncode == 1, done
        assert any(word in done.stdout for word in words), done.stdout
        assert not server.mails

    try:
        print("a server that begins encryption when asked, and wants a name", flush=True)
        start = server(context(ours))
        assert send(start, ours[0]).returncode == 0
        assert start.mails == [[ADDRESS]] and start.logins == [(NAME, PASSWORD)]

        print("a server that is encrypted from the start", flush=True)
        whole = server(context(ours), starts_plain=False)
        assert send(whole, ours[0]).returncode == 0
        assert whole.mails == [[ADDRESS]] and whole.logins == [(NAME, PASSWORD)]

        print("a wrong password is said to be one", flush=True)
        strict = server(context(ours))
        refused(send(strict, ours[0], wrong), strict, "Login denied")

        print("nobody else is told the name and the password", flush=True)
        stranger = server(context(ours))
        refused(send(stranger, None), stranger, "certificate")
        posing = server(context(other))
        refused(send(posing, other[0]), posing, "certificate")
        open_one = server(None, offers=False)
        refused(send(open_one, ours[0]), open_one, "SSL", "TLS")
        assert not stranger.logins + posing.logins + open_one.logins

        print("a file of authorities that is none is said to be none", flush=True)
        assert send(start, folder / "missing.pem").returncode not in (0, 1)
        refused(send(strict, login), strict, "CA", "certificate")
    finally:
        for each in servers:
            each.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print("mail over TLS: every step was seen")


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        print(f"mail over TLS: {error}")
        sys.exit(1)
