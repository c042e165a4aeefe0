import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importContent } from '#app/api/content/import/import-content.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { rejectedWith } from '../../support/browser/steps/rejected.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const people = await fiveIdentities(site)
const folder = mkdtempSync(join(tmpdir(), 'savari-content-'))
afterAll(() => rmSync(folder, { recursive: true }))

const DESCRIPTION = 'What is blocked on a card as a deposit, when it comes back, and what to do where it does not.'
const NAMES = '{ fa: کیش, en: Kish, ar: كيش, tr: Kiş, de: Kisch }'
const text = (title: string, body = 'A lead.\n') => `---\ntitle: ${title}\ndescription: ${DESCRIPTION}\n---\n${body}`
const post = (slug: string, about = '', title = `Post ${slug}`) => ({
  [`posts/${slug}/about.yaml`]: `published: 2026-10-04\nauthor: sina\ntags: [kish]\ncities: [kish]\n${about}`,
  ...Object.fromEntries(LANGUAGES.map((language) => [`posts/${slug}/${language}.md`, text(`${title} ${language}`)])),
})
const FILES: Record<string, string> = {
  'authors.yaml': `sina: { fa: سینا, en: Sina, ar: سينا, tr: Sina, de: Sina }\n`,
  'tags.yaml': `kish: ${NAMES}\nmoney: ${NAMES}\n`,
  ...post('kish-trip', 'former_slugs: [kish-tour]\ncategories: [car]\n'),
  ...post('deposits', '', 'Money'),
  ...post('gone', 'withdrawn: true\n'),
  'posts/deposits/about.yaml': 'published: 2026-11-01\nauthor: sina\ntags: [money]\ncategories: [car, motor]\n',
  ...post('next-year'),
  'posts/next-year/about.yaml': 'published: 2027-01-01\nauthor: sina\n',
  'pages/about-us/about.yaml': 'updated: 2026-11-20\n',
  'pages/about-us/en.md': text('About {brand}', 'We are {brand}; {hold} minutes.\n\n## Who\n\nPeople.\n'),
  'pages/about-us/fa.md': text('دربارهٔ {brand}', '{hold} دقیقه.\n'),
  'help/deposit/about.yaml': 'topic: money\norder: 10\nrelated: [fuel]\nasked_at: [home]\n',
  'help/deposit/fa.md': text('ودیعه کی برمی‌گردد؟', 'ودیعه پس از بازگرداندن خودرو آزاد می‌شود، در ۱۴ روز.\n'),
  'help/deposit/en.md': text('When is the deposit released?', 'It comes back within 14 days.\n\nMore.\n'),
  'help/fuel/about.yaml': 'topic: vehicle\norder: 10\n',
  'help/fuel/fa.md': text('بنزین با کیست؟', 'کیلومترشمار و باک را ببینید.\n').replace(
    DESCRIPTION,
    'باک پر می‌گیرید و پر پس می‌دهید، مگر آنکه شرکت چیز دیگری بگوید.',
  ),
  'help/fuel/en.md': text('Who pays for fuel?').replace(
    DESCRIPTION,
    'Full to full, and what is paid where it is not so.',
  ),
  'cities/kish/en.md': text(
    'Driving in Kish',
    'A lead.\n\n## Roads\n\nFlat.\n\n## Questions\n\n### Where to park?\n\nAnywhere.\n',
  ),
}

function write(files: Record<string, string>) {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), source)
  }
}
const bring = () => importContent({ db, folder, name: 'content', now: site.clock.now() })
const { content } = site.as({ language: 'en' })
const codeOf = (call: Promise<unknown>) => rejectedWith(call).then(({ code }) => code)

beforeAll(async () => {
  write(FILES)
  const { errors, counts } = await bring()
  expect(errors).toEqual([])
  expect(counts).toMatchObject({ changed: 0, unchanged: 0 })
})

describe('an import', () => {
  test('of the same folder changes nothing', async () => {
    const { counts } = await bring()
    expect(counts).toMatchObject({ created: 0, changed: 0 })
  })

  test('of a folder with an invalid file imports nothing of it', async () => {
    write({ 'help/fuel/en.md': text('Fuel, newly'), 'help/fuel/de.md': 'no heading\n' })
    const { errors, counts } = await bring()
    expect([errors.length, counts]).toEqual([1, undefined])
    expect((await content.helpEntry({ slug: 'fuel' })).title).toBe('Who pays for fuel?')
    rmSync(join(folder, 'help/fuel/de.md'))
    write({ 'help/fuel/en.md': FILES['help/fuel/en.md']! })
  })

  test('changes what differs, and stores the date of a help entry’s change', async () => {
    site.clock.set('2026-12-24T10:00:00Z')
    write({
      'help/fuel/en.md': text('Who pays for the fuel?').replace(
        DESCRIPTION,
        'Full to full, and what is paid where it is not so.',
      ),
    })
    expect((await bring()).counts).toMatchObject({ created: 0, changed: 1 })
    expect(await content.helpEntry({ slug: 'fuel' })).toMatchObject({ updated: '2026-12-24' })
    expect(await content.helpEntry({ slug: 'deposit' })).toMatchObject({ updated: '2026-11-23' })
    site.clock.set('2026-11-23T05:30:00Z')
  })

  test('keeps the number, votes and comments of a post whose slug changed', async () => {
    const { id } = await content.post({ slug: 'deposits' })
    await people.owner.calls.content.like({ slug: 'deposits', withdraw: false })
    rmSync(join(folder, 'posts/deposits'), { recursive: true })
    write({
      ...post('deposits-explained'),
      'posts/deposits-explained/about.yaml': `${FILES['posts/deposits/about.yaml']}former_slugs: [deposits]\n`,
    })
    await bring()
    for (const slug of ['deposits', 'deposits-explained', String(id)]) {
      expect(await content.post({ slug })).toMatchObject({ id, slug: 'deposits-explained', votes: { likes: 1 } })
    }
  })
})

describe('texts', () => {
  test('have placeholders filled in their language, and sections that can be linked', async () => {
    const page = await content.page({ slug: 'about-us' })
    expect(page).toMatchObject({ title: 'About Savari', sections: [{ id: 'section-1', title: 'Who' }] })
    expect(page.html).toContain('We are Savari; 20 minutes.')
    const persian = await site.as().content.page({ slug: 'about-us' })
    expect(persian).toMatchObject({ title: 'دربارهٔ سواری', html: expect.stringContaining('۲۰ دقیقه') })
  })

  test('are in English where a translation is missing, and say so', async () => {
    expect(await site.as({ language: 'de' }).content.page({ slug: 'about-us' })).toMatchObject({ language: 'en' })
    expect(await codeOf(content.page({ slug: 'nothing' }))).toBe('NOT_FOUND')
  })

  test('of a city come separately from its questions', async () => {
    expect(await content.city({ slug: 'kish' })).toMatchObject({
      html: expect.not.stringContaining('park'),
      questions: [{ question: 'Where to park?', answerHtml: '<p>Anywhere.</p>' }],
    })
    expect(await codeOf(content.city({ slug: 'atlantis' }))).toBe('NOT_FOUND')
  })

  test('are all in the index, except unpublished and withdrawn ones', async () => {
    const { results } = await content.index()
    expect(results.map(({ kind, slug }) => `${kind} ${slug}`)).toEqual([
      ...['POST deposits-explained', 'POST kish-trip', 'PAGE about-us'],
      ...['HELP deposit', 'HELP fuel', 'CITY kish'],
    ])
  })
})

describe('the help centre', () => {
  const slugs = async (search: string, language: 'fa' | 'en' = 'en') =>
    (await site.as({ language }).content.help({ search })).results.map(({ slug }) => slug)

  test('lists its entries by topic, with the short answer', async () => {
    const { results } = await content.help({})
    expect(results.map(({ topic, slug }) => [topic, slug])).toEqual([
      ['money', 'deposit'],
      ['vehicle', 'fuel'],
    ])
    expect(results[0]).toMatchObject({ answer: 'It comes back within 14 days.' })
    expect((await content.help({ topic: 'vehicle' })).results).toHaveLength(1)
  })

  test.each([
    ['deposit', 'deposit'],
    ['DEPOSITS', 'deposit'],
    ['depositt', 'deposit'],
    ['۱۴ روز', 'deposit'],
    ['14 days', 'deposit'],
    ['وديعه', 'deposit'],
    ['كيلومترشمار', 'fuel'],
    ['بنزين', 'fuel'],
  ])('finds %s in any language, with the letters and digits of any keyboard', async (search, slug) => {
    expect(await slugs(search)).toEqual([slug])
    expect(await slugs(search, 'fa')).toEqual([slug])
  })

  test('finds nothing for unknown words, and everything without words', async () => {
    expect(await slugs('submarine')).toEqual([])
    expect(await slugs('%')).toHaveLength(2)
    expect(await slugs('  ')).toHaveLength(2)
  })

  test('has a list of frequent questions with their answers', async () => {
    expect((await content.faq()).results).toMatchObject([
      { slug: 'deposit', question: 'When is the deposit released?', answer: 'It comes back within 14 days.' },
    ])
  })
})

describe('the blog', () => {
  test('lists published posts, latest first, by tag, by city and by words', async () => {
    const slugs = async (query: object) => (await content.posts(query)).results.map(({ slug }) => slug)
    expect(await slugs({})).toEqual(['deposits-explained', 'kish-trip'])
    expect(await slugs({ tag: 'kish' })).toEqual(['kish-trip'])
    expect(await slugs({ city: 'kish' })).toEqual(['kish-trip'])
    expect(await slugs({ search: 'kish trip' })).toEqual(['kish-trip'])
    expect(await content.posts({ size: 1, page: 2 })).toMatchObject({ count: 2, results: [{ slug: 'kish-trip' }] })
    expect((await content.tags()).results.map(({ slug, count }) => [slug, count])).toEqual([
      ['kish', 1],
      ['money', 1],
    ])
  })

  test('has posts with their author, tags, cities and related posts; a former slug names the current one', async () => {
    expect(await content.post({ slug: 'kish-tour' })).toMatchObject({
      ...{ slug: 'kish-trip', title: 'Post kish-trip en', author: 'Sina', minutes: 1, categories: ['car'] },
      ...{ tags: [{ slug: 'kish', name: 'Kish' }], cities: [{ slug: 'kish', name: 'Kish' }] },
      ...{ votes: { likes: 0, dislikes: 0, own: null }, related: [{ slug: 'deposits-explained' }] },
    })
  })

  test('can lose a page and an entry of the help centre, and get them back', async () => {
    const { content } = site.as({ language: 'en' })
    const setWithdrawn = (withdrawn: boolean) => {
      write({
        'pages/about-us/about.yaml': `updated: 2026-11-20\nwithdrawn: ${withdrawn}\n`,
        'help/fuel/about.yaml': `topic: vehicle\norder: 10\nwithdrawn: ${withdrawn}\n`,
      })
      return importContent({ db, folder, name: 'content', now: new Date() })
    }
    await setWithdrawn(true)
    expect(await rejectedWith(content.page({ slug: 'about-us' }))).toMatchObject({ code: 'WITHDRAWN' })
    expect(await rejectedWith(content.helpEntry({ slug: 'fuel' }))).toMatchObject({ code: 'WITHDRAWN' })
    const slugs = (await content.index({})).results.map(({ slug }) => slug)
    expect(slugs).not.toContain('about-us')
    expect(slugs).not.toContain('fuel')
    expect((await content.help({})).results.map(({ slug }) => slug)).not.toContain('fuel')
    expect((await content.helpEntry({ slug: 'deposit' })).related).toEqual([])
    await setWithdrawn(false)
    expect(await content.page({ slug: 'about-us' })).toMatchObject({ slug: 'about-us' })
  })

  test('finds an author by their key, with their profile on X if it is known', async () => {
    const { content } = site.as({ language: 'en' })
    const id = (await content.post({ slug: 'deposits' })).author_id
    expect(await content.author({ id })).toMatchObject({ id: 'sina', name: 'Sina', twitter: null, url: null })
    write({ 'authors.yaml': `sina: { fa: سینا, en: Sina, ar: سينا, tr: Sina, de: Sina, twitter: sina_r }\n` })
    await importContent({ db, folder, name: 'content', now: new Date() })
    expect(await content.author({ id })).toMatchObject({ twitter: 'sina_r', url: 'https://x.com/sina_r' })
    expect((await content.author({ id })).posts).toBeGreaterThan(0)
    expect((await content.post({ slug: 'deposits' })).author_url).toBe('https://x.com/sina_r')
    expect(await rejectedWith(content.author({ id: 'nobody' }))).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('does not have withdrawn posts or next year’s posts', async () => {
    expect(await codeOf(content.post({ slug: 'gone' }))).toBe('WITHDRAWN')
    expect(await codeOf(people.owner.calls.content.like({ slug: 'gone', withdraw: false }))).toBe('WITHDRAWN')
    expect(await codeOf(content.post({ slug: 'next-year' }))).toBe('NOT_FOUND')
    expect((await site.fetch('/api/blog/posts/gone/')).status).toBe(410)
  })
})

describe('a vote', () => {
  const slug = 'kish-trip'
  const own = async () => (await people.owner.calls.content.post({ slug })).votes

  test('counts once per person, and can be changed', async () => {
    const { like, dislike } = people.owner.calls.content
    await Promise.all([like({ slug }), like({ slug }), like({ slug })])
    expect(await own()).toEqual({ likes: 1, dislikes: 0, own: 'LIKE' })
    expect(await dislike({ slug })).toEqual({ likes: 0, dislikes: 1, own: 'DISLIKE' })
    await people.other.calls.content.like({ slug })
    expect(await own()).toEqual({ likes: 1, dislikes: 1, own: 'DISLIKE' })
  })

  test('can be withdrawn by its person', async () => {
    const { like, dislike } = people.owner.calls.content
    expect(await like({ slug, withdraw: true })).toMatchObject({ dislikes: 1 })
    expect(await dislike({ slug, withdraw: true })).toEqual({ likes: 1, dislikes: 0, own: null })
  })

  test('is rate limited', async () => {
    for (let count = 0; count < 61; count += 1) await people.elsewhere.calls.content.like({ slug }).catch(() => {})
    expect(await codeOf(people.elsewhere.calls.content.like({ slug }))).toBe('TOO_MANY_REQUESTS')
  })
})

describe('a comment', () => {
  const slug = 'kish-trip'
  const shown = async () => (await content.comments({ slug })).results

  test('is shown with a name once an operator has approved it', async () => {
    const { id, approved } = await people.owner.calls.content.comment({ slug, body: ' Nice.\nThanks. ' })
    expect(approved).toBe(false)
    expect(await shown()).toEqual([])
    const { waitingComments, judgeComment } = people.admin.calls.content
    expect((await waitingComments({})).results).toMatchObject([{ id, body: 'Nice.\nThanks.', post: { slug } }])
    await judgeComment({ id, approved: true })
    expect(await shown()).toMatchObject([{ id, author: 'سارا م.', body: 'Nice.\nThanks.' }])
    expect((await content.post({ slug })).comments).toBe(1)
    expect(await codeOf(judgeComment({ id, approved: false }))).toBe('NOT_FOUND')
  })

  test('that is rejected is deleted', async () => {
    const { id } = await people.other.calls.content.comment({ slug, body: 'Buy pills' })
    await people.admin.calls.content.judgeComment({ id, approved: false })
    expect((await people.admin.calls.content.waitingComments({})).count).toBe(0)
    expect(await shown()).toHaveLength(1)
  })

  test('is deleted with its account, and is in the data export', async () => {
    const exported = JSON.stringify(await people.owner.calls.account.exportData())
    expect(exported).toContain('Nice.')
    await sql`delete from account where id = ${people.other.id}`.execute(db)
    expect((await content.post({ slug })).votes.likes).toBe(1)
  })

  test('must not be empty or too long, and is rate limited', async () => {
    const { comment } = people.agency.calls.content
    expect(await rejectedWith(comment({ slug, body: ' ' }))).toMatchObject({ fields: { body: ['required'] } })
    expect(await rejectedWith(comment({ slug, body: 'x'.repeat(2001) }))).toMatchObject({
      fields: { body: ['max_length'] },
    })
    for (let count = 0; count < 5; count += 1) await comment({ slug, body: 'Again' })
    expect(await codeOf(comment({ slug, body: 'Again' }))).toBe('TOO_MANY_REQUESTS')
  })
})
