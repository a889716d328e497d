"""Files appear complete or not at all; devices, pipes and links stay what they are."""

import os
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat.errors import UserError
from lifesat.system.files import NewFile, write_bytes

posix = pytest.mark.skipif(os.name != "posix", reason="modes, links and devices are those of POSIX")
DATA = b"x = 1, y = 1\no!\n"


@pytest.fixture
def null(tmp_path: Path) -> Path:
    """A device of our own that swallows everything, as /dev/null does."""
    device = tmp_path / "null"
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        device.write_bytes(b"")
    except OSError as error:
        pytest.skip(f"no device can be made here: {error}")
    return device


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A device of our own with no room, as /dev/full."""
    device = tmp_path / "full"
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 7))
        os.close(os.open(device, os.O_WRONLY))
    except OSError as error:
        pytest.skip(f"no device can be made here: {error}")
    return device


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def read_in_thread(fifo: Path) -> tuple[threading.Thread, list[bytes]]:
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(fifo.read_bytes()), daemon=True)
    reader.start()
    return reader, got


# ---------------------------------------------------------------- whole or not at all


@pytest.mark.quick
def test_a_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "out"
    with NewFile(path) as new:
        new.stream.write(DATA)
        new.stream.flush()
        assert not path.exists()
        new.commit()
    assert path.read_bytes() == DATA
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize("force", [False, True])
def test_what_is_not_committed_leaves_nothing(tmp_path: Path, force: bool) -> None:
    path = tmp_path / "out"
    if force:
        path.write_bytes(b"mine")

    def write() -> None:
        with NewFile(path, force=force) as new:
            new.stream.write(DATA)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert names(tmp_path) == (["out"] if force else [])
    assert not force or path.read_bytes() == b"mine"


@pytest.mark.quick
def test_an_existing_file_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"mine")
    with pytest.raises(UserError, match="exists; --force replaces it"):
        NewFile(path)
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize("links", ["hard links", "no function", "no hard links"])
def test_a_file_that_appeared_since_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: str
) -> None:
    _take_hard_links_away(monkeypatch, links)
    path = tmp_path / "out"
    with NewFile(path) as new:
        new.stream.write(DATA)
        path.write_bytes(b"mine")
        with pytest.raises(UserError, match="exists; --force replaces it"):
            new.commit()
    assert path.read_bytes() == b"mine"
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize("links", ["no function", "no hard links"])
def test_file_systems_without_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: str
) -> None:
    _take_hard_links_away(monkeypatch, links)
    write_bytes(tmp_path / "out", DATA)
    assert (tmp_path / "out").read_bytes() == DATA
    assert names(tmp_path) == ["out"]


def _take_hard_links_away(monkeypatch: pytest.MonkeyPatch, links: str) -> None:
    if links == "no function":
        monkeypatch.delattr(os, "link")
    elif links == "no hard links":

        def refuse(*_: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", refuse)


@pytest.mark.parametrize("links", ["hard links", "no hard links"])
def test_of_many_writers_one_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: str
) -> None:
    _take_hard_links_away(monkeypatch, links)
    path = tmp_path / "out"
    ready = threading.Barrier(8)
    won = []

    def write(number: int) -> None:
        with NewFile(path) as new:
            new.stream.write(b"%d" % number)
            ready.wait()
            try:
                new.commit()
            except UserError:
                return
        won.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert path.read_bytes() == b"%d" % won[0]
    assert names(tmp_path) == ["out"]


@posix
@pytest.mark.usefixtures("umask")
def test_the_umask_gives_the_mode_and_is_never_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asking for the umask means changing it, for a moment, for all threads."""
    with monkeypatch.context() as patch:
        patch.delattr(os, "umask")
        write_bytes(tmp_path / "out", DATA)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o640


@posix
@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755])
def test_a_replaced_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"mine")
    path.chmod(mode)
    with NewFile(path, force=True) as new:
        (temporary,) = set(tmp_path.iterdir()) - {path}
        assert not stat.S_IMODE(temporary.stat().st_mode) & ~mode  # nobody may look meanwhile
        new.commit()
    assert stat.S_IMODE(path.stat().st_mode) == mode


@posix
def test_nobody_can_read_a_private_file_before_it_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"mine")
    path.chmod(0o600)
    monkeypatch.setattr(os, "chmod", lambda *_: None)  # which would come too late
    write_bytes(path, DATA, force=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


# ---------------------------------------------------------------- devices and pipes


@pytest.mark.parametrize("force", [False, True])
def test_a_device_stays_a_device(null: Path, force: bool) -> None:
    before = null.stat()
    write_bytes(null, DATA, force=force)
    assert (null.stat().st_mode, null.stat().st_rdev) == (before.st_mode, before.st_rdev)
    assert names(null.parent) == ["null"]


@pytest.mark.parametrize("force", [False, True])
def test_a_link_to_a_device(null: Path, force: bool) -> None:
    link = null.with_name("link")
    link.symlink_to("null")
    write_bytes(link, DATA, force=force)
    assert link.is_symlink()
    assert null.is_char_device()


@pytest.mark.parametrize("length", [1, 1_000_000])
def test_a_device_without_room(full: Path, length: int) -> None:
    """The error comes when a buffer is full, or at the end."""
    with pytest.raises(UserError, match=r"^cannot write .*/full: No space left on device$"):
        write_bytes(full, bytes(length))
    assert full.is_char_device()


@posix
@pytest.mark.parametrize("force", [False, True])
def test_a_pipe_is_written(tmp_path: Path, force: bool) -> None:
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    reader, got = read_in_thread(fifo)
    write_bytes(fifo, DATA, force=force)
    reader.join()
    assert got == [DATA]
    assert fifo.is_fifo()
    assert names(tmp_path) == ["pipe"]


@posix
def test_a_socket_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # names of sockets are short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        with pytest.raises(UserError, match="cannot write socket"):
            write_bytes("socket", DATA, force=True)
        assert (tmp_path / "socket").is_socket()


def test_a_block_device_needs_force(tmp_path: Path) -> None:
    device = tmp_path / "disk"
    try:
        os.mknod(device, stat.S_IFBLK | 0o600, os.makedev(240, 255))  # there is no such disk
    except (OSError, AttributeError) as error:
        pytest.skip(f"no device can be made here: {error}")
    with pytest.raises(UserError, match="exists; --force replaces it"):
        write_bytes(device, DATA)
    with pytest.raises(UserError, match="cannot write"):
        write_bytes(device, DATA, force=True)
    assert device.is_block_device()


@posix
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
@pytest.mark.parametrize("force", [False, True])
def test_an_open_descriptor_keeps_its_place_in_its_file(
    tmp_path: Path, name: str, force: bool
) -> None:
    """Standard output may be a file that others write, too: it is neither replaced nor cut."""
    if not Path(name).parent.exists():
        pytest.skip(f"there is no {name} here")
    (tmp_path / "link").symlink_to("/dev/stdout")
    load = "from lifesat.system.files import write_bytes"
    code = f"{load}; write_bytes({name!r}, b'two ', force={force})"
    output = tmp_path / "out"
    with output.open("wb") as stream:
        stream.write(b"one ")
        stream.flush()
        subprocess.run([sys.executable, "-c", code], stdout=stream, cwd=tmp_path, check=True)
        subprocess.run([sys.executable, "-c", "print('three')"], stdout=stream, check=True)
    assert output.read_bytes() == b"one two three\n"
    assert names(tmp_path) == ["link", "out"]


@posix
def test_a_descriptor_that_is_not_open() -> None:
    with pytest.raises(UserError, match="cannot write /dev/fd/987: Bad file descriptor"):
        write_bytes("/dev/fd/987", DATA)


# ---------------------------------------------------------------- links and folders


@pytest.mark.quick
def test_a_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    target, link = tmp_path / "deep" / "target", tmp_path / "link"
    target.write_bytes(b"mine")
    link.symlink_to("deep/target")
    with pytest.raises(UserError, match="link exists; --force replaces it"):
        write_bytes(link, DATA)
    before = target.stat().st_ino
    write_bytes(link, DATA, force=True)
    assert link.is_symlink()
    assert target.read_bytes() == DATA
    assert target.stat().st_ino != before  # it is another file, which was complete when it came
    assert names(tmp_path) == ["deep", "link"]
    assert names(tmp_path / "deep") == ["target"]


@pytest.mark.parametrize("force", [False, True])
def test_a_dangling_link_gets_its_file(tmp_path: Path, force: bool) -> None:
    link = tmp_path / "link"
    link.symlink_to("target")
    write_bytes(link, DATA, force=force)
    assert link.is_symlink()
    assert (tmp_path / "target").read_bytes() == DATA
    link.unlink()
    link.symlink_to("gone/target")
    with pytest.raises(UserError, match="link: No such file or directory"):
        write_bytes(link, DATA, force=force)


@pytest.mark.parametrize("force", [False, True])
def test_links_in_a_circle(tmp_path: Path, force: bool) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(UserError, match=r"cannot write .*a: Too many levels of symbolic links"):
        write_bytes(tmp_path / "a", DATA, force=force)
    assert names(tmp_path) == ["a", "b"]


@pytest.mark.parametrize("name", ["folder", "link", "new/", ""])
def test_a_folder_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    with pytest.raises(UserError, match="is a folder; give the name of a file"):
        write_bytes(name, DATA, force=True)
    assert names(tmp_path) == ["folder", "link"]


def test_a_long_name_has_room_for_no_more(tmp_path: Path) -> None:
    for name in ("a" * 255, "ж" * 127):
        write_bytes(tmp_path / name, DATA)
        assert (tmp_path / name).read_bytes() == DATA


def test_names_that_no_file_can_have(tmp_path: Path) -> None:
    for name in ("nul\0", "long" * 100, "\ud800"):
        with pytest.raises(UserError, match="cannot write"):
            NewFile(tmp_path / name)
    assert not names(tmp_path)


@given(name=st.text(st.characters(exclude_characters="/\0"), min_size=1, max_size=40))
def test_any_name_is_that_of_the_file_or_refused(
    tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    folder = tmp_path_factory.mktemp("named") / "folder"
    folder.mkdir()
    try:
        write_bytes(f"{folder}/{name}", DATA)
    except UserError:
        assert not names(folder)
    else:
        assert names(folder) == [name]
    assert names(folder.parent) == ["folder"]
