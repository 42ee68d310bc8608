import { Button } from '@mantine/core';
import type { SystemFlagsView } from '@pelican/shared/contracts/system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { systemFlagsQuery } from '../../../api/system-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import page from '../home/home-page.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { useOperator } from '../parts/use-operator.ts';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { FlagPart } from './flag-part.tsx';
import { Languages } from './languages-part.tsx';
import { LinksDialog, linkNames, typedOfLinks } from './links-dialog.tsx';
import { EndMaintenanceDialog, ShowMaintenanceDialog } from './maintenance-dialogs.tsx';
import './messages.ts';
import { PauseDialog, type Venue } from './pause-dialog.tsx';
import styles from './system.module.css';

/** What holds for the whole exchange: pauses of trading, a note of maintenance, links elsewhere, languages. */
export function Component() {
  const { t } = useTranslation('ops-system');
  usePageTitle(t('title'));
  const query = useQuery(systemFlagsQuery);
  return (
    <div className={page.page}>
      <h1>{t('title')}</h1>
      <p>{t('about')}</p>
      <DetailState query={query} title={t('failed')}>
        {(flags) => (
          <>
            <Trading flag={flags.trading_pause} />
            <QuickSwap flag={flags.quick_swap} />
            <Maintenance flag={flags.maintenance} />
            <Links flag={flags.links} />
            <Languages flag={flags.languages} />
          </>
        )}
      </DetailState>
    </div>
  );
}

function Trading({ flag }: { flag: SystemFlagsView['trading_pause'] }) {
  const { t } = useTranslation('ops-system');
  const { may } = useOperator();
  const [venue, setVenue] = useState<Venue>();
  return (
    <FlagPart title={t('pause.title')} about={t('pause.about')} flag={flag}>
      {(['spot', 'perpetual'] as const).map((name) => (
        <div key={name} className={styles.actions}>
          <strong>{t(`pause.venue.${name}`)}</strong>
          <StatusChip
            tone={flag.value[name] ? 'attention' : 'done'}
            label={t(flag.value[name] ? 'pause.paused' : 'pause.open')}
          />
          {may('listings') && (
            <Button
              variant={flag.value[name] ? 'default' : 'danger'}
              aria-label={`${t(flag.value[name] ? 'pause.resume' : 'pause.stop')}: ${t(`pause.venue.${name}`)}`}
              onClick={() => setVenue(name)}
            >
              {t(flag.value[name] ? 'pause.resume' : 'pause.stop')}
            </Button>
          )}
        </div>
      ))}
      {venue && (
        <PauseDialog
          what={venue}
          flag={flag}
          isPausedBy={(value) => value[venue]}
          change={({ value, version }, reason) =>
            call('POST /v2/ops/system/trading_pause', {
              body: { value: { ...value, [venue]: !value[venue] }, version, reason },
            })
          }
          onClose={() => setVenue(undefined)}
        />
      )}
    </FlagPart>
  );
}

function QuickSwap({ flag }: { flag: SystemFlagsView['quick_swap'] }) {
  const { t } = useTranslation('ops-system');
  const { may } = useOperator();
  const [isOpen, setOpen] = useState(false);
  const { paused } = flag.value;
  return (
    <FlagPart title={t('swap.title')} about={t('swap.about')} flag={flag}>
      <div className={styles.actions}>
        <StatusChip tone={paused ? 'attention' : 'done'} label={t(paused ? 'swap.paused' : 'swap.open')} />
        {may('listings') && (
          <Button variant={paused ? 'default' : 'danger'} onClick={() => setOpen(true)}>
            {t(paused ? 'swap.resume' : 'swap.stop')}
          </Button>
        )}
      </div>
      {isOpen && (
        <PauseDialog
          what="swap"
          flag={flag}
          isPausedBy={(value) => value.paused}
          change={({ value, version }, reason) =>
            call('POST /v2/ops/system/quick_swap', { body: { value: { paused: !value.paused }, version, reason } })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </FlagPart>
  );
}

function Maintenance({ flag }: { flag: SystemFlagsView['maintenance'] }) {
  const { t } = useTranslation('ops-system');
  const { may } = useOperator();
  const [open, setOpen] = useState<'show' | 'end'>();
  const { on, texts, until } = flag.value;
  return (
    <FlagPart title={t('maintenance.title')} about={t('maintenance.about')} flag={flag}>
      <div className={styles.actions}>
        <StatusChip tone={on ? 'attention' : 'done'} label={t(on ? 'maintenance.on' : 'maintenance.off')} />
        {may('system') && (
          <Button variant="default" onClick={() => setOpen('show')}>
            {t(on ? 'change' : 'maintenance.show')}
          </Button>
        )}
        {may('system') && on && (
          <Button variant="default" onClick={() => setOpen('end')}>
            {t('maintenance.end')}
          </Button>
        )}
      </div>
      {on && (
        <Facts
          rows={[
            [t('maintenance.text.en'), texts.en ?? t('none')],
            [t('maintenance.text.hi'), texts.hi ?? t('none')],
            [t('maintenance.until'), until === null ? t('none') : <WholeMoment key="until" seconds={until} />],
          ]}
        />
      )}
      {open === 'show' && <ShowMaintenanceDialog flag={flag} onClose={() => setOpen(undefined)} />}
      {open === 'end' && <EndMaintenanceDialog flag={flag} onClose={() => setOpen(undefined)} />}
    </FlagPart>
  );
}

function Links({ flag }: { flag: SystemFlagsView['links'] }) {
  const { t } = useTranslation('ops-system');
  const { may } = useOperator();
  const [isOpen, setOpen] = useState(false);
  const typed = typedOfLinks(flag.value);
  return (
    <FlagPart title={t('links.title')} about={t('links.about')} flag={flag}>
      {may('content') && (
        <div className={styles.actions}>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('links.changeTitle')}
          </Button>
        </div>
      )}
      <Facts
        rows={linkNames.map((name) => [
          t(`links.name.${name}`),
          typed[name] ? (
            <span key={name} className="mono">
              {typed[name]}
            </span>
          ) : (
            t('none')
          ),
        ])}
      />
      {isOpen && <LinksDialog flag={flag} onClose={() => setOpen(false)} />}
    </FlagPart>
  );
}
