/** Proofs of reserves over HTTP. */
import { reservesEndpoints } from '@pelican/shared/contracts/reserves';
import {
  type Guards,
  type HttpServer,
  type PrivateReads,
  type PublicReads,
  queryRows,
  serve,
} from '../../platform/http/index.ts';
import { listProofs, readOwnProof, readProof } from './read-proofs.ts';

export interface ReservesRoutesDeps {
  publicReads: PublicReads;
  privateReads: PrivateReads;
  guards: Guards;
}

/** What an own proof costs of the caller's budget of reads: a part of a tree for each asset. */
const ownRows = 500;

export function reservesRoutes(app: HttpServer, { publicReads, privateReads, guards }: ReservesRoutesDeps): void {
  serve(app, guards, reservesEndpoints, {
    'GET /v3/proofs-of-reserves': async ({ query, request: { ip } }) => {
      publicReads.queue.spend(ip, queryRows + query.limit);
      const page = await publicReads.queue.run(ip, () => listProofs(publicReads.pool, query));
      return { ...page, offset: query.offset, limit: query.limit };
    },
    'GET /v3/proofs-of-reserves/:id': ({ params: { id }, request: { ip } }) => {
      publicReads.queue.spend(ip, 2 * queryRows);
      return publicReads.queue.run(ip, () => readProof(publicReads.pool, id));
    },
    'GET /v3/proofs-of-reserves/:id/own': ({ principal, params: { id } }) => {
      privateReads.queue.spend(principal, ownRows);
      return privateReads.queue.run(principal, () => readOwnProof(privateReads.pool, principal.userId, id));
    },
  });
}
