"""Settings of the documentation site; ``make docs`` builds it.

The checkout is the source folder, so that README, ARCHITECTURE and the other documents at its root
are pages too, and one relative link works on the site and in a web view of the repository.
"""

import sys
from pathlib import Path

from lifesat import __version__

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "docs" / "_ext"))

project = "lifesat"
author = "The lifesat developers"
project_copyright = author
version = release = __version__

root_doc = "docs/index"
include_patterns = [
    "*.md",
    "docs/*.md",
    "docs/notes/*.md",
    "examples/README.md",
    "tests/oracles/README.md",
]
exclude_patterns = [".*", "build", "dist", "*.egg-info"]
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "numpydoc",
    "sphinx_copybutton",
    "public_api",
]

# Every reference to a Python object has to lead somewhere. Inventories of other projects would need
# the network at each build, so that names of theirs are not looked up.
nitpicky = True
nitpick_ignore_regex = [
    (r"py:.*", r"(builtins|collections|concurrent|numpy|np|os|pathlib|python|types|typing)\b.*"),
    (r"py:.*", r"[a-z_]+|[A-Z]\w*(Error|Exception)|KeyboardInterrupt|None|True|False"),
]
default_role = "py:obj"

autodoc_member_order = "bysource"
autodoc_typehints = "none"
numpydoc_show_class_members = False
numpydoc_xref_param_type = True
numpydoc_xref_ignore = "all"

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]

html_theme = "furo"
html_title = f"lifesat {__version__}"
html_extra_path = ["_site"]
html_theme_options = {"light_css_variables": {"color-brand-primary": "#2f7d4f"}}
copybutton_prompt_text = r"\$ "
copybutton_prompt_is_regexp = True
