/** `npm start`: runs the exchange until Ctrl-C or SIGTERM; a second Ctrl-C does not wait. */
import { runExchange } from './supervisor/run.ts';

await runExchange();
