/** The script of a hosted widget of support: once in a document, which cannot unload it. Whether it has failed is kept on the script itself. */

const loaded = 'script[data-support-widget="loaded"]';
const failed = 'script[data-support-widget="failed"]';
const listeners = new Set<() => void>();

/** Whether somebody else's script is in the document. */
export function hasWidget(): boolean {
  return document.querySelector(loaded) !== null;
}

/** Whether it could not be loaded: not tried again in this document. */
export function hasWidgetFailed(): boolean {
  return document.querySelector(failed) !== null;
}

/** Calls the listener when it fails, until the result is called. */
export function onWidgetFailure(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function loadWidget(address: string): void {
  if (hasWidget() || hasWidgetFailed()) return;
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  script.dataset.supportWidget = 'loaded';
  script.addEventListener('error', () => {
    script.dataset.supportWidget = 'failed';
    for (const listener of listeners) listener();
  });
  document.head.append(script);
}
