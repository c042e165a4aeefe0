import { expect, test } from 'vitest'
import { PageHead } from '#app/web/page/head/page-head.tsx'
import { joinHandles } from '#app/web/page/page-handle.ts'
import { render } from '../../support/browser/render.tsx'

const SITE = { brand: 'Savari', origin: 'https://savari.example' }
const NO_HANDLE = joinHandles([])

test('the loader of a page says its title, description, picture and structured data', () => {
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
      '"name":"\\u003c/script\\u003e\\u003cb\\u003e\\u0026"}</script>',
  )
})

test('a page whose title never changes names its text in the handle, and its layout what is said of all pages', () => {
  const handle = joinHandles([
    { areas: ['operator'], description: 'operator/description' },
    { title: 'operator/nav.codes', query: ['page'] },
  ])
  const head = render('en', <PageHead {...SITE} loaded={[undefined, { codes: [] }]} handle={handle} />)
  expect(head).toContain('<title>Discount codes - Savari</title>')
  expect(head).toContain('<meta name="description" content="Waiting work, people, companies and money."/>')
})

test("the loader's title goes before the handle's, and takes the description of the layout", () => {
  const handle = joinHandles([{ description: 'operator/description' }, { title: 'operator/nav.codes' }])
  const head = render('en', <PageHead {...SITE} loaded={[{ meta: { title: 'SAVARI10' } }]} handle={handle} />)
  expect(head).toContain('<title>SAVARI10 - Savari</title>')
  expect(head).toContain('<meta name="description" content="Waiting work, people, companies and money."/>')
})

test('the texts of a title are fetched with those of the page', () => {
  const { areas } = joinHandles([{ areas: ['shell'] }, { title: 'operator/nav.codes' }])
  expect(areas).toEqual(['common', 'shell', 'operator'])
})

test('a page that could not be loaded says nothing here', () => {
  expect(render('en', <PageHead {...SITE} loaded={[undefined]} handle={NO_HANDLE} />)).toBe('')
})
