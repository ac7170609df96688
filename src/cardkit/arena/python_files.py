"""Python files named by their path, imported as modules."""

import re
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType

__all__ = ["NoFile", "import_file", "is_file_here"]


class NoFile(FileNotFoundError):
    """There is no file at the path."""


def import_file(path: str) -> ModuleType:
    """Import a Python file by its path, once. Raise `NoFile`, or any error that the file raises.

    Modules of the working folder and of the file's folder can be imported, too. If they import this file by the name
    that it has there, they get the same module. The file's folder is a package, so a module beside the file can be
    named relative to it: `f"{__name__}_layout"` in the file, `from .file import ...` in the module.
    """
    file = Path(path).resolve()
    if not file.is_file():
        raise NoFile(f"there is no file {path}")
    names = _names_of(file)
    known = next((sys.modules[name] for name in names if name in sys.modules), None)
    if known is not None and _file_of(known) == file:
        return known
    spec = spec_from_file_location(names[0], file)
    assert spec is not None, "the file's name ends in .py"
    assert spec.loader is not None, "a file has a loader"
    module = module_from_spec(spec)
    sys.modules.update(dict.fromkeys(names, module))
    try:
        spec.loader.exec_module(module)
    except BaseException:
        for name in names:
            del sys.modules[name]
        raise
    return module


def is_file_here(module: str) -> bool:
    """Return whether this is the name of a Python file in the working folder, and of no installed module."""
    file = Path(f"{module}.py").resolve()
    return file.is_file() and _finds(module, file)


def _names_of(file: Path) -> list[str]:
    """Return the names by which other modules import the file. The first one has a package, if any can have one."""
    names = list[str]()
    for root in dict.fromkeys((Path.cwd(), file.parent)):
        if str(root) not in sys.path:
            sys.path.append(str(root))
        if file.is_relative_to(root):
            parts = file.relative_to(root).with_suffix("").parts
            if all(part.isidentifier() for part in parts) and _finds(".".join(parts), file):
                names.append(".".join(parts))
    if not any("." in name for name in names) and file.stem.isidentifier():
        names.insert(0, f"{_package_of(file.parent)}.{file.stem}")
    return names or [file.name]


def _package_of(folder: Path) -> str:
    """Return the name of a package whose modules are the files of the folder. Make it if there is none yet."""
    name = re.sub(r"\W|^(?=\d)", "_", folder.name) or "_"
    numbers = count(2)
    free = name
    while True:
        known = sys.modules.get(free)
        if known is None and find_spec(free) is None:
            spec = ModuleSpec(free, None, is_package=True)
            spec.submodule_search_locations = [str(folder)]
            sys.modules[free] = module_from_spec(spec)
            return free
        if known is not None and [*getattr(known, "__path__", ())] == [str(folder)]:
            return free
        free = f"{name}_{next(numbers)}"


def _finds(name: str, file: Path) -> bool:
    """Return whether Python finds this file under the module's name, and not another, as for `random.py`."""
    if name in sys.modules:
        return _file_of(sys.modules[name]) == file
    try:
        found = find_spec(name)
    except ImportError:  # a folder on the way is another module
        return False
    return found is not None and found.origin is not None and Path(found.origin).resolve() == file


def _file_of(module: ModuleType) -> Path:
    return Path(module.__file__ or "").resolve()
