import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addMessages } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import english from '../locales/en.json';
import styles from './chat.module.css';

addMessages('support', english);

const ChatPanel = lazyPart(() => import('./chat-panel.tsx').then((module) => module.ChatPanel));

/** The button that opens the chat; nothing of it is loaded before. */
export function ChatLauncher() {
  const { t } = useTranslation('support');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return <ChatPanel onClose={() => setOpen(false)} />;
  return (
    <button ref={button} type="button" className={styles.launcher} onClick={() => setOpen(true)}>
      {t('chat.title')}
    </button>
  );
}
