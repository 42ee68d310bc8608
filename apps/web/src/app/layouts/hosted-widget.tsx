import { useEffect } from 'react';

interface HostedWidgetProps {
  /** Its script's address. */
  script: string;
  onFailure: (hasFailed: true) => void;
}

const selector = 'script[data-support-widget]';

/** Of a document alone: its script is never unloaded. */
function findScript(address: string): HTMLScriptElement {
  const known = document.querySelector<HTMLScriptElement>(selector);
  if (known) return known;
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  script.dataset.supportWidget = '';
  document.head.append(script);
  return script;
}

/** Somebody else's widget of support, loaded once. What it puts over the page is hidden where this is not rendered any more. */
export function HostedWidget({ script: address, onFailure }: HostedWidgetProps) {
  useEffect(() => {
    const script = findScript(address);
    const fail = () => {
      script.remove();
      onFailure(true);
    };
    script.addEventListener('error', fail);
    delete document.body.dataset.widgetHidden;
    return () => {
      script.removeEventListener('error', fail);
      document.body.dataset.widgetHidden = '';
    };
  }, [address, onFailure]);
  return null;
}
