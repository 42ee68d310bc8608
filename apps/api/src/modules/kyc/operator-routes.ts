/** Identity verification in the operator console. Each look at a case or a file is an audit record, written before it is answered. */
import { DomainError } from '@pelican/shared/contracts';
import { kycOperatorEndpoints } from '@pelican/shared/contracts/kyc';
import { type OperatorAction, type OperatorConsole, outcomeOf } from '../../identity/index.ts';
import { openFile, sendFile } from '../../platform/files/index.ts';
import { type Call, type HttpServer, serve } from '../../platform/http/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import { currentDocuments, findCase } from './cases.ts';
import { approveKyc, partiallyApproveKyc, rejectKyc, requestKycResubmission } from './decide.ts';
import { filePurpose } from './files.ts';
import { listCases, viewCase } from './operator-view.ts';
import { readKycSecrets } from './secrets.ts';

type Decision = Pick<
  Call<(typeof kycOperatorEndpoints)['POST /v2/ops/kyc/:id/reject']>,
  'principal' | 'reply' | 'params'
> & { body: { revision: number; reason?: string | undefined } };

export function kycOperatorRoutes(app: HttpServer, operators: OperatorConsole, encryptionKeys: EncryptionKeys): void {
  const { pool, guards } = operators;

  async function decide<Payload>(
    { principal, reply, params: { id }, body: { revision, reason } }: Decision,
    action: OperatorAction<Payload, unknown>,
    given: object,
  ) {
    const email = await emailOf(id);
    const payload = { email, case: { id, revision }, ...given } as Payload;
    const place = { queue: 'kyc', id: String(id) };
    return outcomeOf(await operators.submit({ principal, reply }, action, { payload, reason, place }));
  }

  /** @throws DomainError not_found */
  async function emailOf(caseId: number): Promise<string> {
    const { rows } = await pool.query<{ email: string }>(
      'SELECT email FROM kyc_cases JOIN users ON users.id = user_id WHERE kyc_cases.id = $1',
      [caseId],
    );
    if (!rows[0]) throw new DomainError('not_found');
    return rows[0].email;
  }

  serve(app, guards, kycOperatorEndpoints, {
    'GET /v2/ops/kyc': ({ query }) => listCases(pool, query),
    'GET /v2/ops/kyc/:id': async ({ principal, params: { id } }) => {
      const shown = await viewCase(pool, await readKycSecrets(pool, encryptionKeys), id);
      await operators.recordLook(principal, {
        action: 'kyc.looked_at',
        subject: `user:${shown.user_id}`,
        details: { case: id },
      });
      return shown;
    },
    'GET /v2/ops/kyc/:id/files/:file': async ({ principal, reply, params: { id, file } }) => {
      const kycCase = await findCase(pool, id);
      const document = (await currentDocuments(pool, id)).find((one) => one.id === file);
      if (!kycCase || !document) throw new DomainError('not_found');
      const subject = `user:${kycCase.userId}`;
      const details = { case: id, file, field: document.field };
      await operators.recordLook(principal, { action: 'kyc.file_looked_at', subject, details });
      return sendFile(reply, await openFile(pool, encryptionKeys, { id: document.fileId, purpose: filePurpose }));
    },
    'POST /v2/ops/kyc/:id/approve': (call) => decide(call, approveKyc, {}),
    'POST /v2/ops/kyc/:id/partially-approve': (call) => {
      const { approved, resubmit, code } = call.body;
      return decide(call, partiallyApproveKyc, { approved, resubmit, code });
    },
    'POST /v2/ops/kyc/:id/resubmission': (call) => {
      const { resubmit, code } = call.body;
      return decide(call, requestKycResubmission, { approved: [], resubmit, code });
    },
    'POST /v2/ops/kyc/:id/reject': (call) => decide(call, rejectKyc, { code: call.body.code }),
  });
}
