/** The object with functions that do their work and then, at the call with the number, fail as if the process had died there. */
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
