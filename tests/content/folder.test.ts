import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { describeContentError } from '#app/api/content/import/content-error.ts'
import { readContentFolder } from '#app/api/content/import/read-folder.ts'
import { ASKED } from '#app/features/help/help-links.tsx'
import { LANGUAGES } from '#app/rules/constants.ts'

const root = mkdtempSync(join(tmpdir(), 'savari-content-'))
afterAll(() => rmSync(root, { recursive: true }))
let count = 0

const KISH = { slug: 'kish', name_fa: 'کیش', name_en: 'Kish', name_ar: 'كيش', name_tr: 'Kiş', name_de: 'Kisch' }
const DESCRIPTION = 'What is blocked on a card as a deposit, when it comes back, and what to do where it does not.'
const text = (body = 'Short answer.\n', title = 'Deposits: what is blocked') =>
  `---\ntitle: ${title}\ndescription: ${DESCRIPTION}\n---\n${body}`
const inFive = (path: string, body?: string) =>
  Object.fromEntries(LANGUAGES.map((language) => [`${path}/${language}.md`, text(body)]))
const NAMES = '{ fa: الف, en: A, ar: أ, tr: A, de: A }'

const RIGHT = {
  'authors.yaml': `sina: ${NAMES}\n`,
  'tags.yaml': `kish: ${NAMES}\n`,
  'posts/kish-trip/about.yaml':
    'published: 2026-10-04\nauthor: sina\ntags: [kish]\ncities: [kish]\nformer_slugs: [old]\n',
  ...inFive(
    'posts/kish-trip',
    'See [deposits](/pages/help/deposit), [cars](/rent/car?city=Kish) and [Kish](/city/kish).\n',
  ),
  'help/deposit/about.yaml': 'topic: money\norder: 10\nrelated: []\nasked_at: [deposit]\n',
  ...inFive('help/deposit'),
}

function read(files: Record<string, string>) {
  const folder = join(root, String(++count))
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), source)
  }
  const { content, errors, warnings } = readContentFolder(folder, 'content', [KISH])
  return { content, errors: errors.map(describeContentError), warnings: warnings.map(describeContentError) }
}

describe('a content folder', () => {
  test('without errors is read completely, with links in each text’s language', () => {
    const { content, errors, warnings } = read(RIGHT)
    expect(errors).toEqual([])
    expect(warnings).toEqual([])
    const [post] = content.posts
    expect(post!.about).toMatchObject({ tags: ['kish'], former_slugs: ['old'], categories: [], withdrawn: false })
    const htmlOf = (language: string) => post!.texts.find((one) => one.language === language)!.html
    expect(htmlOf('de')).toContain('href="/de/pages/help/deposit"')
    expect(htmlOf('de')).toContain('href="/de/rent/car?city=Kisch"')
    expect(htmlOf('de')).toContain('href="/de/city/Kisch"')
    expect(htmlOf('fa')).toContain('href="/pages/help/deposit"')
    expect(htmlOf('fa')).toContain(`href="/city/${encodeURIComponent('کیش')}"`)
    expect(content.help[0]!.texts[0]).toMatchObject({ title: 'Deposits: what is blocked', lead: 'Short answer.' })
  })

  test('reports every error of every file at once, by file and line', () => {
    const { errors } = read({
      ...RIGHT,
      'help/deposit/about.yaml': 'topic: gold\norder: first\n',
      'help/deposit/en.md': 'no heading\n',
      'help/deposit/de.md': '---\ntitle: A\ntitel: B\n---\nText {hold} {holt}\n\n<b>x</b>\n',
      'help/deposit/fr.md': text(),
      'posts/kish-trip/about.yaml': 'published: 4 October\nauthor: nobody\ntags: [a\n',
      'posts/kish-trip/tr.md': text('[x](/en/rent/car) [y](http://a.example)\n'),
      'posts/Kish Trip/about.yaml': '',
      'news/x.md': '',
    })
    expect(errors).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^content\/help\/deposit\/about\.yaml:1: topic: /),
        expect.stringMatching(/^content\/help\/deposit\/about\.yaml:2: order: /),
        'content/help/deposit/en.md:1: the file must begin with a line --- and its title and description',
        'content/help/deposit/de.md:3: only title and description stand here, each as "name: text"',
        'content/help/deposit/de.md:1: description is missing',
        expect.stringMatching(/^content\/help\/deposit\/de\.md:5: \{holt\} is no placeholder/),
        'content/help/deposit/fr.md:1: nothing reads this',
        expect.stringMatching(/^content\/posts\/kish-trip\/about\.yaml:\d: /),
        'content/posts/kish-trip/tr.md:5: /en/rent/car: addresses inside the site are written without a language',
        'content/posts/kish-trip/tr.md:5: http://a.example: a link leads to a path of this site, to https:, mailto: or tel:',
        'content/posts/Kish Trip:1: a folder is called by small Latin letters, digits and hyphens',
        'content/news:1: nothing reads this',
      ]),
    )
  })

  test('with unknown references and two posts of one slug has errors', () => {
    const { errors } = read({
      ...RIGHT,
      'posts/old/about.yaml': 'published: 2026-10-04\nauthor: nobody\ntags: [gold]\n',
      ...inFive('posts/old'),
    })
    expect(errors).toEqual([
      'content/posts/kish-trip/about.yaml:1: the former slug old belongs to old',
      'content/posts/old/about.yaml:1: authors.yaml has no nobody',
      'content/posts/old/about.yaml:1: tags.yaml has no gold',
    ])
  })

  test('with missing texts and dead links has warnings', () => {
    const { 'help/deposit/ar.md': _, ...files } = RIGHT as Record<string, string>
    const { errors, warnings } = read({
      ...files,
      'help/deposit/en.md': text(
        '[a](/pages/help/fuel) [b](/blog/x) [c](/city/atlantis) [d](/nowhere) [e](/city/Kisch)\n',
      ),
    })
    expect(errors).toEqual([])
    expect(warnings).toEqual([
      'content/help/deposit/en.md:5: /pages/help/fuel leads nowhere',
      'content/help/deposit/en.md:5: /blog/x leads nowhere',
      'content/help/deposit/en.md:5: /city/atlantis leads nowhere',
      'content/help/deposit/en.md:5: /nowhere leads nowhere',
      'content/help/deposit/ar.md:1: this text is missing',
    ])
  })
})

test('that is part of the site is valid, complete in five languages, and has what other pages link to', () => {
  const { content, errors, warnings } = readContentFolder('content', 'content', [])
  expect(errors).toEqual([])
  expect(warnings.filter(({ message }) => /missing|nowhere/.test(message)).map(describeContentError)).toEqual([])
  expect(content.help.map(({ slug }) => slug)).toEqual(expect.arrayContaining([...ASKED]))
  expect(content.posts.length).toBeGreaterThanOrEqual(10)
  expect(content.help.length).toBeGreaterThanOrEqual(25)
})
