/**
 * Writes docs/socket-calls.md: every call and push of the socket, from their declarations.
 *
 *   node scripts/socket-calls.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import {
  type SocketMethods,
  type SocketPushes,
  socketMethods,
  socketPushes,
} from '../packages/shared/src/contracts/index.ts';
import { root } from './supervisor/folders.ts';

export const socketCallsFile = join(root, 'docs/socket-calls.md');

type JsonSchema = z.core.JSONSchema.BaseSchema;

const accessNames = { open: 'anybody', read: 'signed in, may read', trade: 'signed in, may trade' };

/** The document as Markdown. */
export function socketCallsDocument(): string {
  const calls = Object.entries(socketMethods as SocketMethods).map(
    ([name, { access, summary, params }]) => `| ${name} | ${accessNames[access]} | ${cell(params)} | ${summary} |`,
  );
  const pushes = Object.entries(socketPushes as SocketPushes).map(
    ([name, { summary, params }]) => `| ${name} | ${cell(params)} | ${summary} |`,
  );
  return `# Calls and pushes of the socket

Made by \`node scripts/socket-calls.ts\` from packages/shared/src/contracts/<domain>/socket.ts, which also have the objects in full. What
each is for, and the limits: [socket.md](socket.md).

## Calls

| call | for | params | |
|---|---|---|---|
${calls.join('\n')}

## Pushes

| push | params | |
|---|---|---|
${pushes.join('\n')}
`;
}

function cell(params: z.core.$ZodType): string {
  const schema = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' });
  return `\`${typeText(schema).replaceAll('|', '\\|')}\``;
}

/** A schema as a TypeScript type, objects without their fields. */
function typeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map((one) => typeText(one as JsonSchema)));
  if (schema.type === 'array') return listText(schema);
  return union([schema.type ?? 'any'].flat());
}

function union(choices: string[]): string {
  return [...new Set(choices)].join(' | ');
}

function listText({ prefixItems, items, minItems = prefixItems?.length ?? 0 }: JsonSchema): string {
  if (!prefixItems) return `${items ? typeText(items as JsonSchema) : 'any'}[]`;
  return `[${prefixItems.map((item, at) => itemText(typeText(item as JsonSchema), at >= minItems)).join(', ')}]`;
}

function itemText(type: string, isOptional: boolean): string {
  if (!isOptional) return type;
  return type.includes('|') ? `(${type})?` : `${type}?`;
}

if (import.meta.main) writeFileSync(socketCallsFile, socketCallsDocument());
