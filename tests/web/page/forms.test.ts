import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseForm } from '#app/web/page/forms.ts'

const PAGE = { language: 'fa', today: '2026-11-21' } as const
const Driver = z.strictObject({
  fullname: z.string({ error: 'required' }).trim().min(1, 'required').max(10, 'max_length'),
  code: z.string().length(6).optional(),
  start_date: z.iso.date({ error: 'date' }).optional(),
  child_seat_count: z.number().max(3).optional(),
  seat: z.object({ id: z.string() }).optional(),
})

function form(fields: Record<string, string>) {
  return new URLSearchParams(fields)
}

async function refused(fields: Record<string, string>, schema: z.ZodType = Driver) {
  const parsed = await parseForm(form(fields), schema, PAGE)
  if (parsed.ok) throw new Error('the form was accepted')
  return { ...parsed.reply.data.form, status: parsed.reply.init?.status }
}

async function accepted(fields: Record<string, string>) {
  const parsed = await parseForm(form(fields), Driver, PAGE)
  if (!parsed.ok) throw new Error('the form was refused')
  return parsed
}

describe('a valid form', () => {
  test('is parsed to the schema’s value', async () => {
    const { value } = await accepted({ fullname: ' نیلوفر ', child_seat_count: '2' })
    expect(value).toEqual({ fullname: 'نیلوفر', child_seat_count: 2 })
  })

  test('can have its own key and intent, which no call has', async () => {
    const { value, fields } = await accepted({ fullname: 'a', idempotency_key: 'k', intent: 'close' })
    expect(value).toEqual({ fullname: 'a' })
    expect(fields.get('idempotency_key')).toBe('k')
  })

  test.each([
    [{ 'start_date.day': '۱۲', 'start_date.month': '1405-9' }],
    [{ 'start_date.day': '12', 'start_date.month': '9' }],
    [{ start_date: '۱۴۰۵/۹/۱۲' }],
    [{ start_date: '2026-12-03' }],
  ])('can have its date as %j', async (date: Record<string, string>) => {
    const { value } = await accepted({ fullname: 'a', ...date })
    expect(value.start_date).toBe('2026-12-03')
  })

  test('can leave the parts of a date empty', async () => {
    const { value } = await accepted({ fullname: 'a', 'start_date.day': '', 'start_date.month': '' })
    expect(value.start_date).toBeUndefined()
  })

  test('can still be refused, with everything typed and another status', async () => {
    const { refuse } = await accepted({ fullname: 'a', 'start_date.day': '12', 'start_date.month': '1405-9' })
    const reply = refuse({ '': ['vehicle_taken'], fullname: [{ key: 'min_length', values: { n: 3 } }] }, 409)
    expect(reply.init?.status).toBe(409)
    expect(reply.data.form.initialValue).toMatchObject({ fullname: 'a', start_date: { day: '12', month: '1405-9' } })
    expect(reply.data.form.error).toEqual({
      '': [{ key: 'vehicle_taken' }],
      fullname: [{ key: 'min_length', values: { n: 3 } }],
    })
  })
})

describe('an invalid form', () => {
  test('is shown again with status 400, as it was typed', async () => {
    const reply = await refused({ fullname: '', code: '۱۲', 'seat.id': '7' })
    expect(reply.status).toBe(400)
    expect(reply.initialValue).toMatchObject({ code: '۱۲', seat: { id: '7' } })
  })

  test('has keys for its errors, with their limits', async () => {
    const reply = await refused({ fullname: 'x'.repeat(10_000), code: '12', child_seat_count: '4' })
    expect(reply.error).toEqual({
      fullname: [{ key: 'max_length', values: { n: 10 } }],
      code: [{ key: 'exact_length', values: { n: 6 } }],
      child_seat_count: [{ key: 'max', values: { n: 3 } }],
    })
  })

  test('has "required" for missing and empty fields', async () => {
    expect((await refused({})).error).toEqual({ fullname: [{ key: 'required' }] })
    expect((await refused({ fullname: '' })).error).toEqual({ fullname: [{ key: 'required' }] })
    const schema = z.object({ start_date: z.iso.date({ error: 'date' }) })
    expect((await refused({ 'start_date.day': '' }, schema)).error).toEqual({ start_date: [{ key: 'required' }] })
  })

  test('has "number" for letters in a number', async () => {
    expect((await refused({ fullname: 'a', child_seat_count: 'two' })).error).toEqual({
      child_seat_count: [{ key: 'number' }],
    })
  })

  test('keeps an impossible date as it was typed', async () => {
    const reply = await refused({ fullname: 'a', 'start_date.day': '30', 'start_date.month': '1405-12' })
    expect(reply.error).toEqual({ start_date: [{ key: 'date' }] })
    expect(reply.initialValue).toMatchObject({ start_date: { day: '30', month: '1405-12' } })
  })

  test('refuses an unknown field', async () => {
    expect((await refused({ fullname: 'a', is_admin: 'on' })).error).toEqual({ '': [{ key: 'unknown_field' }] })
  })

  test('has the path of a nested field', async () => {
    const schema = z.object({ seat: z.object({ id: z.string({ error: 'required' }) }) })
    expect((await refused({}, schema)).error).toEqual({ 'seat.id': [{ key: 'required' }] })
  })
})

test('a form cannot control the parser', async () => {
  const fields = { fullname: 'a', __intent__: '{"type":"reset","payload":{}}', __state__: 'not json' }
  const { value } = await accepted(fields)
  expect(value).toEqual({ fullname: 'a' })
})

test('field names that a visitor made up never reach the parser: no index, no depth, no prototype', async () => {
  const names = ['a[100000000]', 'seat[100000000].id', 'seat.id.x', `seat${'.a'.repeat(1000)}`, '__proto__.a', 'seat']
  for (const name of names) {
    const reply = await refused({ fullname: 'x'.repeat(11), [name]: '1' })
    expect(Object.keys(reply.error ?? {}), name).toContain('fullname')
    expect(JSON.stringify(reply.initialValue).length, name).toBeLessThan(100)
  }
  expect(await refused({ fullname: 'a', 'a[100000000]': '1' })).toMatchObject({
    error: { '': [{ key: 'unknown_field' }] },
  })
})

test('where a part of a form is validated, the rest is returned as typed', async () => {
  const parsed = await parseForm(
    form({ fullname: 'a', code: '12', other: 'x' }),
    Driver.pick({ fullname: true }).strip(),
    PAGE,
    Driver,
  )
  if (!parsed.ok) throw new Error('the form was refused')
  expect(parsed.value).toEqual({ fullname: 'a' })
  expect(parsed.refuse({}, 200).data.form.initialValue).toMatchObject({ fullname: 'a', code: '12' })
})

test('a refused form does not return its files', async () => {
  const fields = new FormData()
  fields.set('picture', new File(['x'], 'x.png'))
  const parsed = await parseForm(fields, z.object({ fullname: z.string(), picture: z.file() }), PAGE)
  expect(parsed.ok).toBe(false)
  if (!parsed.ok) expect(parsed.reply.data.form.initialValue?.picture).toBeUndefined()
})
