import { beforeAll, describe, expect, test } from 'vitest'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })

beforeAll(() => loadFleet(db))

async function post(path: string, body: unknown, language = 'en') {
  const answer = await site.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, ...((await answer.json()) as { detail: string; type: string; fields?: object }) }
}

describe('an invalid request', () => {
  const reserve = `/api/v2/rentals/${RENTAL.id}/reserve/`
  const errors = textFor('en', 'errors')

  test('gets an error for a missing date and for a text that is no date', async () => {
    const { start_date: _, ...without } = { ...RENTAL, ...DRIVER }
    const required = { status: 400, type: 'INVALID_FIELDS', fields: { start_date: [errors('required')] } }
    expect(await post(reserve, without)).toMatchObject(required)
    expect(await post(reserve, { ...without, start_date: null })).toMatchObject(required)
    expect(await post(reserve, { ...without, start_date: '' })).toMatchObject(required)
    expect((await post(reserve, { ...without, start_date: '2026-02-30' })).fields).toEqual({
      start_date: [errors('date')],
    })
  })

  test('gets the same kind of answer for a rule that only the handler knows', async () => {
    const answer = await post(`/api/v2/rentals/${RENTAL.id}/price/`, {
      ...RENTAL,
      start_date: '2020-01-01',
      end_date: '2020-01-03',
    })
    expect(answer).toMatchObject({ status: 400, type: 'INVALID_FIELDS', fields: { start_date: [errors('past')] } })
  })

  test('gets an error for each missing field', async () => {
    expect((await post('/api/discount/discount_code/is_valid/', { code: 'X' })).fields).toEqual({
      id: [errors('required')],
    })
  })

  test('gets an error for each unknown field', async () => {
    const answer = await post(reserve, { ...RENTAL, ...DRIVER, colour: 'red', wheels: 4 })
    const unknown = [errors('api.unknown_field')]
    expect(answer).toMatchObject({ status: 400, fields: { colour: unknown, wheels: unknown } })
  })

  test('gets an error for control characters in a text', async () => {
    const answer = await post(reserve, { ...RENTAL, ...DRIVER, fullname: 'Ali\u0000', city: 'Ber\ud83dlin' })
    const characters = [errors('characters')]
    expect(answer).toMatchObject({ status: 400, fields: { fullname: characters, city: characters } })
  })

  test('with an unreadable body is answered in the requested language', async () => {
    for (const language of LANGUAGES) {
      expect(await post(reserve, '{"id": 1,', language)).toMatchObject({
        status: 400,
        type: 'BAD_REQUEST',
        detail: textFor(language, 'errors')('bad_request'),
      })
    }
  })

  test('whose body is neither JSON nor a form is refused before the body is read', async () => {
    for (const language of LANGUAGES) {
      const headers = { 'content-type': 'text/xml', 'accept-language': language }
      const answer = await site.fetch(reserve, { method: 'POST', headers, body: '<id>1</id>' })
      expect(answer.status).toBe(415)
      const detail = textFor(language, 'errors')('api.unsupported_media_type')
      expect(await answer.json()).toMatchObject({ type: 'UNSUPPORTED_MEDIA_TYPE', detail })
    }
    const unknown = await site.fetch('/api/ticketing/', {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: '<id>1</id>',
    })
    expect(unknown.status, 'whether somebody may call at all is judged first').toBe(401)
    const form = new URLSearchParams({ currency: 'EUR' })
    const readable = await site.fetch(reserve, { method: 'POST', body: form })
    expect(readable.status).toBe(400)
  })

  test('to an unknown address of the API is answered in the requested language', async () => {
    for (const language of LANGUAGES) {
      for (const path of ['/api', '/api/', '/api/no-such-call/', '/api/v2/rentals']) {
        const answer = await site.fetch(path, { headers: { 'accept-language': language } })
        expect(answer.status, path).toBe(404)
        const detail = textFor(language, 'errors')('not_found')
        expect(await answer.json()).toMatchObject({ type: 'NOT_FOUND', detail })
      }
    }
  })

  test('with a method that its address does not have is told those that it has', async () => {
    for (const path of ['/api/currency/', '/api/currency', `/api/v2/rentals/${RENTAL.id}/`]) {
      const answer = await site.fetch(path, { method: 'DELETE', headers: { 'accept-language': 'en' } })
      expect(answer.status, path).toBe(405)
      expect(answer.headers.get('allow'), path).toBe('GET, HEAD')
      expect(await answer.json()).toMatchObject({
        type: 'METHOD_NOT_SUPPORTED',
        detail: errors('api.method_not_supported'),
      })
    }
    const several = await site.fetch('/api/business/rent/ad/101/comments/', { method: 'PUT' })
    expect(several.headers.get('allow')).toBe('GET, HEAD, POST')
  })

  test('is answered with problem details, whatever refuses it', async () => {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const refused = [
      [reserve, { ...json, body: '{' }, 400],
      [reserve, { ...json, body: '{}' }, 400],
      ['/api/users/profile/', {}, 401],
      ['/api/no-such-call/', {}, 404],
      ['/api/business/rent/ad/999999/', {}, 404],
      ['/api/currency/', { method: 'PATCH' }, 405],
      [reserve, { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<id>1</id>' }, 415],
    ] as const
    for (const [path, init, status] of refused) {
      const answer = await site.fetch(path, init)
      const named = `${path} ${JSON.stringify(init)}`
      expect(answer.status, named).toBe(status)
      expect(answer.headers.get('content-type'), named).toBe('application/problem+json')
      const problem = (await answer.json()) as { type: string; title: string; status: number; detail: string }
      expect(problem, named).toMatchObject({ status, detail: expect.stringMatching(/\S/) })
      const words = problem.type.toLowerCase().replaceAll('_', ' ')
      expect(problem.title, named).toBe(words.replace(/^./, (letter) => letter.toUpperCase()))
    }
  })

  test('gets the reason why a discount code is invalid, as a key and as a sentence in its language', async () => {
    for (const language of LANGUAGES) {
      const message = textFor(language, 'errors')('discount_unknown')
      const refusal = { reason: 'discount_unknown', message }
      const calls = site.as({ language }).reservations
      const tried = await calls.discountIsValid({ ...RENTAL, code: 'NOSUCHCODE' })
      expect(tried).toMatchObject({ is_valid: false, ...refusal })
      const quote = await calls.price({ ...RENTAL, discount_code: 'NOSUCHCODE' })
      expect(quote.discount).toMatchObject({ ok: false, ...refusal })
    }
  })
})
