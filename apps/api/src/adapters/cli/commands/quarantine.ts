/** Takes a command that engines cannot apply out of effect. */
import { type CommandPlace, placeText } from '@pelican/shared/engine';
import { z } from 'zod';
import { quarantineCommand } from '../../../shards/index.ts';
import { defineCommand } from '../command.ts';
import { chosenShards } from '../context.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

export const quarantine = defineCommand({
  name: 'quarantine',
  usage: '<position> [--shard NAME] [--reason TEXT]',
  summary: 'Take a command that the engines cannot apply out of effect; /health names its position',
  arguments: ['position'],
  options: { shard: { type: 'string' }, ...reasonOption },
  input: z.object({
    position: z
      .string({ error: '<position> is missing' })
      .regex(/^\d+-\d+(\/\d{1,5})?$/, 'must be a position like 1790000000000-0/3')
      .transform((text): CommandPlace => {
        const [position = '', index = '0'] = text.split('/');
        return { position, index: Number(index) };
      }),
    shard: z.string().optional(),
    ...reasonInput,
  }),
  async run(context, { position: payload, shard: name, reason }) {
    return submit(context, quarantineCommand(await context.redis(), chosenShards(context, name)), {
      payload,
      reason,
      finish: (_, place, shard, position) =>
        context.print(`${shard.name}: the command ${placeText(place)} is quarantined by the entry ${position}`),
    });
  },
});
