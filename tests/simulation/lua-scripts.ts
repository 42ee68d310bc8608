/** Runs the exchange's own Lua scripts, as Redis does, in a Lua machine of this process. */
import { createHash } from 'node:crypto';
import { lauxlib, lua, lualib, to_luastring } from 'fengari';
import { type Argument, asBuffer, type Reply, ReplyError } from './redis-protocol.ts';

type LuaState = Parameters<typeof lua.lua_pop>[0];

/** Runs one Redis command for `redis.call`. */
type Call = (command: string, args: Argument[]) => Reply;

/** The scripts that one server knows. */
export class LuaScripts {
  readonly #call: Call;
  /** References of compiled scripts, by their source and by the SHA-1 of it. */
  readonly #known = new Map<string, number>();

  constructor(call: Call) {
    this.#call = call;
  }

  /** @throws ReplyError when the script fails, or its hash is unknown */
  run(command: 'EVAL' | 'EVALSHA', script: string, keys: Buffer[], args: Buffer[]): Reply {
    const reference = this.#known.get(script) ?? (command === 'EVAL' ? this.#learn(script) : undefined);
    if (reference === undefined) throw new ReplyError('NOSCRIPT No matching script. Please use EVAL.');
    return machine.run(reference, keys, args, this.#call);
  }

  #learn(source: string): number {
    const { reference, sha } = machine.compile(source);
    this.#known.set(source, reference);
    this.#known.set(sha, reference);
    return reference;
  }
}

interface CompiledScript {
  reference: number;
  sha: string;
}

/** Runs the scripts of all servers of this process, one at a time. */
class LuaMachine {
  readonly #state: LuaState = lauxlib.luaL_newstate();
  /** By source; the functions are in the registry. */
  readonly #compiled = new Map<string, CompiledScript>();
  /** Of the server whose script runs. */
  #call: Call | undefined;

  constructor() {
    const state = this.#state;
    lualib.luaL_openlibs(state);
    lua.lua_newtable(state);
    lua.lua_pushjsfunction(state, (inner) => runCall(inner, this.#call as Call));
    lua.lua_setfield(state, -2, to_luastring('call'));
    lua.lua_setglobal(state, to_luastring('redis'));
  }

  /** @throws ReplyError */
  run(reference: number, keys: Buffer[], args: Buffer[], call: Call): Reply {
    const state = this.#state;
    this.#call = call;
    setGlobalList(state, globalNames.keys, keys);
    setGlobalList(state, globalNames.args, args);
    lua.lua_rawgeti(state, lua.LUA_REGISTRYINDEX, reference);
    if (lua.lua_pcall(state, 0, 1, 0) !== lua.LUA_OK) throw new ReplyError(takeError(state));
    const reply = readValue(state, -1);
    lua.lua_pop(state, 1);
    return reply;
  }

  /** @throws ReplyError */
  compile(source: string): CompiledScript {
    const known = this.#compiled.get(source);
    if (known) return known;
    if (lauxlib.luaL_loadstring(this.#state, to_luastring(source)) !== lua.LUA_OK)
      throw new ReplyError(`ERR Error compiling script: ${takeError(this.#state)}`);
    const reference = lauxlib.luaL_ref(this.#state, lua.LUA_REGISTRYINDEX);
    const compiled = { reference, sha: createHash('sha1').update(source).digest('hex') };
    this.#compiled.set(source, compiled);
    return compiled;
  }
}

const globalNames = { keys: to_luastring('KEYS'), args: to_luastring('ARGV') };
const machine = new LuaMachine();

function takeError(state: LuaState): string {
  const text = Buffer.from(lua.lua_tostring(state, -1) ?? []).toString();
  lua.lua_pop(state, 1);
  // Lua names the place in the script before the message.
  return text.replace(/^\[string .*\]:\d+: /s, '');
}

function setGlobalList(state: LuaState, name: Uint8Array, values: Buffer[]): void {
  lua.lua_createtable(state, values.length, 0);
  for (const [index, value] of values.entries()) {
    lua.lua_pushlstring(state, value, value.length);
    lua.lua_rawseti(state, -2, index + 1);
  }
  lua.lua_setglobal(state, name);
}

function runCall(state: LuaState, call: Call): number {
  const args: Buffer[] = [];
  for (let at = 1; at <= lua.lua_gettop(state); at++) args.push(Buffer.from(lua.lua_tostring(state, at)));
  const [command = Buffer.of(), ...rest] = args;
  try {
    pushReply(state, call(command.toString().toUpperCase(), rest));
  } catch (error) {
    return lauxlib.luaL_error(state, to_luastring((error as Error).message));
  }
  return 1;
}

/** Redis gives a script false for nil. */
function pushReply(state: LuaState, reply: Reply): void {
  if (reply === null) lua.lua_pushboolean(state, false);
  else if (typeof reply === 'number') lua.lua_pushinteger(state, reply);
  else if (Array.isArray(reply)) {
    lua.lua_createtable(state, reply.length, 0);
    for (const [index, value] of reply.entries()) {
      pushReply(state, value);
      lua.lua_rawseti(state, -2, index + 1);
    }
  } else {
    const bytes = asBuffer(reply);
    lua.lua_pushlstring(state, bytes, bytes.length);
  }
}

function readValue(state: LuaState, at: number): Reply {
  switch (lua.lua_type(state, at)) {
    case lua.LUA_TNUMBER:
      return Math.trunc(lua.lua_tonumber(state, at));
    case lua.LUA_TSTRING:
      return Buffer.from(lua.lua_tostring(state, at));
    case lua.LUA_TBOOLEAN:
      return lua.lua_toboolean(state, at) ? 1 : null;
    case lua.LUA_TTABLE:
      return readList(state, at);
    default:
      return null;
  }
}

function readList(state: LuaState, at: number): Reply {
  const table = lua.lua_absindex(state, at);
  const values: Reply[] = [];
  for (let index = 1; index <= lua.lua_rawlen(state, table); index++) {
    lua.lua_rawgeti(state, table, index);
    values.push(readValue(state, -1));
    lua.lua_pop(state, 1);
  }
  return values;
}
