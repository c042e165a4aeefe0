import { expect, test } from 'vitest'
import { GUIDES } from '#app/api/docs/guides.ts'
import remedies from '#app/api/docs/remedies.json'
import { errorTypes } from '#app/api/docs/tables.ts'
import { DEPRECATIONS } from '#app/contract/call/deprecations.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { testApi } from '../../support/api/api.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })

async function read(path: string) {
  const answer = await site.fetch(path)
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text(), answer }
}

test('each guide is a page without scripts, and Markdown', async () => {
  for (const name of GUIDES) {
    const page = await read(`/api/docs/${name}`)
    expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).not.toContain('<script')
    expect(page.answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const other of GUIDES) expect(page.text).toContain(`href="/api/docs/${other}"`)
    expect(page.text).toContain('aria-current="page"')
    const markdown = await read(`/api/docs/${name}.md`)
    expect([markdown.status, markdown.type]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(markdown.text).toMatch(/^# \w/)
  }
  expect((await read('/api/docs/no-such-guide')).status).toBe(404)
})

test('links between the pages lead to pages', async () => {
  for (const name of GUIDES) {
    const { text } = await read(`/api/docs/${name}`)
    const links = [...text.matchAll(/(?:href)="(\/api\/[^"#]*)"/g)].map(([, path = '']) => path)
    for (const path of new Set(links)) expect([path, (await read(path)).status]).toEqual([path, 200])
  }
})

test('every type of error has a cause and a remedy, at the address to which it resolves', async () => {
  const types = errorTypes(textFor('en', 'errors'))
  const codes = types.map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(Object.keys(ERRORS)))
  expect(Object.keys(remedies).filter((code) => !codes.includes(code))).toEqual([])
  expect(types.filter(({ cause, remedy }) => !cause || !remedy).map(({ code }) => code)).toEqual([])
  const list = await read('/api/docs/errors')
  for (const { code, remedy } of types) {
    expect(list.text).toContain(`<h3 id="${code}">`)
    const { pathname } = new URL(code, 'http://localhost:3000/api/docs/errors/')
    const one = await read(pathname)
    expect([code, one.status]).toEqual([code, 200])
    expect((await read(`${pathname}.md`)).text).toContain(remedy)
  }
})

test('the guide about versions lists every deprecated call', async () => {
  const { text } = await read('/api/docs/versions')
  for (const { path, until } of DEPRECATIONS) {
    expect(text).toContain(path)
    expect(text).toContain(until)
  }
})

test('the reference stays at its addresses and leads to the guides', async () => {
  for (const path of ['/api/docs', '/api/docs/', '/api/docs/company']) {
    const { status, text } = await read(path)
    expect(status).toBe(200)
    expect(text).toContain('swagger-ui-bundle.js')
    expect(text).toContain('href="/api/docs/first-reservation"')
  }
  expect((await read('/api/docs/guides.css')).type).toContain('text/css')
})
