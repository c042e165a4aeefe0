import { readdirSync, readFileSync } from 'node:fs'
import { createMemoryRouter, Form, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { FormKey, FormToken, PostForm } from '#app/ui/form/post-form.tsx'
import { render } from '../../support/browser/render.tsx'

const HIDDEN = '<input type="hidden" name="form_token" value="of this sign-in"/>'

test.each([
  ['the router', undefined],
  ['a fetcher', Form],
  ['the browser', 'form' as const],
])('a form that %s sends has the session’s token as its first field, and no token for visitors', (_, as) => {
  const form = (
    <PostForm as={as} action="/logout" className="row">
      <button type="submit">Send</button>
    </PostForm>
  )
  const bare = routed(form)
  expect(bare).toMatch(/^<form [^>]*method="post"[^>]*>(?!.*form_token).*<button type="submit">Send<\/button><\/form>$/)
  const signedIn = routed(<FormToken value="of this sign-in">{form}</FormToken>)
  expect(signedIn).toBe(bare.replace('<input', `${HIDDEN}<input`))
})

test('a form has a key of its page, unless sending it twice is the same as sending it once', () => {
  const form = (isRepeatable: boolean) =>
    routed(
      <FormKey value="of this page">
        <PostForm action="/logout" isRepeatable={isRepeatable} />
      </FormKey>,
    )
  expect(form(false)).toContain('<input type="hidden" name="form_key" value="of this page"/>')
  expect(form(true)).not.toContain('form_key')
})

test('every form that changes something is a PostForm, except that of a bank, which gets no token', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const others = files.filter((name) => /\b(formM|m)ethod=(?!"get")/.test(readFileSync(`app/${name}`, 'utf8')))
  expect(others.map((name) => name.replaceAll('\\', '/')).sort()).toEqual([
    'features/payment/bank-form.tsx',
    'ui/form/post-form.tsx',
  ])
  expect(readFileSync('app/features/payment/bank-form.tsx', 'utf8')).not.toMatch(/PostForm|FormToken/)
})

function routed(piece: React.ReactNode): string {
  const router = createMemoryRouter([{ path: '/', element: piece }])
  return render('en', <RouterProvider router={router} />)
}
