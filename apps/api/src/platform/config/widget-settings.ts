/** Settings of a hosted widget of support, which takes the place of the exchange's own chat: its script, and what pages may load for it. */
import { optional, requiredText, setting } from '@pelican/shared/settings';
import { z } from 'zod';

/** Directives of the Content-Security-Policy that a widget needs. */
const directives = ['script', 'style', 'connect', 'frame', 'img', 'font', 'media'] as const;
export type WidgetDirective = (typeof directives)[number];

export interface SupportWidget {
  /** The address of the widget's script. */
  script: string;
  /** The other origins that the widget loads from, each with the directive of the policy that allows it. */
  origins: readonly (readonly [directive: WidgetDirective, origin: string])[];
}

const host = String.raw`(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*(?::\d{1,5})?`;
/** The policy of the pages has this address in it: a space, comma or semicolon would end the directive there and begin another one. */
const scriptAddress = new RegExp(String.raw`^https://${host}/[\w./~%-]*(?:\?[\w.~%&=-]*)?$`);
/** One host each, without wildcards and paths. Only `connect` takes wss://, because a socket is opened by no other directive. */
const namedOrigin = new RegExp(`^(?:(?:${directives.join('|')})=https|connect=wss)://${host}$`);

export const widgetSettings = {
  SUPPORT_WIDGET_URL: optional(
    requiredText({
      about:
        "the script of a hosted widget of support, which pages load in place of the exchange's own chat with support, once the person agrees",
      pattern: scriptAddress,
      patternError: 'must be the address of a script like https://cdn.example.com/widget.js',
    }),
    'our own chat',
  ),
  SUPPORT_WIDGET_ORIGINS: setting(
    z
      .string()
      .default('')
      .transform((value) => value.split(',').flatMap((origin) => origin.trim() || []))
      .pipe(
        z.array(
          z
            .string()
            .regex(namedOrigin, `must be origins like connect=https://api.example.com, of ${directives.join(', ')}`)
            .transform((origin) => origin.split('=') as [WidgetDirective, string]),
        ),
      ),
    {
      about: `what else pages may load for it, directive=https://host, with commas between them; directives: ${directives.join(', ')}; connect takes wss:// too`,
      fallback: '',
    },
  ),
};

export function widgetFaults({ SUPPORT_WIDGET_URL, SUPPORT_WIDGET_ORIGINS }: Record<string, string>): string[] {
  return SUPPORT_WIDGET_ORIGINS && !SUPPORT_WIDGET_URL ? ['SUPPORT_WIDGET_ORIGINS needs SUPPORT_WIDGET_URL'] : [];
}

export function supportWidgetOf(values: {
  SUPPORT_WIDGET_URL: string | undefined;
  SUPPORT_WIDGET_ORIGINS: SupportWidget['origins'];
}): SupportWidget | null {
  const { SUPPORT_WIDGET_URL: script, SUPPORT_WIDGET_ORIGINS: origins } = values;
  return script === undefined ? null : { script, origins };
}
