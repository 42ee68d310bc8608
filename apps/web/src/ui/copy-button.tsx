import { ActionIcon } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCheck, IconCopy } from './icons.ts';
import { notify } from './notify.ts';

const shownMs = 2_000;

/** Copies `text`; says so in its icon and to a screen reader. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    // No clipboard on an insecure origin.
    if (!navigator.clipboard) return notify.error(t('copy.failed'));
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => notify.error(t('copy.failed')),
    );
  };
  return (
    <ActionIcon title={copied ? t('copy.done') : label} size={28} aria-label={label} onClick={copy}>
      {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      <span className="visually-hidden" role="status">
        {copied ? t('copy.done') : ''}
      </span>
    </ActionIcon>
  );
}
