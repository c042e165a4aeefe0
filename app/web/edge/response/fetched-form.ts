import { FETCHED_FORM_HEADER, GO_TO_HEADER } from '#app/rules/constants.ts'

/**
 * For a form that a page's script sent (`plain-forms.live.ts`), turns a redirect into a header: fetch would follow the
 * redirect and use up the next page's flash message. Other answers, and answers to other clients, are unchanged.
 */
export function withReadableRedirect(request: Request, answer: Response): Response {
  const place = answer.headers.get('location')
  if (!request.headers.has(FETCHED_FORM_HEADER) || answer.status < 300 || answer.status >= 400 || place === null) {
    return answer
  }
  const headers = new Headers(answer.headers)
  headers.delete('location')
  headers.set(GO_TO_HEADER, place)
  return new Response(null, { status: 204, headers })
}
