import { Button } from '@mantine/core';
import { useState } from 'react';
import { DecisionDialog } from './decision-dialog.tsx';
import { type DeliveredAnswer, warnOf } from './warn-of.ts';

interface StatusTexts {
  /** Of the button. */
  to: string;
  title: string;
  body: string;
  done: string;
}

interface ListingStatusProps<Status extends string> {
  status: Status;
  /** From the one in which everything is allowed to the strictest one. */
  statuses: readonly Status[];
  textsOf: (status: Status) => StatusTexts;
  /** Usual ones of a stop. */
  reasons: string[];
  submit: (status: Status, reason: string) => Promise<DeliveredAnswer>;
}

/** Buttons that set the status of a listing: one operator stops it at once, another one has to agree to what allows more than before. */
export function ListingStatus<Status extends string>(props: ListingStatusProps<Status>) {
  const { status, statuses, textsOf, reasons, submit } = props;
  const [wanted, setWanted] = useState<Status>();
  const isStop = (to: Status) => statuses.indexOf(to) > statuses.indexOf(status);
  return (
    <>
      {statuses
        .filter((one) => one !== status)
        .map((one) => (
          <Button key={one} variant={isStop(one) ? 'danger' : 'default'} onClick={() => setWanted(one)}>
            {textsOf(one).to}
          </Button>
        ))}
      {wanted && (
        <DecisionDialog
          title={textsOf(wanted).title}
          confirmLabel={textsOf(wanted).to}
          tone={isStop(wanted) ? 'danger' : 'primary'}
          {...(isStop(wanted) ? { reasons } : {})}
          takesTwo={isStop(wanted) ? undefined : 'always'}
          submit={(reason) => submit(wanted, reason)}
          doneText={textsOf(wanted).done}
          onDecided={warnOf}
          onClose={() => setWanted(undefined)}
        >
          <p>{textsOf(wanted).body}</p>
        </DecisionDialog>
      )}
    </>
  );
}
