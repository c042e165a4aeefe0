import { ORPCError } from '@orpc/client'
import { RouterContextProvider, redirect } from 'react-router'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#app/config.ts'
import { AmountText } from '#app/contract/shapes/text.ts'
import { apiDoorContext } from '#app/web/api.server.ts'
import { answerForm, answerMoneyForm, answerRead } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'

const keys: (string | undefined)[] = []
const context = new RouterContextProvider()
context.set(siteContext, {
  language: 'en',
  origin: 'https://savari.example',
  requestId: 'test',
  clientAddress: '192.0.2.1',
  config: readConfig({ MODE: 'test' }),
  cookies: new Map(),
  bankOrigins: [],
  log: () => {},
})
context.set(apiDoorContext, ({ idempotencyKey }) => {
  keys.push(idempotencyKey)
  return {} as never
})

const Closing = z.object({ reason: z.string().min(3, 'min_length') })
const sent = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return { context, request: form }
}
const done = async () => ({ to: '/desk', said: 'It is closed.' })
const replyOf = (answer: Awaited<ReturnType<typeof answerForm<typeof Closing, Response>>>) => {
  if (answer instanceof Response) throw new Error(`went on to ${answer.headers.get('location')}`)
  const { initialValue, error } = answer.data.form
  return { status: answer.init?.status, typed: initialValue, error }
}

describe('a form of a page', () => {
  test('that is valid takes effect, and redirects with a message', async () => {
    const values: unknown[] = []
    const answer = await answerForm(sent({ reason: 'sold' }), Closing, (value) => {
      values.push(value)
      return done()
    })
    expect(values).toEqual([{ reason: 'sold' }])
    expect(answer).toBeInstanceOf(Response)
    const { status, headers } = answer as Response
    expect([status, headers.get('location')]).toEqual([303, '/desk'])
    expect(headers.get('set-cookie')).toContain(encodeURIComponent('It is closed.'))
  })

  test('that is invalid does nothing, and is shown again as it was typed', async () => {
    const answer = await answerForm(sent({ reason: 'x' }), Closing, () => Promise.reject(new Error('it was done')))
    const error = { reason: [{ key: 'min_length', values: { n: 3 } }] }
    expect(replyOf(answer)).toMatchObject({ status: 400, typed: { reason: 'x' }, error })
  })

  test('that the call refuses is shown again with the call’s errors', async () => {
    const refused = new ORPCError('STATUS_CONFLICT', { status: 409 })
    const answer = await answerForm(sent({ reason: 'sold' }), Closing, () => Promise.reject(refused))
    expect(replyOf(answer)).toMatchObject({
      status: 409,
      typed: { reason: 'sold' },
      error: { '': [{ key: 'status_conflict' }] },
    })
  })

  test('can redirect by itself', async () => {
    const answer = await answerForm(sent({ reason: 'sold' }), Closing, async () => redirect('/next', 303))
    expect(answer).toBeInstanceOf(Response)
    expect((answer as Response).headers.get('location')).toBe('/next')
  })

  test('that its page has parsed itself is handled in the same way', async () => {
    const form = await parseForm(sent({ reason: 'sold' }).request, Closing, formPage(context))
    if (!form.ok) throw new Error('The form is right.')
    const answer = await answerRead(context, form, done)
    expect((answer as Response).headers.get('location')).toBe('/desk')
    const refused = new ORPCError('INVALID_FIELDS', { status: 400, data: { fields: { 'terms.reason': ['required'] } } })
    const rename = (name: string) => name.replace('terms.', '')
    expect(replyOf(await answerRead(context, form, () => Promise.reject(refused), { rename }))).toMatchObject({
      status: 400,
      typed: { reason: 'sold' },
      error: { reason: [{ key: 'required' }] },
    })
  })

  test('that fails for another reason throws that error', async () => {
    const broken = answerForm(sent({ reason: 'sold' }), Closing, () => Promise.reject(new Error('no database')))
    await expect(broken).rejects.toThrow('no database')
  })
})

describe('a form that moves money', () => {
  const Payment = z.object({ amount: AmountText, currency: z.enum(['IRT', 'EUR']) })
  const pay = (fields: Record<string, string>, amounts: number[] = []) =>
    answerMoneyForm(sent(fields), Payment, {
      currency: ({ currency }) => currency,
      perform: ({ minor }) => {
        amounts.push(minor)
        return done()
      },
    })

  test('has its amount parsed in any digits and in whole units, and passes its key to the call', async () => {
    const amounts: number[] = []
    await pay({ amount: '۱۲٬۰۰۰', currency: 'IRT', idempotency_key: 'once' }, amounts)
    await pay({ amount: '10,50', currency: 'EUR' }, amounts)
    expect(amounts).toEqual([12_000, 1050])
    expect(keys).toEqual(['once', undefined])
  })

  test('with an invalid amount for its currency is shown again with an error beside it', async () => {
    expect(replyOf(await pay({ amount: '10,50', currency: 'IRT' }))).toMatchObject({
      status: 400,
      typed: { amount: '10,50' },
      error: { amount: [{ key: 'whole_toman' }] },
    })
  })
})
