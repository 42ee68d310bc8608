import { expect, test } from 'vitest';
import { htmlOf, renderedOf } from './html.ts';

test('what operators need: headings below the title, lists, tables, links', () => {
  expect(htmlOf('# New\n\n- a **b**\n- [here](/trade/BTC_USDT)\n\n| a | b |\n|---|---|\n| 1 | 2 |', 'text')).toBe(
    '<h2>New</h2>\n<ul>\n<li>a <strong>b</strong></li>\n<li><a href="/trade/BTC_USDT">here</a></li>\n</ul>\n' +
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
  );
});

test('a link that leads outside tells the other site nothing and opens apart', () => {
  expect(htmlOf('[site](https://example.com)', 'text')).toBe(
    '<p><a href="https://example.com" rel="noopener noreferrer nofollow" target="_blank">site</a> (example.com)</p>',
  );
});

test.each([
  ['[https://pelican.com/wallet](https://evil.example/wallet)', 'https://pelican.com/wallet (evil.example)'],
  ['[pelican.com](https://pelican.com.evil.example)', 'pelican.com (pelican.com.evil.example)'],
  ['[pelican.com](https://pelican.com@evil.example)', 'pelican.com (evil.example)'],
  ['[**pelican**.com](https://evil.example)', 'pelican.com (evil.example)'],
  // The first a is a Cyrillic one.
  ['https://pelic\u0430n.com', 'https://pelic\u0430n.com (xn--pelicn-7nf.com)'],
  ['[support@pelican.com](mailto:thief@evil.example)', 'support@pelican.com (thief@evil.example)'],
  ['https://example.com/a?b and support@pelican.com', 'https://example.com/a?b and support@pelican.com'],
  ['[Example.com/a](https://example.com/a) and [our wallet](/wallet)', 'Example.com/a and our wallet'],
])('%s shows where it leads', (text, shown) => {
  expect(htmlOf(text, 'text').replaceAll(/<[^>]*>/g, '')).toBe(shown);
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '![x](https://evil.example/pixel.png)',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x](//evil.example)',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<svg/onload=alert(1)>',
  '<style>body{display:none}</style>',
  '<form action="https://evil.example"><input name=password></form>',
  '[x](&#106;avascript:alert(1))',
  '`</code><script>alert(1)</script>`',
  '[a](https://x"onmouseover="alert(1))',
])('%s does nothing in a browser', (text) => {
  const html = htmlOf(text, 'text');
  const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)];
  for (const [, name = '', attributes = ''] of tags) {
    expect(name).toMatch(/^(p|a|code|pre|em|strong|h2)$/);
    expect(attributes).toMatch(
      /^( href="(https?:[^"]*|mailto:[^"]*|\/(?!\/)[^"]*)?")?( rel="[^"]*" target="_blank")?$/,
    );
  }
});

test.each([
  ['references', `[a]: https://example.com/${'b'.repeat(9_000)}\n\n${'[a] '.repeat(2_500)}`],
  ['cells that rows of a table lack', `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}\n${'|\n'.repeat(1_500)}`],
])('a text does not grow by %s', (_what, text) => {
  const html = () => htmlOf(text, 'text').length;
  let length = 0;
  try {
    length = html();
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_argument', fields: { text: [expect.any(String)] } });
  }
  expect(length).toBeLessThan(65_537);
});

test('a row that another program has written is laid out by the same rules when it is read, and a text that they refuse is empty', () => {
  expect(renderedOf('**a**<iframe srcdoc="x"></iframe>')).toBe(
    '<p><strong>a</strong>&lt;iframe srcdoc="x"&gt;&lt;/iframe&gt;</p>',
  );
  expect(renderedOf(`- ${'&'.repeat(19_990)}`)).toBe('');
});
