"""Sphinx extension: the reference of lifesat's public names, and links to them.

The directive ``public-api`` documents every name in ``lifesat.__all__``, so that none is missing. A
public object is defined in an internal module; docstrings may name it by either path or by its name
alone, and the links lead to the public entry. Docstrings may also name internal objects, which get
no link but have to exist.
"""

import inspect
import pkgutil
import re
from types import ModuleType

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import get_node_source

import lifesat


def kind_of(name: str) -> str:
    """Return the kind of entry that a public name of lifesat gets: a directive of autodoc."""
    value = getattr(lifesat, name)
    if inspect.isclass(value):
        return "exception" if issubclass(value, BaseException) else "class"
    if inspect.isfunction(value):
        return "function"
    return "module" if isinstance(value, ModuleType) else "data"


TITLES = {
    "function": "Functions",
    "class": "Classes",
    "exception": "Exceptions",
    "data": "Constants and types",
    "module": "Modules",
}


class PublicApi(SphinxDirective):
    """Document every public name of lifesat, by kind."""

    def run(self) -> list[nodes.Node]:
        """Return the entries."""
        names = [name for name in sorted(lifesat.__all__, key=str.lower) if name[0] != "_"]
        found: list[nodes.Node] = []
        for kind, title in TITLES.items():
            chosen = [name for name in names if kind_of(name) == kind]
            if chosen:
                section = nodes.section(ids=[nodes.make_id(title)])
                section += nodes.title(text=title)
                section += [node for name in chosen for node in self._entry(name, kind)]
                found.append(section)
        return found

    def _entry(self, name: str, kind: str) -> list[nodes.Node]:
        if kind == "data":
            lines = [f".. py:data:: lifesat.{name}", "", *(f"   {x}" for x in _constant_doc(name))]
        else:
            lines = [f".. auto{kind}:: lifesat.{name}", "   :members:" if kind == "class" else ""]
        container = nodes.container()
        source = f"lifesat.{name}"
        self.state.nested_parse(StringList([*lines, ""], source), self.content_offset, container)
        return list(container.children)


def _constant_doc(name: str) -> list[str]:
    """Return the lines of the docstring that follows a constant where it is defined."""
    home = lifesat._HOMES[name]  # noqa: SLF001 - a constant does not know its module
    return ModuleAnalyzer.for_module(home).find_attr_docs()["", name]


def resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.Node | None:
    """Return a link to the public entry of a name, or the name alone if it is an internal one.

    A name that does not exist stays unresolved, which is an error in nitpicky mode.
    """
    if node.get("refdomain") != "py":
        return None
    target = str(node["reftarget"]).removeprefix("~")
    if len(target.split()) > 1:
        return content  # a command or an expression
    public = target.rpartition(".")[2]
    paths = [target] if target.startswith("lifesat.") else _scopes(node, target)
    found = [value for value in map(_value, paths) if value is not None]
    is_public = public in lifesat.__all__ and ("." not in target or _is_home(target, public))
    if is_public and target != f"lifesat.{public}":
        return env.domains["py"].resolve_xref(
            env, node["refdoc"], app.builder, "obj", f"lifesat.{public}", node, content
        )
    return content if found else None


def _scopes(node: pending_xref, name: str) -> list[str]:
    """Return the full paths that a name may have in the docstring that holds it."""
    match = re.search(r"docstring of ([\w.]+)", get_node_source(node) or "")
    parts = match[1].split(".") if match else []
    return [".".join([*parts[:i], name]) for i in range(len(parts), 0, -1)]


def _value(path: str) -> object:
    """Return the object at a path, or None."""
    try:
        return pkgutil.resolve_name(path)
    except (ImportError, AttributeError, ValueError):
        return None


def _is_home(target: str, public: str) -> bool:
    """Return whether a path names the object that lifesat exports under that name."""
    return _value(target) is getattr(lifesat, public)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive and the links."""
    app.add_directive("public-api", PublicApi)
    app.connect("missing-reference", resolve)
    return {"parallel_read_safe": True}
