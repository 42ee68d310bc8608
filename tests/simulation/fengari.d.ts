/** The part of fengari that the simulation uses; the package ships no types. */
declare module 'fengari' {
  type LuaState = { readonly luaState: unique symbol };
  type Bytes = Uint8Array;
  export function to_luastring(text: string): Bytes;
  export const lauxlib: {
    luaL_newstate(): LuaState;
    luaL_loadstring(state: LuaState, source: Bytes): number;
    luaL_ref(state: LuaState, table: number): number;
    luaL_error(state: LuaState, text: Bytes): number;
  };
  export const lualib: { luaL_openlibs(state: LuaState): void };
  export const lua: {
    LUA_REGISTRYINDEX: number;
    LUA_OK: number;
    LUA_TNUMBER: number;
    LUA_TSTRING: number;
    LUA_TBOOLEAN: number;
    LUA_TTABLE: number;
    lua_newtable(state: LuaState): void;
    lua_createtable(state: LuaState, listLength: number, recordLength: number): void;
    lua_pushjsfunction(state: LuaState, run: (state: LuaState) => number): void;
    lua_setfield(state: LuaState, at: number, name: Bytes): void;
    lua_setglobal(state: LuaState, name: Bytes): void;
    lua_rawgeti(state: LuaState, at: number, index: number): void;
    lua_rawseti(state: LuaState, at: number, index: number): void;
    lua_pcall(state: LuaState, argumentCount: number, resultCount: number, handler: number): number;
    lua_pop(state: LuaState, count: number): void;
    lua_gettop(state: LuaState): number;
    lua_absindex(state: LuaState, at: number): number;
    lua_rawlen(state: LuaState, at: number): number;
    lua_type(state: LuaState, at: number): number;
    lua_pushboolean(state: LuaState, value: boolean): void;
    lua_pushinteger(state: LuaState, value: number): void;
    lua_pushlstring(state: LuaState, bytes: Bytes, length: number): void;
    lua_tostring(state: LuaState, at: number): Bytes;
    lua_tonumber(state: LuaState, at: number): number;
    lua_toboolean(state: LuaState, at: number): boolean;
  };
}
