import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { systemQuery } from '../../api/system.ts';
import { chatHash, paths, tradersHash } from '../../platform/paths.ts';
import { useWidgetConsent } from '../../platform/widget-consent.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './chat-button.module.css';
import { HostedWidget } from './hosted-widget.tsx';
import { hasWidget, hasWidgetFailed, onWidgetFailure } from './widget-script.ts';

/** After the start of the page; it is what people come for on the page of support alone. */
const delayMs = 10_000;

/** Without the reload of `loadChunk`: nobody has asked for it, and a reload would lose what is typed meanwhile. */
const ChatLauncher = lazyPart(() =>
  import('../../features/support/chat/chat-launcher.tsx').then((module) => module.ChatLauncher),
);
const WidgetConsent = lazyPart(() =>
  import('../../features/support/chat/widget-consent.tsx').then((module) => module.WidgetConsent),
);

/** Another company's chat: its button is the widget's own once the person has consented to load it, and ours until then. */
function WidgetPlace({ script }: { script: string }) {
  const { host, hasConsented, consent } = useWidgetConsent(script);
  if (hasConsented) return <HostedWidget script={script} />;
  return (
    <div className={styles.place}>
      <WidgetConsent host={host} onConsent={consent} />
    </div>
  );
}

/**
 * The way to the chat with support: ours, or the hosted widget of the configuration, beside which the public chat has its address alone.
 * @param inFlow at the end of the page instead of over it: on a page of a form nothing may cover the form's button, and nobody else's script may read
 * its fields
 */
export function ChatButton({ inFlow }: { inFlow: boolean }) {
  const { pathname, hash } = useLocation();
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  const isPublic = hash === tradersHash;
  const isAsked = pathname === paths.support || hash === chatHash || isPublic;
  const isWanted = isDue || isAsked;
  const { data: system, isError } = useQuery({ ...systemQuery, enabled: isWanted });
  const hasFailed = useSyncExternalStore(onWidgetFailure, hasWidgetFailed);
  useEffect(() => {
    if (inFlow && hasWidget()) location.reload();
  }, [inFlow]);
  if (!isWanted || (!system && !isError)) return null;
  const widget = hasFailed ? null : system?.support_widget;
  return (
    <>
      {widget && !inFlow && !isPublic && <WidgetPlace script={widget} />}
      {(!widget || isPublic) && (
        <div className={styles.place} data-in-flow={inFlow || undefined}>
          <ChatLauncher withoutSupport={Boolean(widget)} />
        </div>
      )}
    </>
  );
}
