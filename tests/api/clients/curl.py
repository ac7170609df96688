"""As much of curl as docs/http.md uses, for machines without one."""

import argparse
import http.client
import signal
import sys
from urllib.parse import urlsplit


def main() -> None:
    if sys.platform != "win32":
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `head` has seen enough
    parser = argparse.ArgumentParser()
    parser.add_argument("-s", action="store_true")
    parser.add_argument("-i", action="store_true")
    parser.add_argument("-N", action="store_true")
    parser.add_argument("-X", default="")
    parser.add_argument("-H", action="append", default=[])
    parser.add_argument("-d")
    parser.add_argument("url")
    given = parser.parse_args()

    url = urlsplit(str(given.url))
    connection = http.client.HTTPConnection(url.hostname or "", url.port or 80)
    headers = dict(line.split(": ", 1) for line in given.H)
    method = given.X or ("GET" if given.d is None else "POST")
    body = None if given.d is None else given.d.encode()
    connection.request(method, url.path + (f"?{url.query}" if url.query else ""), body, headers)
    response = connection.getresponse()
    out = sys.stdout.buffer
    if given.i:
        lines = [f"HTTP/1.1 {response.status} {response.reason}"]
        lines += [f"{name.lower()}: {value}" for name, value in response.getheaders()]
        out.write("\r\n".join([*lines, "", ""]).encode())
    while chunk := response.read1(65536):
        out.write(chunk)
        out.flush()


if __name__ == "__main__":
    main()
