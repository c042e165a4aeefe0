import { expect, test } from 'vitest'
import { PageHead } from '#app/web/page/head/page-head.tsx'
import { joinHandles } from '#app/web/page/page-handle.ts'
import { render } from '../../support/browser/render.tsx'

const SITE = { brand: 'Savari', origin: 'https://savari.example' }
const NO_HANDLE = joinHandles([])

test('a page’s loader sets its title, description, picture and structured data', () => {
  const meta = {
    title: 'Cars in Kish',
    description: 'All of them.',
    image: '/share/kish.png',
    jsonLd: [{ '@type': 'Thing', name: '</script><b>&' }, undefined],
  }
  const head = render('en', <PageHead {...SITE} loaded={[{ favourites: [] }, { meta }]} handle={NO_HANDLE} />)
  expect(head).toBe(
    '<title>Cars in Kish - Savari</title>' +
      '<meta name="description" content="All of them."/>' +
      '<meta property="og:title" content="Cars in Kish - Savari"/>' +
      '<meta property="og:description" content="All of them."/>' +
      '<meta property="og:type" content="website"/>' +
      '<meta property="og:site_name" content="Savari"/>' +
      '<meta property="og:image" content="https://savari.example/share/kish.png"/>' +
      '<meta property="og:image:alt" content="Cars in Kish"/>' +
      '<meta name="twitter:card" content="summary_large_image"/>' +
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Thing",' +
      '"name":"\\u003c/script>\\u003cb>&"}</script>',
  )
})

test('a page with a constant title has its key in the handle, and the description of its layout', () => {
  const handle = joinHandles([
    { areas: ['operator'], description: 'operator/description' },
    { title: 'operator/nav.codes', query: ['page'] },
  ])
  const head = render('en', <PageHead {...SITE} loaded={[undefined, { codes: [] }]} handle={handle} />)
  expect(head).toContain('<title>Discount codes - Savari</title>')
  expect(head).toContain('<meta name="description" content="Waiting work, people, companies and money."/>')
})

test("the loader's title wins over the handle's, and uses the layout's description", () => {
  const handle = joinHandles([{ description: 'operator/description' }, { title: 'operator/nav.codes' }])
  const head = render('en', <PageHead {...SITE} loaded={[{ meta: { title: 'SAVARI10' } }]} handle={handle} />)
  expect(head).toContain('<title>SAVARI10 - Savari</title>')
  expect(head).toContain('<meta name="description" content="Waiting work, people, companies and money."/>')
})

test('a page without a description has no empty one', () => {
  const head = render('en', <PageHead {...SITE} loaded={[{ meta: { title: 'Check-in' } }]} handle={NO_HANDLE} />)
  expect(head).not.toContain('description')
})

test('the texts of a title are loaded with those of the page', () => {
  const { areas } = joinHandles([{ areas: ['shell'] }, { title: 'operator/nav.codes' }])
  expect(areas).toEqual(['common', 'shell', 'operator'])
})

test('a page that could not be loaded sets nothing here', () => {
  expect(render('en', <PageHead {...SITE} loaded={[undefined]} handle={NO_HANDLE} />)).toBe('')
})
