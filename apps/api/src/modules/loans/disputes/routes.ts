/** Disputes about loans over HTTP. */
import { disputeEndpoints, disputeUploadEndpoints, newDispute, newEvidence } from '@pelican/shared/contracts/loans';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { sendFile, serveUploads, type Uploads } from '../../../platform/files/index.ts';
import {
  type Guards,
  type HttpServer,
  type Principal,
  type PrivateReads,
  serve,
} from '../../../platform/http/index.ts';
import { sessionCallerOf } from '../../auth/index.ts';
import { receiveTexts } from '../../support/index.ts';
import { openEvidence, evidenceRules as rules } from './files.ts';
import {
  addEvidence,
  agreeToExtension,
  type DisputeDeps,
  demandOwnLoan,
  listDisputes,
  openDispute,
  type Party,
  type Speaker,
} from './service.ts';

export interface DisputeRoutesDeps extends DisputeDeps {
  pool: pg.Pool;
  privateReads: PrivateReads;
  uploads: Uploads;
  guards: Guards;
}

export async function disputeRoutes(app: HttpServer, deps: DisputeRoutesDeps): Promise<void> {
  const { pool, catalog, privateReads, uploads, encryptionKeys, guards } = deps;
  const partyOf = (call: { principal: { userId: number }; params: { id: number } }): Party => ({
    userId: call.principal.userId,
    loanId: call.params.id,
  });
  const speakerOf = (call: { principal: Principal; params: { id: number }; request: FastifyRequest }): Speaker => ({
    session: sessionCallerOf(call.principal, call.request),
    loanId: call.params.id,
  });

  serve(app, guards, disputeEndpoints, {
    'GET /p2p/dispute/:id': (call) =>
      privateReads.queue.run(call.principal, async () => ({
        result: await listDisputes(privateReads.pool, catalog(), partyOf(call)),
      })),
    'GET /p2p/dispute/:id/files/:file': (call) =>
      privateReads.queue.run(call.principal, async () => {
        const party = partyOf(call);
        await demandOwnLoan(privateReads.pool, catalog(), party);
        const { file } = call.params;
        return sendFile(call.reply, await openEvidence(privateReads.pool, encryptionKeys, { ...party, file }));
      }),
    'POST /p2p/dispute/:id/extension': (call) => agreeToExtension(deps, speakerOf(call), call.body.days),
  });
  await serveUploads(app, (scope) =>
    serve(scope, guards, disputeUploadEndpoints, {
      'POST /p2p/dispute/:id': async (call) => {
        const speaker = speakerOf(call);
        const sent = { request: call.request, userId: speaker.session.userId, body: call.body };
        return openDispute(deps, speaker, await receiveTexts({ pool, uploads, rules, schema: newDispute }, sent));
      },
      'POST /p2p/dispute/:id/evidence': async (call) => {
        const speaker = speakerOf(call);
        const sent = { request: call.request, userId: speaker.session.userId, body: call.body };
        return addEvidence(deps, speaker, await receiveTexts({ pool, uploads, rules, schema: newEvidence }, sent));
      },
    }),
  );
}
