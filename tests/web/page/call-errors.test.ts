import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ORPCError } from '@orpc/client'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ERRORS } from '#app/contract/call/errors.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { isCallError, refused } from '#app/web/page/call-errors.server.ts'
import { parseForm } from '#app/web/page/forms.ts'

const fields = new URLSearchParams({ name: 'Sara' })
const parsed = await parseForm(fields, z.object({ name: z.string() }), { language: 'en', today: '2026-11-23' })
if (!parsed.ok) throw new Error('the form is right')
const shown = (error: unknown, placing?: Parameters<typeof refused>[2]) => {
  const { data, init } = refused(error, parsed, placing)
  return { status: init?.status, error: data.form.error, value: data.form.initialValue }
}

describe('an expected error of a call', () => {
  test('is shown above the form with its code’s text, and everything typed stays', () => {
    expect(shown(new ORPCError('VEHICLE_TAKEN', { status: 409 }))).toEqual({
      status: 409,
      error: { '': [{ key: 'vehicle_taken' }] },
      value: { name: 'Sara' },
    })
  })

  test('has a text for its code in every language', () => {
    for (const language of LANGUAGES) {
      const text = textFor(language, 'errors')
      for (const code of Object.keys(ERRORS)) expect(text.has(code.toLowerCase()), `${language} ${code}`).toBe(true)
    }
  })

  test('of single fields is shown at them, under the form’s own names, with the message’s values', () => {
    const data = { fields: { date_of_birth: ['driver_too_young'] }, values: { date_of_birth: { age: 21 } } }
    const error = new ORPCError('INVALID_FIELDS', { status: 400, data })
    expect(shown(error, { rename: (name) => `driver.${name}` })).toMatchObject({
      status: 400,
      error: { 'driver.date_of_birth': [{ key: 'driver_too_young', values: { age: 21 } }] },
    })
  })

  test('is shown where the form says', () => {
    const error = new ORPCError('NOT_RATEABLE', { status: 409 })
    const placed = shown(error, { at: { NOT_RATEABLE: { score: ['not_rateable'] } } })
    expect(placed.error).toEqual({ score: [{ key: 'not_rateable' }] })
  })

  test('of too many requests says when to try again, also in its header', () => {
    const error = new ORPCError('TOO_MANY_REQUESTS', { status: 429, data: { retry_after: 290 } })
    const { data, init } = refused(error, parsed)
    expect(data.form.error).toEqual({ '': [{ key: 'wait_minutes', values: { n: 5 } }] })
    expect(init).toMatchObject({ status: 429, headers: { 'retry-after': '290' } })
  })

  test('that redirects, or is unexpected, is thrown', () => {
    for (const error of [new ORPCError('INVALID_TOKEN'), new ORPCError('TEAPOT'), new Error('surprise'), undefined])
      expect(() => shown(error)).toThrow()
    expect(isCallError(new ORPCError('TEAPOT'), 'NOT_FOUND')).toBe(false)
  })
})

test('is handled in only one file, not in routes and features', () => {
  for (const folder of ['app/routes', 'app/features']) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) => /\.tsx?$/.test(one)))
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(/ORPCError|error\.code/)
  }
})
