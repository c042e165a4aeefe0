const MAIN = /<main[\s>][\s\S]*<\/main>/
const FORM = /<form[^>]*method="post"[^>]*>[\s\S]*?<\/form>/g
/** Of vehicles in lists: each is one press, which is repeated as it was. */
const HEART = /class="[^"]*\bheart\b/

/**
 * Writes what a page without React needs for its forms (`ui/connection/plain-forms.live.ts`) at its end, where it delays
 * nothing; a page without a form that changes something stays as it is, without a script. *Ours*. Piece `plain-forms`: for 3 kB
 * a lost line takes nothing that was typed.
 */
export function withPlainForms(html: string, needed: () => string): string {
  const forms = MAIN.exec(html)?.[0].match(FORM) ?? []
  if (forms.every((form) => HEART.test(form))) return html
  return html.replace('</body>', () => `${needed()}</body>`)
}
