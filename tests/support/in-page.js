/** Runs inside the page, before its own scripts: measures sizes and times, and follows links. See in-page.ts. */

/** The visible controls lower than `min` px, each in words. */
function lowControls(min) {
  const found = [];
  for (const control of document.querySelectorAll('a, button, input, select, [role=tab]')) {
    // Links inside a sentence are text, and what is there for screen readers only is not pressed by a thumb.
    const apart = control.closest('.visually-hidden, p, [data-prose] li, thead') !== null;
    const box = control.getBoundingClientRect();
    if (apart || box.width <= 1 || box.height <= 1 || box.bottom <= 0) continue;
    if (getComputedStyle(control).visibility === 'hidden') continue;
    // A text field's frame belongs to it, and a label to its checkbox.
    const isText = control instanceof HTMLInputElement && !['checkbox', 'radio', 'range'].includes(control.type);
    const parts = [isText ? control.parentElement : control.closest('label'), ...(control.labels ?? [])];
    const heights = parts
      .filter((part) => part?.textContent || isText)
      .map((part) => part.getBoundingClientRect().height);
    const height = Math.max(box.height, ...heights);
    const name = control.getAttribute('aria-label') ?? control.textContent.trim();
    if (height < min - 0.5) found.push(`${control.tagName.toLowerCase()} "${name}" ${height.toFixed(0)} px`);
  }
  return found;
}

/** Name of what has the focus. */
function focusName() {
  const element = document.activeElement;
  return element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
}

/** Time between frames (ascending) and tasks over 50 ms (descending) during `ms`, both in ms. */
async function watchFrames(ms) {
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
  observer.observe({ type: 'longtask' });
  const gaps = [];
  const end = performance.now() + ms;
  for (let last = performance.now(); last < end; ) {
    const now = await new Promise((resolve) => requestAnimationFrame(resolve));
    gaps.push(now - last);
    last = now;
  }
  observer.disconnect();
  return { gaps: gaps.sort((a, b) => a - b), longTasks: tasks.sort((a, b) => b - a) };
}

/** Goes to an address of the client without a load, as its links do; the heading of the page that is left is marked. */
function follow(address) {
  for (const heading of document.querySelectorAll('h1')) heading.dataset.left = '';
  const state = { usr: null, key: address, idx: (history.state?.idx ?? 0) + 1 };
  history.pushState(state, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state }));
}

/** Path and query of the page on screen, or null while it waits for data; and whether its heading is not the one of the page that was left. */
function place() {
  const isBusy = document.querySelector('h1') === null || document.querySelector('[aria-busy=true]') !== null;
  return {
    where: isBusy ? null : location.pathname + location.search,
    hasOwnHeading: document.querySelector('h1:not([data-left])') !== null,
  };
}

/** What stands around the page. */
function shell() {
  const main = document.querySelector('#main');
  const layout = main.parentElement;
  const parts = Array.from(layout.children);
  const sideBarLink = main.querySelector('nav a[href$="/user/preferences"]');
  return {
    header: parts.some(({ localName }) => localName === 'header'),
    footer: parts.some(({ localName }) => localName === 'footer'),
    sections: parts.filter(({ localName }) => localName === 'section').map((part) => part.ariaLabel),
    form: layout.dataset.form !== undefined,
    marketing: layout.dataset.marketing !== undefined,
    terminal: layout.dataset.terminal !== undefined,
    sideBar: (sideBarLink?.getClientRects().length ?? 0) > 0,
    scheme: document.documentElement.dataset.mantineColorScheme,
  };
}

globalThis.inPage = { lowControls, focusName, watchFrames, follow, place, shell };
