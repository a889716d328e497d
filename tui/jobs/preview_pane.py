"""The pane beside the list: the target and the last solution of the job under the cursor."""

from collections.abc import Iterable

from textual.containers import Container
from textual.widget import Widget

from ..board.panel import BoardPanel
from ..board.pictures import style_of
from .preview import PreviewRead


class Preview(Container):
    """The preview of a job."""

    DEFAULT_CSS = """
    Preview { display: none; }
    Preview #last { color: $accent; }
    """

    def __init__(self) -> None:
        super().__init__(id="preview-pane")

    def compose(self) -> Iterable[Widget]:
        """Return the pictures."""
        yield BoardPanel(id="target")
        yield BoardPanel(id="last")

    def show(self, read: PreviewRead | None, style: str) -> None:
        """Show a job, or nothing."""
        panel, last = self.query_one("#target", BoardPanel), self.query_one("#last", BoardPanel)
        target = None if read is None else read.target
        panel.display = target is not None
        last.display = read is not None
        if target is not None:
            panel.show(target[1], style=style)
            panel.set_titles(target[0])
        if read is not None:
            last_style = style if read.picture is None else style_of(read.picture, style)
            last.show(read.picture, read.about, style=last_style)
            last.set_titles(read.title, read.about if read.picture is not None else "")
