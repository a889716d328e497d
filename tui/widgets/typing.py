"""Text inputs in which keys take effect in the order in which they arrive."""

from textual.binding import NoBinding
from textual.events import Key
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, TextArea


class _InOrder(Widget):
    """Runs the binding of a key immediately.

    If several keys arrive together, as over a slow line, Textual would insert the letters before it
    runs the bindings of editing keys.
    """

    async def _on_key(self, event: Key) -> None:
        try:
            bound = self._bindings.get_bindings_for_key(event.key)
        except NoBinding:
            return
        event.stop()
        event.prevent_default()
        await self.run_action(bound[0].action)


class Line(Input, _InOrder):
    """One line."""

    def __init__(self, value: str, empty: str = "", *, id: str = "line") -> None:  # noqa: A002
        super().__init__(value, empty, id=id, compact=True, select_on_focus=False)
        self.cursor_blink = False


class Lines(TextArea, _InOrder):
    """Several lines."""

    def __init__(self, value: str, *, id: str) -> None:  # noqa: A002
        super().__init__(value, id=id, soft_wrap=True)
        self.cursor_blink = False

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines; blank ones until Textual knows the colours, without which it fails."""
        if self.rich_style.bgcolor is None:
            return [Strip.blank(crop.width)] * crop.height
        return super().render_lines(crop)
