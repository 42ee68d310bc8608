import { serverNow } from '../../../platform/clock.ts';
import './messages.ts';
import { Button } from '@mantine/core';
import type { ContentItemDetails } from '@pelican/shared/contracts/content';
import { phaseOf } from '@pelican/shared/contracts/content';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { messagesOf } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { contentItemQuery } from '../../../api/content-desk.ts';
import { refreshConsole } from '../../../api/operators.ts';
import { announcementPath, paths } from '../../../platform/paths.ts';
import { confirm } from '../../../ui/confirm.ts';
import { formatDateTime } from '../../../ui/format-time.ts';
import { notify } from '../../../ui/notify.ts';
import detailStyles from '../parts/detail.module.css';
import { DetailState } from '../parts/list-screen.tsx';
import { sayRequested } from '../parts/say-requested.ts';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { RecordSentence } from '../records/record-sentence.tsx';
import { ItemEditor } from './item-editor.tsx';
import { PhaseChip } from './phase-chip.tsx';
import { HideDialog, PublishDialog } from './state-dialogs.tsx';

/** An item: what visitors see of it, its texts, and who did what. */
export function ItemDetail({ id }: { id: number }) {
  const { t } = useTranslation('ops-site');
  const query = useQuery(contentItemQuery(id));
  return (
    <DetailState query={query} title={t('ops:list.detailNotLoaded')}>
      {(content) => <Item content={content} />}
    </DetailState>
  );
}

/** The page on which visitors see it. */
function shownAt({ kind, slug }: ContentItemDetails['item']): string {
  if (kind === 'announcement' && slug) return announcementPath(slug);
  return kind === 'listing_card' ? paths.listing : paths.home;
}

function Item({ content }: { content: ContentItemDetails }) {
  const { t } = useTranslation('ops-site');
  const { id, name, version, publishAt, endAt, item, history } = content;
  const times = { from: formatDateTime(publishAt ?? 0), until: formatDateTime(endAt ?? 0) };
  return (
    <>
      <header className={detailStyles.head}>
        <h2>{name}</h2>
        <PhaseChip of={content} />
        {publishAt !== null && <span className="hint">{t(endAt === null ? 'from_on' : 'from_until', times)}</span>}
        {phaseOf(content, serverNow() / 1000) === 'live' && <Link to={shownAt(item)}>{t('open')}</Link>}
      </header>
      <Actions content={content} />
      {/* Another version is another form: what was typed into the old one is not sent over it. */}
      <ItemEditor key={`${id} ${version}`} kind={item.kind} content={content} />
      <section className={detailStyles.part}>
        <h3>{t('history')}</h3>
        {history.map((record) => (
          <div key={record.id} className={detailStyles.note}>
            <RecordSentence actor={record.actor} action={record.action} subject={`content:${id}`} />
            <p className="hint">
              <WholeMoment seconds={record.at} />
              {record.reason && ` · ${record.reason}`}
            </p>
          </div>
        ))}
      </section>
    </>
  );
}

function Actions({ content }: { content: ContentItemDetails }) {
  const { t } = useTranslation('ops-site');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, name, state } = content;
  const [dialog, setDialog] = useState<'publish' | 'hide'>();
  const close = () => setDialog(undefined);
  const deletion = useMutation({
    mutationFn: () => call('DELETE /v2/ops/content/:id', { params: { id } }),
    onSuccess: ({ status }) => {
      if (status === 'requested') return sayRequested();
      notify.success(t('deleted'));
      void navigate(`${paths.operators}/site`);
      void refreshConsole(client);
    },
    onError: (error) => notify.error(messagesOf(error).join(' ')),
  });
  const askToDelete = async () => {
    const question = { title: t('deleteTitle', { name }), body: t('deleteBody'), confirmLabel: t('delete') };
    if (await confirm({ ...question, tone: 'danger' })) deletion.mutate();
  };
  return (
    <div className={detailStyles.actions}>
      <Button variant="default" onClick={() => setDialog('publish')}>
        {t(state === 'published' ? 'schedule' : 'publish')}
      </Button>
      {state === 'published' && (
        <Button variant="default" onClick={() => setDialog('hide')}>
          {t('hide')}
        </Button>
      )}
      {state === 'draft' && (
        <Button variant="default" loading={deletion.isPending} onClick={() => void askToDelete()}>
          {t('delete')}
        </Button>
      )}
      {dialog === 'publish' && <PublishDialog content={content} onClose={close} />}
      {dialog === 'hide' && <HideDialog content={content} onClose={close} />}
    </div>
  );
}
