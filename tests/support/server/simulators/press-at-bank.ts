import type { CustomerAction } from '#app/providers/gateways/simulator/customer-action.ts'

/** Presses a button on the page of a simulated bank; returns the fields with which the bank sends the browser back. */
export async function pressAtBank(
  origin: string,
  url: string,
  action: CustomerAction,
  by: typeof fetch = fetch,
): Promise<Record<string, string>> {
  const page = await by(url, { redirect: 'manual' })
  const form = /action="([^"]+)"/.exec(await page.text())?.[1]
  if (!form) throw new Error('the bank shows no form')
  const answer = await by(new URL(form, origin), {
    method: 'POST',
    body: new URLSearchParams({ action }),
    redirect: 'manual',
  })
  const location = answer.headers.get('location')
  if (location) return Object.fromEntries(new URL(location).searchParams)
  return fieldsOf(await answer.text())
}

/** The hidden fields of the page that posts back to the shop. */
function fieldsOf(html: string): Record<string, string> {
  const inputs = html.match(/<input[^>]*type="hidden"[^>]*>/g) ?? []
  const read = (input: string, name: string) => unescaped(new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? '')
  return Object.fromEntries(inputs.map((input) => [read(input, 'name'), read(input, 'value')]))
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
