import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '#app/api/content/import/render-markdown.ts'

function render(markdown: string) {
  const reported: string[] = []
  const rendered = renderMarkdown(markdown, {
    line: 5,
    report: (line, message) => reported.push(`${line}: ${message}`),
    link: (href) => href,
  })
  return { ...rendered, reported }
}

describe('Markdown becomes HTML', () => {
  test('with sections that can be linked to, and the first paragraph as its lead', () => {
    const { html, headings, lead, text } = render(
      'A **short** lead &amp; more.\n\n## Booking {#booking}\n\nText\n\n## Fuel\n\n### Where?\n',
    )
    expect(headings).toEqual([
      { id: 'booking', title: 'Booking' },
      { id: 'section-2', title: 'Fuel' },
    ])
    expect(html).toContain('<h2 id="booking">Booking</h2>')
    expect(html).toContain('<h3 id="question-3">Where?</h3>')
    expect(lead).toBe('A short lead & more.')
    expect(text).toBe('A short lead & more. Booking Text Fuel Where?')
  })

  test('with wide tables that scroll by themselves and are named after their section', () => {
    const { html } = render('## Prices\n\n| a | b |\n|---|---|\n| 1 | 2 |\n')
    expect(html).toContain('<div class="sideways" tabindex="0" role="region" aria-labelledby="section-1"><table>')
    expect(html).toContain('</table></div>')
  })
})

const HOSTILE = [
  '<script>alert(1)</script>',
  'x <img src=x onerror=alert(1)> y',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](//evil.example/)',
  '[x](https://a.example/" onclick="alert(1))',
  '[x](<https://a.example/?" onmouseover="alert(1)>)',
  '<svg/onload=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<style>*{display:none}</style>',
  '<form action="https://evil.example"><input name=q></form>',
  '![x](https://evil.example/track.png)',
  '## x {#y" onclick="alert(1)}',
  '`<script>alert(1)</script>`',
  '<p style="position:fixed">x</p>',
  '<<script>script>alert(1)<</script>/script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<math><mtext></p><img src onerror=alert(1)>',
]

describe('hostile Markdown', () => {
  test.each(HOSTILE)('%s leaves nothing that runs or loads', (markdown) => {
    const { html } = render(markdown)
    const tags = html.match(/<[^>]*>/g) ?? []
    for (const tag of tags) {
      expect(tag).toMatch(/^<\/?(h2|h3|h4|p|ul|ol|li|blockquote|pre|hr|br|a|strong|em|del|code)\b/)
      expect(tag.replace(/"[^"]*"/g, '')).not.toMatch(/\son\w+=|style=|src=/i)
      expect(tag).not.toMatch(/"\s*(javascript:|data:|vbscript:|\/\/)/i)
    }
  })

  test.each([
    ['one\n\n<b>x</b>\n', '7: HTML'],
    ['one\ntwo <b>x</b>\n', '6: HTML'],
    ['- a\n- b ![c](/d.png)\n', '6: pictures'],
    ['# Title\n', '5: the title'],
    ['## A {#a}\n\ntext\n\n## B {#a}\n', '9: there are two headings'],
  ])('%j is refused with its line', (markdown, message) => {
    expect(render(markdown).reported.join('\n')).toContain(message)
  })
})
