/** Texts of the client, in the operator console. */
import { DomainError } from '@pelican/shared/contracts';
import { textsOperatorEndpoints } from '@pelican/shared/contracts/texts';
import { type OperatorConsole, outcomeOf } from '../../identity/index.ts';
import { type HttpServer, serve } from '../../platform/http/index.ts';
import { changeText, putOriginalBack } from './actions.ts';
import { findText, listTexts, placeOf, showText } from './desk.ts';
import { createMessageFiles } from './message-files.ts';

/** Why a text was written is in the text. */
const reason = undefined;

/** @param webDist the client's build */
export function textsOperatorRoutes(app: HttpServer, operators: OperatorConsole, webDist: string): void {
  const { pool, guards } = operators;
  const files = createMessageFiles(webDist);
  serve(app, guards, textsOperatorEndpoints, {
    'GET /v2/ops/texts': ({ query: { search = '', ...query } }) => listTexts(pool, files, { ...query, search }),
    'GET /v2/ops/texts/:id': ({ params: { id } }) => showText(pool, files, id),
    'POST /v2/ops/texts/:id': async ({ principal, reply, params: { id }, body: { text, version } }) => {
      const { area, original } = await findText(pool, files, id);
      if (area === null || original === null) throw new DomainError('not_found');
      const payload = { ...placeOf(id), area, original, text, version };
      return outcomeOf(await operators.submit({ principal, reply }, changeText, { payload, reason }));
    },
    'POST /v2/ops/texts/:id/original': async ({ principal, reply, params: { id }, body: { version } }) => {
      const { original } = await findText(pool, files, id);
      const payload = { ...placeOf(id), original, version };
      return outcomeOf(await operators.submit({ principal, reply }, putOriginalBack, { payload, reason }));
    },
  });
}
