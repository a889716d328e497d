"""Executors of slices: this process, a pool that replaces processes that die, or a cluster."""

import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from queue import SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, Self, TypeVar

from lifesat.errors import UserError

if TYPE_CHECKING:  # slow to load
    from multiprocessing.connection import Connection

    from lifesat.engines.sat.worker_process import WorkerProcess

P = ParamSpec("P")
T = TypeVar("T")
_Call = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]
_Task = tuple[Future[Any], _Call]


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


class _Member:
    """One process of a pool, or the one that has replaced it, with a thread that hands it tasks."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._submitted: list[Future[Any]] = []
        self._start()

    def _start(self) -> None:
        from lifesat.engines.sat.worker_process import WorkerProcess  # slow to load

        self.worker = WorkerProcess(_serve)
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        arguments = self.worker, self._tasks
        self._thread = threading.Thread(target=self._hand_over, args=arguments, daemon=True)
        self._thread.start()

    def load(self) -> int:
        """Return the number of unfinished tasks."""
        self._submitted = [future for future in self._submitted if not future.done()]
        return len(self._submitted)

    def submit(self, *call: Any) -> Future[Any]:
        """Submit a function and its arguments to the process, or to a new one if it has died."""
        future: Future[Any] = Future()
        with self._lock:
            if self.worker.ended or not self.worker.process.is_alive():
                self._tasks.put(None)
                self._start()
            self._tasks.put((future, call))
        self._submitted.append(future)
        return future

    def shutdown(self, *, wait: bool, cancel_futures: bool) -> None:
        """End the process when its tasks are done."""
        for future in self._submitted if cancel_futures else ():
            future.cancel()
        self._tasks.put(None)
        if wait:
            self._thread.join()
            self.worker.process.join()

    def _hand_over(self, worker: "WorkerProcess", tasks: "SimpleQueue[_Task | None]") -> None:
        """Hand over one task after the other, and set the results, in a thread."""
        while (task := tasks.get()) is not None:
            future, call = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                worker.connection.send(call)
                result, error = worker.receive()
            except (EOFError, OSError):
                self._lose(worker, tasks)
                future.set_exception(BrokenExecutor("a process has died"))
                break
            except Exception as unpicklable:
                result, error = None, unpicklable
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)
            del task, future, call, result, error  # they may be large
        worker.connection.close()

    def _lose(self, worker: "WorkerProcess", tasks: "SimpleQueue[_Task | None]") -> None:
        """Have the next task start another process, and let those that wait for this one fail."""
        with self._lock:
            worker.ended = True
        while not tasks.empty():
            task = tasks.get()
            if task is not None and task[0].set_running_or_notify_cancel():
                task[0].set_exception(BrokenExecutor("a process has died"))


def _serve(connection: "Connection") -> None:
    """Run the tasks that another process sends, until it closes the connection."""
    with suppress(EOFError):
        while True:
            fn, args, kwargs = connection.recv()
            try:
                connection.send((fn(*args, **kwargs), None))
            except BaseException as error:
                error.add_note(traceback.format_exc())
                connection.send((None, error))


class Pool(Executor):
    """A pool of processes; if one dies, its task fails and a new process replaces it.

    An executor of the standard library breaks as a whole when one of its processes is killed.
    """

    def __init__(self, workers: int) -> None:
        self._members: list[_Member] = []
        self.grow_to(workers)

    def grow_to(self, workers: int) -> None:
        """Start processes until there are `workers`."""
        try:
            with _interrupts_deferred():
                while len(self._members) < workers:
                    self._members.append(_Member())
        except BaseException:
            self.kill()
            raise

    def load(self) -> int:
        """Return the number of unfinished tasks."""
        return sum(each.load() for each in self._members)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a task to the process that has the fewest."""
        with _interrupts_deferred():
            return min(self._members, key=_Member.load).submit(fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes when their tasks are done."""
        for each in self._members:
            each.shutdown(wait=wait, cancel_futures=cancel_futures)

    def kill(self) -> None:
        """Kill the processes."""
        for each in self._members:
            each.worker.process.kill()
        self.shutdown(cancel_futures=True)

    def suspended(self) -> AbstractContextManager[None]:
        """Return a context in which the processes are stopped, unless they are still starting."""
        from lifesat.engines.sat.worker_process import suspended  # slow to load

        return suspended([each.worker for each in self._members])


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
