-- Runs find-catalyst.py in builds of Golly that have no Python.
local here = debug.getinfo(1, "S").source
dofile(here:match("^@(.*/)") .. ".bridge/bridge.lua")(here)
