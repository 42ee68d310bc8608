/** A Lua function for scripts: the newest id that a stream has given; '0-0' before the first, and of one that is not there. */
export const newestIdLua = `local function newestId(stream)
  if redis.call('EXISTS', stream) == 0 then return '0-0' end
  local facts = redis.call('XINFO', 'STREAM', stream)
  for i = 1, #facts, 2 do
    if facts[i] == 'last-generated-id' then return facts[i + 1] end
  end
end`;
