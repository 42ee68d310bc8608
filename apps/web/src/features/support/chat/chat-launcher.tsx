import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { addMessages } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import english from '../locales/en.json';
import styles from './chat.module.css';
import { chatHash } from './chat-hash.ts';

addMessages('support', english);

const ChatPanel = lazyPart(() => import('./chat-panel.tsx').then((module) => module.ChatPanel));

/** The button that opens the chat, afloat or, on a phone, at the end of the page; as an address with its hash does; nothing of it is loaded before. */
export function ChatLauncher() {
  const { t } = useTranslation('support');
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [isPressed, setPressed] = useState(false);
  const isOpen = isPressed || hash === chatHash;
  const close = () => {
    setPressed(false);
    if (hash === chatHash) void navigate(pathname + search, { replace: true });
  };
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return <ChatPanel onClose={close} />;
  return (
    <button ref={button} type="button" className={styles.launcher} onClick={() => setPressed(true)}>
      {t('chat.title')}
    </button>
  );
}
