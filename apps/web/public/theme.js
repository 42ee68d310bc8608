// Runs before the first paint, as a file of its own because the page allows no inline scripts: without it a light page
// would flash in the dark. Reads what src/platform/preferences.ts keeps.
(() => {
  const root = document.documentElement;
  let preferences = {};
  try {
    preferences = JSON.parse(localStorage.getItem('pelican.preferences') || '{}').state || {};
  } catch {
    // Storage is blocked or holds something else: the defaults do.
  }
  const prefersLight = matchMedia('(prefers-color-scheme: light)').matches;
  const light = preferences.theme === 'light' || (preferences.theme !== 'dark' && prefersLight);
  root.setAttribute('data-mantine-color-scheme', light ? 'light' : 'dark');
  root.setAttribute('data-palette', preferences.palette === 'blue-orange' ? 'blue-orange' : 'green-red');
  root.setAttribute('data-direction', preferences.direction === 'red-up' ? 'red-up' : 'green-up');
  document.querySelector('meta[name="theme-color"]').setAttribute('content', light ? '#F5F7FA' : '#0B0E13');
})();
