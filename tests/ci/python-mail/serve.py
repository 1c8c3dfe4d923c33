"""Run one of three mail servers that are Python libraries. Arguments: KIND ADDRESS PORT TRUTH.

TRUTH lists the expected verdict of each address; other addresses have no mailbox. Logs to stderr.
"""

import logging
import sys
from pathlib import Path
from typing import Dict, Optional, Tuple

KIND, HOST, PORT, TRUTH = sys.argv[1:]


def read_truth() -> Dict[str, str]:
    """Return the reason of the expected verdict by address."""
    lines = Path(TRUTH).read_text("utf-8").splitlines()
    return {line.split(" ")[0]: line.split(" ")[2] for line in lines}


REASONS = read_truth()
FULL = (552, "Mailbox full")


def salmon() -> None:
    """Serve like Salmon, which accepts every recipient, but only one per transaction."""
    from salmon._vendor import smtpd
    from salmon.server import SMTPReceiver

    smtpd.DEBUGSTREAM = sys.stderr
    SMTPReceiver(HOST, int(PORT)).start()


def twisted() -> None:
    """Serve like Twisted Mail, which rejects recipients with its own reply texts."""
    from twisted.internet import reactor
    from twisted.mail import smtp
    from twisted.python import log
    from zope.interface import implementer

    @implementer(smtp.IMessageDelivery)
    class Delivery:
        def receivedHeader(self, helo: object, origin: object, recipients: object) -> bytes:
            return b"Received: by mail.twisted.test"

        def validateFrom(self, helo: object, origin: object) -> object:
            return origin

        def validateTo(self, user: smtp.User) -> object:
            reason = REASONS.get(str(user))
            if reason == "accepted":
                return lambda: None
            raise smtp.SMTPBadRcpt(user, *(FULL if reason == "mailbox_full" else ()))

    class Factory(smtp.SMTPFactory):
        protocol = smtp.ESMTP

        def buildProtocol(self, addr: object) -> smtp.ESMTP:
            log.msg(f"connection from {addr}")
            protocol: smtp.ESMTP = super().buildProtocol(addr)
            protocol.delivery = Delivery()
            return protocol

    log.startLogging(sys.stderr, setStdout=False)
    reactor.listenTCP(int(PORT), Factory(), interface=HOST)
    reactor.run()


def slimta() -> None:
    """Serve like slimta, whose validators determine the replies."""
    from slimta.edge.smtp import SmtpEdge, SmtpValidators
    from slimta.smtp.reply import Reply

    class Validators(SmtpValidators):
        def handle_rcpt(self, reply: Reply, recipient: str, params: object) -> None:
            reason = REASONS.get(recipient)
            refusal: Optional[Tuple[str, str]] = None
            if reason == "mailbox_full":
                refusal = ("552", "5.2.2 Mailbox full")
            elif reason != "accepted":
                refusal = ("550", f"5.1.1 Recipient <{recipient}> unknown")
            if refusal:
                reply.code, reply.message = refusal

    edge = SmtpEdge((HOST, int(PORT)), None, validator_class=Validators, hostname="mail.slimta.test")
    edge.start()
    edge.get()


logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
{"salmon": salmon, "twisted": twisted, "slimta": slimta}[KIND]()
