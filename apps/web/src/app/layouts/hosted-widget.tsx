import { useEffect } from 'react';
import { loadWidget } from './widget-script.ts';

/**
 * Somebody else's widget of support. What it puts over the page is hidden where this is not rendered any more.
 * @param script its address
 */
export function HostedWidget({ script }: { script: string }) {
  useEffect(() => {
    loadWidget(script);
    delete document.body.dataset.widgetHidden;
    return () => {
      document.body.dataset.widgetHidden = '';
    };
  }, [script]);
  return null;
}
