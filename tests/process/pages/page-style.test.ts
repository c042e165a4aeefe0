import { expect, test } from '@playwright/test'

const SHEET = '<link rel="stylesheet" href="/assets/'

test('a page that is painted with its own style names its sheet before what needs it', async ({ request }) => {
  for (const path of ['/', '/en', '/en/rent/car?city=1061']) {
    const page = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
    const head = page.slice(0, page.indexOf('</head>'))
    expect(head, path).toContain('<style>')
    expect(head, path).not.toContain(SHEET)
    const [first, rest] = page.split('data-sheet="">')
    if (rest !== undefined) expect(rest.startsWith(SHEET), `${path}: ${rest.slice(0, 80)}`).toBe(true)
    expect(first, path).not.toContain(' nonce=')
    expect(page.lastIndexOf(SHEET), path).toBeGreaterThan(page.indexOf('</main>'))
  }
  const home = await (await request.get('/en')).text()
  expect(home).toContain(`data-sheet="">${SHEET}`)
})

test('an error and the answer to a refused form wait for their sheet, so that nothing moves afterwards', async ({
  request,
  baseURL,
}) => {
  const refused = await request.post('/en/voucher', {
    form: { number: 'SV-1', phone: 'x' },
    headers: { origin: baseURL ?? '', 'sec-fetch-site': 'same-origin' },
  })
  expect(refused.status()).toBe(400)
  const missing = await request.get('/en/nowhere')
  expect(missing.status()).toBe(404)
  for (const answer of [refused, missing]) {
    const page = await answer.text()
    expect(page.slice(0, page.indexOf('</head>')), answer.url()).toContain(SHEET)
  }
})
