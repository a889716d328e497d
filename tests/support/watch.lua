-- Runs a script's launcher and writes down what it shows, with the time, and each Escape that it gets; or
-- a probe of the test.
local here = debug.getinfo(1, "S").source:match("^@(.*/)")
local real = golly()

local function log(kind, text)
    local file = io.open(here .. "log", "a")
    file:write(("%.0f\t%s\t%s\n"):format(real.millisecs(), kind, (text:gsub("\n", " "))))
    file:close()
end

local order = io.open(here .. "order")
if not order then return end -- a key that was pressed once more to be sure
local path = order:read("a")
order:close()
os.remove(here .. "order")

local watched = setmetatable({}, { __index = real })
for _, name in ipairs({ "show", "note", "error", "exit" }) do
    watched[name] = function(text, ...)
        log(name, text or "")
        return real[name](text, ...)
    end
end
function watched.getstring(prompt, ...)
    log("ask", prompt)
    return real.getstring(prompt, ...)
end
-- Escape reaches a script that is busy here.
function watched.doevent(event)
    local done, said = pcall(real.doevent, event)
    if done then return said end
    local file = io.open(here .. "escapes", "a")
    file:write("\n")
    file:close()
    error(said, 0)
end
function golly() return watched end

log("began", path)
local done, said = pcall(dofile, path)
log("ended", done and "" or tostring(said))
if not done then error(said, 0) end
