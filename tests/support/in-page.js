/** Runs inside the page, before its own scripts: what a ruler and a stop-watch find there. See in-page.ts. */

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

globalThis.inPage = { lowControls, focusName, watchFrames };
