"""Build cardkit, install the wheel into an empty environment, and look at what a user gets.

Only attrs, cattrs and what those need may be installed with it. The wheel must hold the type marker. `import cardkit`
must be quick, and must import nothing that only the extras need.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements-dev.lock"
NEEDS = {"attrs", "cattrs", "typing-extensions"}
EXPECTED = NEEDS | {"cardkit", "pip"}
TOLERATED = {"setuptools"}  # older Pythons put it into every environment
UNWANTED = ("hypothesis", "litestar", "rich", "sqlalchemy", "typer")
MOST_TIMES = 2.0
RUNS = 5

OTHERS = """
import time
start = time.process_time()
import attrs, cattrs
print((time.process_time() - start) * 1000)
"""
PROBE = f"""
import json, sys, time
start = time.process_time()
import cardkit
took = (time.process_time() - start) * 1000
print(json.dumps([took, cardkit.__file__, [name for name in {UNWANTED!r} if name in sys.modules]]))
"""
INSTALLED = """
import importlib.metadata, json
print(json.dumps([dist.name for dist in importlib.metadata.distributions()]))
"""
DOORS = """
import cardkit_api
from cardkit_api.client import Client
app = cardkit_api.create_app(cardkit_api.store("memory:"))
from importlib.resources import files
for page in ("explorer.html", "explorer.js", "explorer.css"):
    assert files("cardkit_api").joinpath("static", page).is_file(), page
for page in ("index.html", "app.js", "cardkit-table.js", "table.css"):
    assert files("cardkit_api").joinpath("table_page", page).is_file(), page
print(f"the doors are there: {len(app.routes)} routes")
"""


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="cardkit-package-") as name:
        place = Path(name)
        wheel = build(place / "dist")
        look_inside(wheel)
        python = install(wheel, place)
        look_at_environment(python, place)
        time_the_import(python, place)
        try_without_extras(python, place)
        try_with_extras(python, wheel, place)


def build(dist: Path) -> Path:
    """Make the sdist, and from it the wheel."""
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(dist), str(ROOT)])
    (wheel,) = dist.glob("cardkit-*.whl")
    (sdist,) = dist.glob("cardkit-*.tar.gz")
    for made in (sdist, wheel):
        print(f"built {made.name} ({made.stat().st_size:,} bytes)")
    return wheel


def look_inside(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    require("cardkit/py.typed" in names, "cardkit/py.typed is not in the wheel")
    rooms = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    strangers = sorted(rooms - {"cardkit", "cardkit_api", "cardkit_cli"})
    require(not strangers, f"the wheel has {', '.join(strangers)} at its top")


def install(wheel: Path, place: Path) -> Path:
    """Install what cardkit may need, as the lock pins it, and then the wheel. So the wheel finds no other packages."""
    environment = place / "venv"
    venv.create(environment, with_pip=True)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    needs = place / "needs.txt"
    needs.write_text("\n".join(pin for pin in pins() if pin.split("==")[0] in NEEDS), encoding="utf-8")
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    run([*pip, "--require-hashes", "--requirement", str(needs)])
    run([*pip, "--no-index", str(wheel)])
    return python


def pins() -> list[str]:
    """Return the entries of the lock, each with its hashes."""
    return re.split(r"\n(?=\w)", LOCK.read_text(encoding="utf-8"))


def look_at_environment(python: Path, place: Path) -> None:
    found = {name.lower().replace("_", "-") for name in json.loads(ask(python, INSTALLED, place))}
    strangers, absent = sorted(found - EXPECTED - TOLERATED), sorted(EXPECTED - found)
    require(not strangers, f"installing cardkit brings {', '.join(strangers)}")
    require(not absent, f"installing cardkit doesn't bring {', '.join(absent)}")
    print(f"an environment with cardkit alone holds {', '.join(sorted(found))}")


def time_the_import(python: Path, place: Path) -> None:
    """Compare the processor time of importing cardkit with that of importing attrs and cattrs, in turns."""
    times: list[float] = []
    others: list[float] = []
    for _ in range(RUNS):
        others.append(float(ask(python, OTHERS, place)))
        took, file, loaded = json.loads(ask(python, PROBE, place))
        require(Path(file).is_relative_to(place.resolve()), f"imported {file}, not the wheel's cardkit")
        require(not loaded, f"import cardkit loads {', '.join(loaded)}")
        times.append(took)
    ratio = min(times) / min(others)
    print(f"import cardkit: {min(times):.0f} ms of processor time at best of {RUNS}")
    print(f"that is {ratio:.1f} x attrs and cattrs alone; allowed are {MOST_TIMES:.1f} x")
    require(ratio <= MOST_TIMES, "import cardkit is too slow")


def try_without_extras(python: Path, place: Path) -> None:
    """Check that the command is there in any case, and says what to install."""
    done = subprocess.run([python.parent / "cardkit"], cwd=place, stderr=subprocess.PIPE, text=True)
    require("pip install 'cardkit[cli]'" in done.stderr, f"cardkit alone says: {done.stderr}")
    print("the command alone says what it needs")


def try_with_extras(python: Path, wheel: Path, place: Path) -> None:
    """Try the doors, with what their extras bring."""
    pinned = place / "constraints.txt"
    pinned.write_text(
        "\n".join(re.sub(r" *\\\n.*", "", pin) for pin in pins() if "==" in pin), encoding="utf-8"
    )
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    run([*pip, "--constraint", str(pinned), f"{wheel}[api,cli,client]"])
    run([str(python.parent / "cardkit"), "--version"])
    run([str(python.parent / "cardkit"), "show", "--help"])
    print(ask(python, DOORS, place).strip())


def ask(python: Path, program: str, place: Path) -> str:
    """Run `program` where nothing of this repository can be imported."""
    asked = subprocess.run([str(python), "-I", "-c", program], cwd=place, stdout=subprocess.PIPE, text=True)
    require(asked.returncode == 0, "the installed cardkit fails, as told above")
    return asked.stdout


def run(command: list[str]) -> None:
    require(subprocess.run(command).returncode == 0, f"failed: {' '.join(command)}")


def require(holds: bool, otherwise: str) -> None:
    if not holds:
        sys.exit(f"error: {otherwise}")


if __name__ == "__main__":
    main()
