import { Button } from '@mantine/core';
import type { AttachmentView } from '@pelican/shared/contracts/support';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './messages.ts';
import { readFile } from '../api/files.ts';
import { privateKey } from '../api/query-client.ts';
import { Dialog } from '../ui/dialog.tsx';
import { IconPaperclip } from '../ui/icons.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { useObjectAddress } from '../ui/use-object-address.ts';
import styles from './conversation.module.css';

interface ContentProps {
  file: AttachmentView;
  path: string;
  onClose: () => void;
}

function Content({ file: { id, name, mediaType }, path, onClose }: ContentProps) {
  const { t } = useTranslation('conversation');
  const { data, error, refetch } = useQuery({
    queryKey: [privateKey, 'attachment', id],
    queryFn: ({ signal }) => readFile(path, signal),
    // Each read of an operator is on record: nothing is asked again by itself.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  const address = useObjectAddress(data);
  return (
    <Dialog title={name} onClose={onClose}>
      <div className={styles.picture}>
        {error && !data ? (
          <ErrorState title={t('fileNotLoaded')} error={error} onRetry={() => void refetch()} />
        ) : address ? (
          mediaType.startsWith('image/') ? (
            <img src={address} alt={name} />
          ) : (
            <p>{t('document')}</p>
          )
        ) : (
          <Skeleton height={240} />
        )}
      </div>
      {address && (
        <Button component="a" variant="default" mt={16} href={address} download={name}>
          {t('download')}
        </Button>
      )}
    </Dialog>
  );
}

interface AttachmentsProps {
  files: readonly AttachmentView[];
  /** Where their contents are read. */
  pathOf: (file: string) => string;
}

/** Names of attached files; each is loaded when somebody wants to see it. */
export function Attachments({ files, pathOf }: AttachmentsProps) {
  const { t } = useTranslation('conversation');
  const [shown, setShown] = useState<AttachmentView>();
  if (files.length === 0) return null;
  return (
    <>
      <ul className={styles.files} aria-label={t('files')}>
        {files.map((file) => (
          <li key={file.id}>
            <button type="button" className={styles.file} onClick={() => setShown(file)}>
              <IconPaperclip size={16} aria-hidden />
              <span>{file.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown && <Content file={shown} path={pathOf(shown.id)} onClose={() => setShown(undefined)} />}
    </>
  );
}
