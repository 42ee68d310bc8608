// Stands in for a page that could not be loaded, at its address, and loads it as soon as the exchange answers.
(() => {
  const root = document.documentElement;
  const askTimeoutMs = 5_000;
  const delaysMs = [2_000, 3_000, 5_000, 8_000, 15_000, 30_000];
  const lightScheme = matchMedia('(prefers-color-scheme: light)');
  let isAsking = false;
  let timer;

  /** As public/theme.js does. */
  function setScheme() {
    let theme = 'system';
    try {
      theme = JSON.parse(localStorage.getItem('pelican.preferences') || '{}').state.theme;
    } catch {
      // Storage is blocked or empty: the system's scheme does.
    }
    root.dataset.scheme = theme === 'light' || (theme !== 'dark' && lightScheme.matches) ? 'light' : 'dark';
  }

  /** The language of the address; where it names none, the first of the browser's that there is. */
  function showLanguage() {
    const texts = [...document.querySelectorAll('[data-language]')];
    const known = texts.map(({ dataset }) => dataset.language);
    const inAddress = location.pathname.split('/')[1].toLowerCase();
    const wanted = [inAddress, ...navigator.languages.map((one) => one.slice(0, 2).toLowerCase())];
    root.lang = wanted.find((language) => known.includes(language)) ?? 'en';
    for (const text of texts) text.hidden = text.dataset.language !== root.lang;
    document.title = `${document.querySelector('[data-language]:not([hidden]) h1').textContent} | Pelican`;
  }

  async function answers() {
    try {
      const options = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(askTimeoutMs) };
      const { status } = await fetch(location.href, options);
      return status < 502 || status > 504;
    } catch {
      return false;
    }
  }

  async function ask(attempt) {
    if (isAsking) return;
    isAsking = true;
    clearTimeout(timer);
    if (await answers()) {
      // Somebody may have asked for this very page.
      if (location.pathname.startsWith('/unreachable')) location.replace('/');
      else location.reload();
      return;
    }
    isAsking = false;
    const delayMs = delaysMs[Math.min(attempt, delaysMs.length - 1)] * (1 + Math.random() / 5);
    timer = setTimeout(() => void ask(attempt + 1), delayMs);
  }

  setScheme();
  lightScheme.addEventListener('change', setScheme);
  addEventListener('online', () => void ask(0));
  addEventListener('DOMContentLoaded', () => {
    showLanguage();
    for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => void ask(0));
    timer = setTimeout(() => void ask(0), delaysMs[0]);
  });
})();
