"""The command palette, which offers every action of the screen."""

from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from .actions import Action, of
from .screens.base import Base


class Actions(Provider):
    """Finds the actions of the registry."""

    async def discover(self) -> Hits:
        """Yield all actions."""
        for action in self._actions():
            yield DiscoveryHit(self._name(action), partial(self._press, action.name))

    async def search(self, query: str) -> Hits:
        """Yield the actions that match a query."""
        matcher = self.matcher(query)
        for action in self._actions():
            name = self._name(action)
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, matcher.highlight(name), partial(self._press, action.name))

    def _actions(self) -> list[Action]:
        return of(self.screen.scope) if isinstance(self.screen, Base) else []

    def _name(self, action: Action) -> str:
        return f"{action.label}: {action.description}" if action.label else action.description

    def _press(self, name: str) -> None:
        if isinstance(self.screen, Base):
            self.screen.action_press(name)
