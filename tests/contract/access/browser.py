"""A person with a browser: opens the pages of the server, fills in their forms and sends them, as an HTML parser sees them."""

import urllib.error
import urllib.parse
import urllib.request
from html.parser import HTMLParser

TIMEOUT = 30


class Page(HTMLParser):
    """The first form of a page: its method, its address, its fields and its buttons."""

    def __init__(self, text):
        super().__init__()
        self.text, self.form, self.fields, self.buttons = text, None, {}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        told = dict(attributes)
        if tag == "form" and self.form is None:
            self.form = (told.get("method", "get"), told.get("action", ""))
        elif tag == "input" and told.get("name"):
            self.fields[told["name"]] = told.get("value", "")
        elif tag == "button" and told.get("name"):
            self.buttons.append((told["name"], told.get("value", "")))


class Redirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(Redirects)


def visit(url, form=None):
    """Returns the page at an address, or the address to which it redirects."""
    headers = {}
    if form is not None:
        at = urllib.parse.urlsplit(url)
        headers = {"origin": f"{at.scheme}://{at.netloc}", "sec-fetch-site": "same-origin"}
        form = urllib.parse.urlencode(form).encode()
    try:
        with OPENER.open(urllib.request.Request(url, data=form, headers=headers), timeout=TIMEOUT) as answer:
            return Page(answer.read().decode())
    except urllib.error.HTTPError as answer:
        if answer.code == 303:
            return answer.headers["location"]
        raise RuntimeError(f"{url}: {answer.code} {answer.read().decode()}") from None


def submit(url, page, button=None, **typed):
    """Sends the form of a page with what the person types, by pressing a button with this value."""
    method, action = page.form
    pressed = [pair for pair in page.buttons if pair[1] == button]
    if button is not None and not pressed:
        raise RuntimeError(f"the page has no button {button}")
    unknown = set(typed) - set(page.fields)
    if method != "post" or unknown:
        raise RuntimeError(f"the form cannot be filled in: {method}, {unknown}")
    return visit(urllib.parse.urljoin(url, action), {**page.fields, **typed, **dict(pressed)})


def allow(url, username, password):
    """Logs in and allows what is asked for at this address; returns where the browser goes, or the last page."""
    consent = submit(url, visit(url), username=username, password=password)
    return submit(url, consent, button="allow")
