import { expect, test } from '@playwright/test'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGES, LOCALE_TAGS } from '#app/rules/constants.ts'

/** The parts of RFC 4287 that feed readers require. */
interface Feed {
  error: string | undefined
  language: string | null
  self: string | null
  updated: string | undefined
  entries: { id: string; title: string; href: string | null; updated: string; summary: string }[]
}

for (const language of LANGUAGES) {
  test(`the blog in ${language} has a feed whose entries link to its posts`, async ({ page, request, baseURL }) => {
    const address = pathIn(language, '/blog/feed.xml')
    const answer = await request.get(address)
    expect(answer.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
    await page.goto(pathIn(language, '/blog'))
    await expect(page.locator('main').getByRole('link', { name: /Atom/ })).toHaveAttribute('href', address)
    const feed = await page.evaluate(readFeed, await answer.text())
    expect(feed).toMatchObject({ error: undefined, language: LOCALE_TAGS[language], self: baseURL + address })
    expect(feed.entries.length).toBeGreaterThanOrEqual(10)
    expect(feed.updated).toBe(
      feed.entries
        .map(({ updated }) => updated)
        .sort()
        .at(-1),
    )
    for (const entry of feed.entries) {
      expect(entry.title && entry.summary).toBeTruthy()
      const moved = await request.get(entry.id, { maxRedirects: 0 })
      expect([moved.status(), baseURL + (moved.headers().location ?? '')]).toEqual([301, entry.href])
      expect((await request.get(entry.href ?? '')).status()).toBe(200)
    }
  })
}

function readFeed(xml: string): Feed {
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  const textOf = (within: ParentNode, name: string) => within.querySelector(name)?.textContent?.trim() ?? ''
  return {
    error: document.querySelector('parsererror')?.textContent ?? undefined,
    language: document.documentElement.getAttribute('xml:lang'),
    self: document.querySelector('link[rel=self]')?.getAttribute('href') ?? null,
    updated: [...document.documentElement.children].find(({ localName }) => localName === 'updated')?.textContent ?? '',
    entries: [...document.querySelectorAll('entry')].map((entry) => ({
      id: textOf(entry, 'id'),
      title: textOf(entry, 'title'),
      href: entry.querySelector('link')?.getAttribute('href') ?? null,
      updated: textOf(entry, 'updated'),
      summary: textOf(entry, 'summary'),
    })),
  }
}
