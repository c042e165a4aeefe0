import { Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Icon } from '#app/ui/icon.tsx'
import { markupOf } from '#app/ui/markup.ts'
import { Picture } from '#app/ui/picture.tsx'

const entries = [
  <p key="text" className="soft sm" title={`"it's" <b> & more`}>
    {'<script>'} & {4.5} {0} {null} {false} {undefined}
  </p>,
  <label key="box" htmlFor="a" aria-hidden="true" data-on={false} aria-label={undefined}>
    <input type="checkbox" id="a" name="ids" value={7} defaultChecked disabled={false} required />
    <input type="checkbox" defaultChecked={false} hidden />
  </label>,
  <li key="parts">
    <Icon name="star" flip />
    <Picture name="suv-white" alt="" preset="small" wide="medium" lazy className="studio" />
    {[1, 2].map((part) => (
      <Fragment key={part}>part {part}</Fragment>
    ))}
    <br />
  </li>,
]

test('elements are written as React writes markup that stays as it is', () => {
  for (const entry of entries) expect(bare(markupOf(entry))).toBe(bare(renderToStaticMarkup(entry)))
  expect(bare(markupOf(entries))).toBe(bare(entries.map((entry) => renderToStaticMarkup(entry)).join('')))
})

test('what has state or a style of its own is refused', () => {
  expect(() => markupOf(<p style={{ color: 'red' }}>a</p>)).toThrow('style')
  expect(() => markupOf(<p ref={{ current: null }} />)).toThrow('ref')
})

/** In the order that React gives the attributes of a control. */
function bare(html: string) {
  return html.replace(/<input([^>]*?)\/>/g, (_, attributes: string) => {
    return `<input ${attributes
      .trim()
      .split(/ (?=[\w-]+=)/)
      .sort()
      .join(' ')}/>`
  })
}
