# SPDX-License-Identifier: GPL-2.0-or-later
"""Valgrind's dh_view.html with a file loaded, in a Chromium without a window.

Chromium is controlled by its DevTools protocol, through two pipes: a message is JSON and a byte 0. Run by hand, this
writes a picture: dhview.py FILE PICTURE.png [METRIC [WIDTH HEIGHT]]."""

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FOLDERS = ("/usr/libexec/valgrind", "/usr/local/libexec/valgrind", "/usr/lib/valgrind")
SECONDS = 120  # for an answer; a loaded machine is slow

# What a leaf or inner node has, and what the page calls it.
TOTALS = {"tb": "_totalBytes", "tbk": "_totalBlocks", "tl": "_totalLifetimes", "gb": "_atTGmaxBytes",
          "gbk": "_atTGmaxBlocks", "eb": "_atTEndBytes", "ebk": "_atTEndBlocks", "rb": "_readsBytes",
          "wb": "_writesBytes"}


class Failed(Exception):
    pass


def chromium():
    return next((path for path in map(shutil.which, NAMES) if path), None)


def page():
    """The page of the Valgrind that is installed; None: it has none."""
    found = [os.path.join(folder, "dh_view.html") for folder in FOLDERS]
    return next((path for path in found if os.path.exists(path)), None)


class Browser:
    """A page in a Chromium of its own, which goes with it."""

    def __init__(self, width=1000, height=900):
        self.folder = tempfile.mkdtemp()
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        self.to, self.back, self.rest, self.number, self.session = ours_out, ours_in, b"", 0, None

        def pipes():  # the numbers that Chromium expects
            held = [os.dup(theirs_in), os.dup(theirs_out)]
            for fd, number in zip(held, (3, 4)):
                os.dup2(fd, number)

        options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--hide-scrollbars", "--force-device-scale-factor=1", "--lang=en-US",
                   f"--user-data-dir={self.folder}", f"--window-size={width},{height}", "--remote-debugging-pipe"]
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen([chromium(), *options, "about:blank"], stdin=subprocess.DEVNULL, stdout=log,
                                            stderr=log, close_fds=False, preexec_fn=pipes,
                                            env={**os.environ, "HOME": self.folder, "LANGUAGE": "en_US"})
        os.close(theirs_in)
        os.close(theirs_out)
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.back)
        shutil.rmtree(self.folder, ignore_errors=True)

    def message(self, until):
        while b"\0" not in self.rest:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.back], [], [], left)[0]:
                raise Failed("no answer from Chromium")
            more = os.read(self.back, 1 << 16)
            if not more:
                with open(os.path.join(self.folder, "log"), errors="replace") as log:
                    raise Failed("Chromium has ended: " + log.read()[-500:])
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        until = time.monotonic() + SECONDS
        while True:
            answer = self.message(until)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def value(self, expression):
        """Of a JavaScript expression, as JSON has it."""
        done = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in done:
            raise Failed(f"{expression}: {done['exceptionDetails']}"[:500])
        return done["result"].get("value")

    def wait_for(self, expression):
        until = time.monotonic() + SECONDS
        while not self.value(expression):
            if time.monotonic() > until:
                raise Failed("never true: " + expression)
            time.sleep(0.05)

    def load(self, file):
        """Loads a file into dh_view, as its button does. Returns its error; "": none."""
        self.call("Page.navigate", url="file://" + page())
        self.wait_for('document.readyState === "complete" && !!document.querySelector("input[type=file]")')
        document = self.call("DOM.getDocument")["root"]["nodeId"]
        button = self.call("DOM.querySelector", nodeId=document, selector="input[type=file]")["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=button, files=[os.path.abspath(file)])
        self.wait_for('!!document.querySelector(".error, .invocation")')
        return self.value('(document.querySelector(".error") || {textContent: ""}).textContent')

    def totals(self):
        """The numbers of the root, which adds up all program points."""
        members = ", ".join(f'"{key}": gRoot.{name}' for key, name in TOTALS.items())
        return self.value("({" + members + "})")

    def text(self):
        return self.value("gMainDiv.innerText")

    def choose(self, metric):
        """Sorts by the metric whose label begins so."""
        self.value(f"""(() => {{
            for (let option of [...gSelect.childNodes].reverse())
                if (option.label.startsWith({json.dumps(metric)})) option.selected = true;
            changeSortMetric();
        }})()""")

    def picture(self, file):
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))


def main():
    source, target, metric, width, height = (*sys.argv[1:], *("", "", "")[len(sys.argv) - 3:])
    with Browser(int(width or 1000), int(height or 900)) as browser:
        error = browser.load(source)
        if error:
            sys.exit(error)
        if metric:
            browser.choose(metric)
        browser.picture(target)
        print(browser.totals())


if __name__ == "__main__":
    main()
