import { expect, test } from 'vitest'
import { formKeyOf } from '#app/web/edge/request/form-key.ts'

const KEY = 'a-key-of-this-page-0001'
const formOf = (fields: Record<string, string | File>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ form_key: KEY, ...fields })) form.append(name, value)
  return form
}
const keyOf = async (fields: Record<string, string | File>) => (await formKeyOf({}, formOf(fields)))?.value
const photo = (bytes: string) => new File([bytes], 'image.jpg', { type: 'image/jpeg' })

test('a page’s key is combined with all that was sent', async () => {
  expect(await keyOf({ text: 'one' })).toBe(await keyOf({ text: 'one' }))
  const all: Record<string, string>[] = [
    { text: 'one' },
    { text: 'two' },
    { text: 'one', form_key: `${KEY}-2` },
    { other: 'one' },
    {},
  ]
  const photos: Record<string, File>[] = [{ file: photo('a') }, { file: photo('b') }]
  const values = await Promise.all([...all, ...photos].map((fields) => keyOf(fields)))
  expect(new Set(values).size).toBe(all.length + photos.length)
  expect(await keyOf({ file: photo('a') })).toBe(values[all.length])
})

test('a script’s own key is used as it is, whatever is sent', async () => {
  const headers = { 'idempotency-key': 'a-key-of-a-script-001' }
  expect(await formKeyOf(headers, formOf({ text: 'one' }))).toEqual({ value: 'a-key-of-a-script-001', isOfPage: false })
})

test('a script’s request without a key has none, because it may save the same draft again', async () => {
  expect(await formKeyOf({ 'sec-fetch-dest': 'empty' }, formOf({}))).toBeUndefined()
  expect(await formKeyOf({ 'sec-fetch-dest': 'document' }, formOf({}))).toBeDefined()
})

test.each(['', 'short', 'x'.repeat(65), 'not a key of this page'])('%j is not a key', async (given) => {
  expect(await formKeyOf({ 'idempotency-key': given }, undefined)).toBeUndefined()
  expect(await formKeyOf({}, new URLSearchParams({ form_key: given }))).toBeUndefined()
})

test('a form that only asks for a price has no key', async () => {
  expect(await keyOf({ intent: 'price' })).toBeUndefined()
  const headers = { 'idempotency-key': 'a-key-of-a-script-001' }
  expect(await formKeyOf(headers, formOf({ intent: 'price' }))).toBeUndefined()
  expect(await formKeyOf(headers, formOf({ intent: 'reserve' }))).toBeDefined()
})
