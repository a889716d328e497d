"""The command palette, which offers every action of the screen with its keys."""

from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from .actions import Action, of
from .screens.base import Base

# As wide as most keys; the names stand below each other.
_KEY_WIDTH = 7


class Actions(Provider):
    """Finds the actions of the registry."""

    async def discover(self) -> Hits:
        """Yield all actions."""
        for action in self._actions():
            name = self._name(action)
            yield DiscoveryHit(
                self._shown(action, Content(name)), partial(self._press, action.name), text=name
            )

    async def search(self, query: str) -> Hits:
        """Yield the actions that match a query."""
        matcher = self.matcher(query)
        for action in self._actions():
            name = self._name(action)
            score = matcher.match(name)
            if score > 0:
                shown = self._shown(action, matcher.highlight(name))
                yield Hit(score, shown, partial(self._press, action.name), text=name)

    def _actions(self) -> list[Action]:
        return of(self.screen.scope) if isinstance(self.screen, Base) else []

    def _name(self, action: Action) -> str:
        return f"{action.label}: {action.description}" if action.label else action.description

    def _shown(self, action: Action, name: Content) -> Content:
        """Return an action's first key and its name."""
        key = self.screen.key_labels[action.name] if isinstance(self.screen, Base) else ""
        return Content.assemble((f"{key:<{_KEY_WIDTH}}", "bold $accent"), name)

    def _press(self, name: str) -> None:
        if isinstance(self.screen, Base):
            self.screen.action_press(name)
