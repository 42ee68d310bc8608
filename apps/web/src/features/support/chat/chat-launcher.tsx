import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { addMessages } from '../../../platform/i18n.ts';
import { chatHash, tradersHash } from '../../../platform/paths.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import english from '../locales/en.json';
import styles from './chat.module.css';

addMessages('support', english);

const ChatPanel = lazyPart(() => import('./chat-panel.tsx').then((module) => module.ChatPanel));

/**
 * The button that opens the chat, afloat or, on a phone, at the end of the page; as an address with its hash does; nothing of it is loaded before.
 * @param withoutSupport support answers elsewhere: the address of the public chat alone opens something
 */
export function ChatLauncher({ withoutSupport = false }: { withoutSupport?: boolean }) {
  const { t } = useTranslation('support');
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [isPressed, setPressed] = useState(false);
  const isAddressed = hash === tradersHash || (hash === chatHash && !withoutSupport);
  const isOpen = isPressed || isAddressed;
  const close = () => {
    setPressed(false);
    if (isAddressed) void navigate(pathname + search, { replace: true });
  };
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  // Its address may name the other tab while it is open.
  if (isOpen)
    return (
      <ChatPanel
        key={hash}
        first={hash === tradersHash ? 'traders' : 'support'}
        withoutSupport={withoutSupport}
        onClose={close}
      />
    );
  if (withoutSupport) return null;
  return (
    <button ref={button} type="button" className={styles.launcher} onClick={() => setPressed(true)}>
      {t('chat.open')}
    </button>
  );
}
