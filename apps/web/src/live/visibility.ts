/**
 * Calls `onHidden` once the tab has been hidden for `delayMs`, and `onVisible` when it comes back after that.
 * Answers a function that stops watching.
 */
export function watchVisibility(delayMs: number, onHidden: () => void, onVisible: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let off = false;

  function onChange(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (document.hidden) {
      timer = setTimeout(() => {
        off = true;
        onHidden();
      }, delayMs);
    } else if (off) {
      off = false;
      onVisible();
    }
  }

  document.addEventListener('visibilitychange', onChange);
  return () => {
    if (timer) clearTimeout(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}
