import { expect, test } from '@playwright/test'
import { PUBLIC_PAGES } from '../../support/browser/public-pages.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'

const FORM = /<form\b([^>]*)>([\s\S]*?)<\/form>/g
const FIELD = /<(select|textarea)\b|<input\b(?![^>]*type="hidden")/
const NAME = /aria-label(?:ledby)?="([^"]+)"/

test('of several forms to fill in on a page, one at most has no name, and no two have the same', async ({
  request,
}) => {
  for (const path of Object.values(PUBLIC_PAGES).flat()) {
    const html = await (await request.get(path, { headers: freshAddress() })).text()
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
    const forms = [...main.matchAll(FORM)].filter(([, , content]) => FIELD.test(content ?? ''))
    const names = forms.map(([, attributes]) => NAME.exec(attributes ?? '')?.[1] ?? 'none')
    expect([...new Set(names)], path).toEqual(names)
  }
})
