import { expect, test } from 'vitest'
import { withReadableRedirect } from '#app/web/edge/response/fetched-form.ts'
import { applyEdits } from '#app/web/router/page-edits.ts'
import { insertPlainForms } from '#app/web/router/scripts/plain-forms.ts'

const pageWith = (form: string) =>
  `<body><nav><form method="post">out</form></nav><main id="main">${form}</main></body>`
const form = (className: string) =>
  `<form class="card" method="post" action="/x"><button class="${className}">go</button></form>`
const written = (html: string) =>
  applyEdits(
    html,
    insertPlainForms(html, () => '<script src="$&">'),
  ).join('')

test('a page has at its end the script for its own forms that change something', () => {
  const page = pageWith(form('btn heart') + form('btn'))
  expect(written(page)).toBe(page.replace('</body>', () => '<script src="$&"></body>'))
})

test.each([
  ['no form', '<p>text</p>'],
  ['a form that only asks', '<form action="/x"><button>go</button></form>'],
  ['the hearts of vehicles', form('btn btn-s heart') + form('heart is-kept')],
])('a page with %s has no script', (_, content) => {
  expect(written(pageWith(content))).toBe(pageWith(content))
})

const sent = (headers: Record<string, string>) => new Request('http://site/x', { method: 'POST', headers })
const leading = () => {
  const headers = new Headers({ location: '/y' })
  for (const cookie of ['a=1', 'b=2']) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}

test('a script can read an answer’s redirect and gets its cookies', () => {
  const answer = withReadableRedirect(sent({ 'x-fetched-form': '1' }), leading())
  expect([answer.status, answer.headers.get('x-go-to'), answer.headers.get('location')]).toEqual([204, '/y', null])
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test('a browser is redirected, and a page is not changed', () => {
  const [answer, page] = [leading(), new Response('page', { status: 400 })]
  expect(withReadableRedirect(sent({}), answer)).toBe(answer)
  expect(withReadableRedirect(sent({ 'x-fetched-form': '1' }), page)).toBe(page)
})
