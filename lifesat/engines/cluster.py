"""Slices on other machines with dask.distributed, the extra ``cluster``."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import NamedTuple

from lifesat.errors import UserError

_CONNECT_SECONDS = 10


class Cluster(NamedTuple):
    """A connected cluster."""

    executor: Executor
    # How many slices the workers can run at once.
    threads: int


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """Connect to a dask scheduler that has workers, for example ``tcp://host:8786``.

    Raises UserError if dask.distributed is not installed, or no scheduler with workers answers.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise UserError(
            "--cluster needs dask.distributed: pip install 'lifesat[cluster]'"
        ) from error
    try:
        client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise UserError(f"no dask scheduler answers at {address}") from error
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise UserError(f"the dask scheduler at {address} has no workers yet")
        yield Cluster(client.get_executor(pure=False), threads)
