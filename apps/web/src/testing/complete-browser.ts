/** What jsdom lacks and the components ask for; runs before each file of tests, also before those that need no browser. */
if (typeof document !== 'undefined') {
  Element.prototype.scrollIntoView ??= () => {};

  if (!('fonts' in document))
    Object.defineProperty(document, 'fonts', { value: { addEventListener() {}, removeEventListener() {} } });

  globalThis.matchMedia ??= (query: string) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;

  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}
