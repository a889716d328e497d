"""Executors of slices: this process, a pool that replaces processes that die, or a cluster."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, Self, TypeVar

from lifesat.errors import UserError
from lifesat.system.processes import CALLS_END_WITH_PARENT

if TYPE_CHECKING:
    from lifesat.engines.sat.pool_process import PoolProcess  # slow to load


P = ParamSpec("P")
T = TypeVar("T")


class Inline(Executor):
    """Runs each task at once, in the thread that submits it."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a task and return a finished future."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Pool(Executor):
    """A pool of processes; if one dies, its task fails and a new process replaces it.

    Each process has an executor of its own: an executor of several processes breaks as a whole when
    one is killed, and its thread dies if a task is submitted at that moment (CPython's bpo-43498).
    """

    def __init__(self, workers: int) -> None:
        self._processes: list[PoolProcess] = []
        self.grow_to(workers)

    def grow_to(self, workers: int) -> None:
        """Start processes until there are `workers`."""
        from lifesat.engines.sat.pool_process import PoolProcess  # slow to load

        try:
            with _interrupts_deferred():
                while len(self._processes) < workers:
                    self._processes.append(PoolProcess())
        except BaseException:
            self.kill()
            raise

    def load(self) -> int:
        """Return the number of unfinished tasks."""
        return sum(each.load() for each in self._processes)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a task to the process that has the fewest."""
        with _interrupts_deferred():
            return min(self._processes, key=lambda each: each.load()).submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes when their tasks are done."""
        for each in self._processes:
            each.executor.shutdown(wait, cancel_futures=cancel_futures)

    def kill(self) -> None:
        """Kill the processes."""
        for each in self._processes:
            each.kill()
        self.shutdown(cancel_futures=True)

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Stop the started processes until the end of the context.

        Where stopped processes would survive the death of their parent, they continue to run.
        """
        stopped = self._processes if CALLS_END_WITH_PARENT else []
        for each in stopped:
            each.stop()
        try:
            yield
        finally:
            for each in stopped:
                each.resume()


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Defer Ctrl-C to the end, and block it in processes that are started here.

    A signal may reach another thread and be handled in this one, so a mask is not enough.
    """
    with _signal_blocked():
        before = signal.getsignal(signal.SIGINT)
        # None stands for a handler that another program has installed and Python cannot restore.
        if before is None or threading.current_thread() is not threading.main_thread():
            yield
            return
        interrupts: list[int] = []
        signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
            for number in interrupts[:1]:
                signal.raise_signal(number)


@contextmanager
def _signal_blocked() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_ALONE_SECONDS = 1.0


class GrowingPool(Executor):
    """Runs tasks in this process at first, then in others; a context manager.

    A single worker is always this process. The others start when this process has used
    `alone_seconds` of processor time, by default a second.
    """

    def __init__(self, workers: int, alone_seconds: float | None = None) -> None:
        self._workers = workers
        self._alone_seconds = _ALONE_SECONDS if alone_seconds is None else alone_seconds
        # Processor time, which measures the work on a busy machine too.
        self._began = time.process_time()
        self._inline = Inline()
        self._pool: Pool | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Kill the other processes without waiting for their tasks."""
        if self._pool is not None:
            self._pool.kill()

    @property
    def worked(self) -> float:
        """The processor time that this process has used since the pool was made, in seconds."""
        return time.process_time() - self._began

    @property
    def alone(self) -> bool:
        """Whether a task that is submitted now runs in this process."""
        return self._workers == 1 or self.worked < self._alone_seconds

    @property
    def workers(self) -> int:
        """The number of tasks that run at once."""
        return 1 if self.alone else self._workers

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a task at once, or submit it to another process, which is started if all are busy."""
        if self.alone:
            return self._inline.submit(fn, *args, **kwargs)
        pool = self.processes(0)
        pool.grow_to(min(pool.load() + 1, self._workers))
        return pool.submit(fn, *args, **kwargs)

    def processes(self, number: int) -> Pool:
        """Start other processes until there are `number`, and return the pool."""
        if self._pool is None:
            self._pool = Pool(number)
        else:
            self._pool.grow_to(number)
        return self._pool

    def suspended(self) -> AbstractContextManager[None]:
        """Return a context in which the other processes are stopped."""
        return nullcontext() if self._pool is None else self._pool.suspended()


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
        from distributed import Client  # an optional extra
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
