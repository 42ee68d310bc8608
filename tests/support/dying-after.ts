/**
 * Wraps the methods of an object so that they simulate a crash: the call that brings `counter.left` to zero does its work and then throws, and
 * every later one throws before it does anything.
 */
export function dyingAfter<T extends object>(target: T, counter: { left: number }): T {
  return new Proxy(target, {
    get(object, name) {
      const value = Reflect.get(object, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        if (counter.left <= 0) throw new Error('died');
        const result = await value.apply(object, given);
        counter.left -= 1;
        if (counter.left === 0) throw new Error('died');
        return result;
      };
    },
  });
}
