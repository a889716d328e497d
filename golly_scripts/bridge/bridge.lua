-- Runs a Python script in builds of Golly that have no Python: bridge.py executes it in a process of
-- its own, and each of its calls to Golly comes here as a line.  See docs/golly.md, "The bridge".

local g = golly()

local ABORTED = "GOLLY: ABORT SCRIPT" -- what Golly raises when the user stops a script
local LONGEST = 4000 -- a longer answer goes through a file: a pipe takes 4096 bytes at once
local PATIENCE = 1000 -- milliseconds from one Escape to another that ends a script that is busy

local function quoted(text)
    return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- The interpreter that `lifesat golly install` wrote down, or the system's.
local function interpreter(folder)
    local file = io.open(folder .. ".bridge/lifesat_golly/lifesat.json")
    if not file then return "python3" end
    local text = file:read("a")
    file:close()
    local name = text:match('"python"%s*:%s*"(.-[^\\])"')
    return name and name:gsub("\\(.)", "%1") or "python3"
end

local function json(value)
    local kind = type(value)
    if kind == "string" then
        return '"' .. value:gsub('[%c"\\]', function(c)
            return ("\\u%04x"):format(c:byte())
        end) .. '"'
    elseif kind == "table" then
        return "[" .. table.concat(value, ",") .. "]" -- Golly's tables are lists of numbers
    elseif kind == "nil" then
        return "null"
    end
    return tostring(value)
end

local Bridge = {}
Bridge.__index = Bridge

-- Starts the script's process; its first line names the folder it shares with us.
function Bridge.start(folder, script)
    local python = interpreter(folder)
    local words = { python, "-sSE", folder .. ".bridge/bridge.py", script, g.getdir("temp") }
    for n, word in ipairs(words) do words[n] = quoted(word) end
    local child = io.popen("exec 2>&1; exec " .. table.concat(words, " "), "r")
    local first = child:read("l")
    local pid, shared = (first or ""):match("^ready (%d+) (.+)$")
    if not pid then
        local said = (first or "nothing") .. "\n" .. child:read("a")
        child:close()
        said = said:match("([^\n]*)%s*$")
        g.exit("lifesat: cannot start Python (" .. said .. "); run: lifesat golly install")
    end
    -- "r+" waits for no reader, and writing never fails when the script has died.
    local answers = io.open(shared .. "/answers", "r+")
    return setmetatable({ child = child, pid = pid, shared = shared, answers = answers }, Bridge)
end

function Bridge:answer(text)
    if #text > LONGEST then
        local file = io.open(self.shared .. "/answer", "w")
        file:write(text)
        file:close()
        text = "@"
    end
    self.answers:write(text, "\n")
    self.answers:flush()
end

-- Returns the values that stand in a line, or, where it says "@", in a file.
function Bridge:values(words)
    if words == "@" then
        local file = io.open(self.shared .. "/call")
        words = file:read("a")
        file:close()
    end
    return load("return " .. words)()
end

-- Carries out one call and answers: "=" and what Golly returned, "!" and its error, or "^" when the
-- user has stopped the script.
function Bridge:call(name, words)
    if self.stopped then -- seen while the script was busy
        self.stopped = nil
        return self:answer("^")
    end
    local results = table.pack(pcall(g[name], self:values(words)))
    if results[1] then
        for n = 2, results.n do results[n] = json(results[n]) end
        return self:answer("=[" .. table.concat(results, ",", 2, results.n) .. "]")
    end
    g.continue("") -- until this is said, Golly refuses every other call
    local reason = tostring(results[2])
    if reason:find(ABORTED, 1, true) then return self:answer("^") end
    self:answer("!" .. json((reason:gsub("^%s+", ""))))
end

-- The script is busy: lets Golly repaint and see Escape.  The script learns of it at its next call;
-- the second Escape ends a script that makes none.
function Bridge:tick()
    if pcall(g.doevent, "") then return end
    g.continue("")
    local now = g.millisecs()
    if self.stopped and now - self.stopped > PATIENCE then
        os.execute("kill -KILL " .. self.pid)
    end
    self.stopped = self.stopped or now
end

-- Serves the script until it ends and returns what it has left on standard error.
function Bridge:serve()
    for line in self.child:lines() do
        local name, words = line:match("^(%l+) ?(.*)$")
        if name == "tick" then
            self:tick()
        elseif name == "end" then
            return self:values(words)
        else
            self:call(name, words)
        end
    end
    return ""
end

-- Runs the Python script in this folder that has the name of a Lua script.
return function(source)
    local folder, name = source:match("^@(.*/)([^/]*)%.lua$")
    local bridge = Bridge.start(folder, folder .. ".bridge/" .. name .. ".py")
    local errors = bridge:serve()
    bridge.answers:close()
    bridge.child:close()
    if errors ~= "" then error(errors, 0) end
end
