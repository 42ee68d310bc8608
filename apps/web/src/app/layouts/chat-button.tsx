import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './chat-button.module.css';

/** After the start of the page; it is what people come for on the page of support alone. */
const delayMs = 10_000;

/** Without the reload of `loadChunk`: nobody has asked for it, and a reload would lose what is typed meanwhile. */
const ChatLauncher = lazyPart(() =>
  import('../../features/support/chat/chat-launcher.tsx').then((module) => module.ChatLauncher),
);

/** The way to the public chat. @param inFlow at the end of the page instead of over it: on a page of a form nothing may cover the form's button */
export function ChatButton({ inFlow }: { inFlow: boolean }) {
  const { pathname } = useLocation();
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isDue && pathname !== paths.support) return null;
  return (
    <div className={styles.place} data-in-flow={inFlow || undefined}>
      <ChatLauncher />
    </div>
  );
}
